"""A mouth: the program espeak-ng."""

import shutil
import subprocess
from pathlib import Path

from ..errors import BadInput, Problem

WORDS_A_MINUTE = 130


class EspeakMouth:
    """Says sentences into WAV files. Raises BadInput where espeak-ng is not installed."""

    def __init__(self, *, words_a_minute: int = WORDS_A_MINUTE, voice: str = "en-us") -> None:
        found = shutil.which("espeak-ng")
        if found is None:
            raise BadInput([Problem("espeak-ng", None, "is not installed; as root: apt-get install espeak-ng")])
        self._command = [found, "-v", voice, "-s", str(words_a_minute)]

    def speak(self, text: str, sound: Path) -> None:
        """Writes what is said to a file."""
        subprocess.run([*self._command, "-w", str(sound), "--", text], check=True, capture_output=True, timeout=60)
