"""Where the files a model refers to lie: `package://`, `file://` and plain paths."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..errors import BadInput, shortened
from .xmlfile import read_xml

PLACES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class FileNotLocated:
    """A file that is nowhere; `reason` tells where it was looked for."""

    reason: str


def located(reference: str, beside: Path, packages: Mapping[str, Path]) -> Path | FileNotLocated:
    """The file that `reference`, written in the model `beside`, means.

    A package is looked for among the folders around the model (by name, by `package.xml`, or next to them), then in
    `packages`, then in `ROS_PACKAGE_PATH` and `AMENT_PREFIX_PATH`.
    """
    scheme, _, rest = reference.partition("://")
    if not rest:
        candidates = [beside.absolute().parent / reference]
    elif scheme == "file":
        candidates = [Path(unquote(urlsplit(reference).path))]
    elif scheme in ("package", "model"):
        name, _, inside = rest.partition("/")
        candidates = [folder / inside for folder in dict.fromkeys(_folders(name, beside, packages))]
    else:
        return FileNotLocated(
            f"'{shortened(reference)}' is not found: only package://, file:// and plain paths are read"
        )
    # Of a name that is too long, pathlib would not say that there is no such file.
    found = next((candidate for candidate in candidates if os.path.isfile(candidate)), None)  # noqa: PTH113
    if found is not None:
        return found
    places = [str(candidate) for candidate in candidates]
    shown = shortened(reference)
    hint = "; name the package's folder, or add it to ROS_PACKAGE_PATH" if scheme in ("package", "model") else ""
    if not places:
        return FileNotLocated(f"'{shown}' is not found, as no folder is a package of that name{hint}")
    more = f", and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
    return FileNotLocated(f"'{shown}' is not found; looked at {', '.join(places[:PLACES_SHOWN])}{more}{hint}")


def _folders(name: str, beside: Path, packages: Mapping[str, Path]) -> Iterator[Path]:
    """Folders that may be the package, likely ones first."""
    around = [*beside.absolute().parents, *beside.resolve().parents]
    yield from (folder for folder in around if folder.name == name or _package_name(folder) == name)
    if name in packages:
        yield packages[name]
    yield from (folder / name for folder in around if (folder / name).is_dir())
    for entry in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep):
        if entry:
            folder = Path(entry)
            yield folder if folder.name == name or _package_name(folder) == name else folder / name
    for entry in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if entry:
            yield Path(entry, "share", name)


def _package_name(folder: Path) -> str | None:
    manifest = folder / "package.xml"
    if not manifest.is_file():
        return None
    try:
        name = read_xml(manifest).first("name")
    except BadInput:
        return None
    return None if name is None else name.text.strip()
