"""What a session that was resumed has told before, told again."""

# Of one room with the session.
# pyright: reportPrivateUsage=false

from collections.abc import Iterator

from ..runtime import Commit
from .following import Following
from .session import Session


def minds_again(session: Session) -> Following:
    """The minds of a session; if it was resumed, `told_again` tells them what was recorded."""
    return session._follows(told=session._resumed is not None)


def told_again(session: Session) -> Iterator[Commit]:
    """Every commit that was recorded before a session was resumed, first to the minds that follow it."""
    if session._resumed is None:
        return
    for commit in session._resumed.commits():
        if session._following is not None:
            session._following.take(commit)
        yield commit
