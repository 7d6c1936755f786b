"""A live page of a session, while it goes on."""

import sys
from collections.abc import Callable
from html import escape
from types import TracebackType
from typing import TYPE_CHECKING

from ..assessment import Assessment
from ..errors import MissingExtra
from ..imagination import doubt_of
from .following import present
from .health import Health

if TYPE_CHECKING:
    from ..readers.viewer import ViewerProcess, Wire


class Page:
    """A page that follows a session until closed; also a context manager. `url` is where to look."""

    def __init__(self, assessment: Assessment, name: str, *, port: int | None, health: Callable[[], Health]) -> None:
        self._wire, self._unsubscribe = wire_of(assessment, name, live=True, health=health)
        try:
            self._viewer = viewer()[0]([self._wire], port=port)
        except BaseException:
            self._unsubscribe()
            raise
        self.url = self._viewer.url
        self._open = True
        print(f"midworld: look at {self.url}", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._open:
            self._open = False
            self._unsubscribe()
            self._wire.end()
            self._viewer.close()

    def __enter__(self) -> "Page":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _repr_html_(self) -> str:
        """In a notebook: the page itself, and a link for a window of its own."""
        url = escape(self.url)
        frame = f'<iframe src="{url}" title="Midworld" style="width:100%;height:640px;border:1px solid #ccc"></iframe>'
        return f'{frame}<p><a href="{url}" target="_blank">{url}</a></p>'


def viewer() -> "tuple[type[ViewerProcess], type[Wire]]":
    """What shows pages. Raises MissingExtra."""
    try:
        from ..readers.viewer import ViewerProcess, Wire
    except ModuleNotFoundError as error:
        raise MissingExtra("the viewer", "viewer") from error
    return ViewerProcess, Wire


def wire_of(
    assessment: Assessment,
    name: str,
    sentence: str = "",
    *,
    live: bool = False,
    health: Callable[[], Health] = Health,
) -> "tuple[Wire, Callable[[], None]]":
    """A wire that hears what an assessment has come to and everything it commits, until the function is called."""
    _, wire_class = viewer()
    wire = wire_class(
        name,
        sentence,
        assessment.scene.meshes,
        live=live,
        doubt=doubt_of(assessment.scene),
        costs=lambda: assessment.pipeline.costs,
        reasons=lambda: assessment.reasons,
        notes=lambda: health().notes,
    )
    for commit in present(assessment.board):
        wire.feed(commit)
    return wire, assessment.board.subscribe(wire.feed)
