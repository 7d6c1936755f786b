"""Telling subscribers of every commit, in order, whichever thread made it."""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .commit import Commit

Callback = Callable[[Commit], None]


@dataclass(slots=True, eq=False)
class _Subscription:
    callback: Callback
    active: bool = True


class Delivery:
    """Subscribers are told one commit after the other; a thread leaves once all it announced has been told."""

    def __init__(self) -> None:
        self._editing = threading.Lock()
        # Reentrant, as a subscriber may commit: its news is told by the loop that is already running.
        self._telling = threading.RLock()
        self._busy = False
        self._pending: deque[tuple[Commit, tuple[_Subscription, ...]]] = deque()
        self._subscriptions: tuple[_Subscription, ...] = ()

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Told of every commit from now on, until the returned function is called."""
        subscription = _Subscription(callback)
        with self._editing:
            self._subscriptions = (*self._subscriptions, subscription)
        return lambda: self._drop(subscription)

    def announce(self, commits: Iterable[Commit]) -> None:
        """Puts commits in the queue; the caller holds the lock that orders them."""
        subscriptions = self._subscriptions
        if subscriptions:
            self._pending.extend((commit, subscriptions) for commit in commits)

    def deliver(self) -> None:
        """Tells what is pending; then raises the first error of a subscriber, who is dropped."""
        errors: list[Exception] = []
        with self._telling:
            if self._busy:
                return
            self._busy = True
            try:
                while self._pending:
                    self._tell(*self._pending.popleft(), errors)
            finally:
                self._busy = False
        if errors:
            for other in errors[1:]:
                errors[0].add_note(f"another subscriber failed as well: {other}")
            raise errors[0]

    def _tell(self, commit: Commit, subscriptions: Iterable[_Subscription], errors: list[Exception]) -> None:
        for subscription in subscriptions:
            if not subscription.active:
                continue
            try:
                subscription.callback(commit)
            except Exception as error:
                self._drop(subscription)
                errors.append(error)

    def _drop(self, subscription: _Subscription) -> None:
        subscription.active = False
        with self._editing:
            self._subscriptions = tuple(each for each in self._subscriptions if each is not subscription)
