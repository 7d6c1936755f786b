"""Recordings of other tools as a scene and a log: motion capture, detectors, BOP folders, bags."""

from .folder import Imported as Imported
from .folder import import_recording as import_recording
from .options import Options as Options
from .options import read_map as read_map
from .recognise import FORMATS as FORMATS
