"""The one place that remembers: named worlds, each with one writer and any number of readers."""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from types import MappingProxyType, TracebackType

from ..errors import Conflict, NotTheWriter, TimedOut, UnknownName, WriterTaken
from ..world import Delta, World
from .commit import Cause, Commit, Root, canonical, misfit, pruned
from .history import History, Retention, due

Callback = Callable[[Commit], None]


class Board:
    """Named worlds. Readers never wait and never see half a change; stamps come from one clock."""

    def __init__(self, *, retention: Retention | None = None) -> None:
        self._retention = retention = retention or Retention()
        self._entries = retention.entries
        self._worlds: Mapping[str, World] = MappingProxyType({})
        self._memories: Mapping[str, object] = MappingProxyType({})
        self._begun: frozenset[str] = frozenset()
        self._changed = threading.Condition()
        self._claims: dict[str, Writer] = {}
        self._newest: dict[str, Commit] = {}
        self._history = History(retention)
        self._sequence = 0
        self._subscriptions: tuple[_Subscription, ...] = ()
        self._pending: deque[tuple[Commit, tuple[_Subscription, ...]]] = deque()
        # Reentrant, as a subscriber may commit: its news is told by the loop that is already running.
        self._telling = threading.RLock()
        self._busy = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._worlds)

    @property
    def sequence(self) -> int:
        """The number of the newest commit; 0 before the first."""
        return self._sequence

    def __contains__(self, name: object) -> bool:
        return name in self._worlds

    def __getitem__(self, name: str) -> World:
        try:
            return self._worlds[name]
        except KeyError:
            raise UnknownName("world", name, self._worlds) from None

    def snapshot(self) -> Mapping[str, World]:
        """All worlds of one instant: no change that was committed as one is seen in part."""
        return self._worlds

    def memory(self, name: str) -> object:
        """What the writer of a world remembers; None where it remembers nothing."""
        return self._memories.get(name)

    @property
    def root(self) -> Root:
        """All there is to go on from at this instant."""
        with self._changed:
            return Root(self._worlds, self._memories, self._sequence, self._begun)

    def fork(self) -> "Board":
        """Another board with the same present and past, of which nobody is a writer or a subscriber yet."""
        with self._changed:
            other = Board(retention=self._retention)
            other._worlds, other._memories = self._worlds, self._memories
            other._sequence, other._begun = self._sequence, self._begun
            other._newest = dict(self._newest)
            other._history = self._history.fork()
            return other

    @classmethod
    def resumed(cls, root: Root, *, retention: Retention | None = None) -> "Board":
        """A board that goes on from a root; what was before it is forgotten."""
        board = cls(retention=retention)
        board._worlds, board._memories = root.worlds, root.memories
        board._sequence, board._begun = root.sequence, root.begun
        for name, world in root.worlds.items():
            board._history.begin(name, forgot=True)
            if name in root.begun:
                board._history.push(name, world)
        return board

    def at(self, name: str, stamp: float) -> World:
        """The world as it was: empty before its first commit. Raises Forgotten beyond what is retained."""
        _ = self[name]
        return self._history.at(name, stamp)

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Calls back with every commit from now on, in order, none left out; what it returns ends that.

        The committing thread waits meanwhile. Whoever raises is dropped, and the committer gets the error.
        """
        subscription = _Subscription(callback)
        with self._changed:
            self._subscriptions = (*self._subscriptions, subscription)
        return lambda: self._drop(subscription)

    def wait(self, name: str, *, after: int = 0, timeout: float) -> Commit:
        """The newest commit of a world, as soon as its number is above `after`. Raises TimedOut."""
        _ = self[name]
        with self._changed:
            if not self._changed.wait_for(lambda: self._number(name) > after, timeout):
                raise TimedOut(name, after, timeout)
            return self._newest[name]

    def claim(self, name: str, writer: str) -> "Writer":
        """Makes a writer of a world, which begins empty if it is new. Raises WriterTaken."""
        with self._changed:
            taken = self._claims.get(name)
            if taken is not None:
                raise WriterTaken(name, taken.name, writer)
            if name not in self._worlds:
                self._history.begin(name)
                self._worlds = MappingProxyType({**self._worlds, name: World()})
            claim = self._claims[name] = Writer(name, writer, self)
        return claim

    def release(self, writer: "Writer") -> None:
        """Leaves a world to the next writer; it stays as it is."""
        with self._changed:
            if self._claims.get(writer.world) is writer:
                del self._claims[writer.world]

    def commit(self, deltas: Mapping["Writer", Delta]) -> Mapping[str, World]:
        """Changes one or several worlds at once. Raises Conflict or NotTheWriter, and then changes none."""
        with self._changed:
            worlds = self._install([self._change(writer, delta) for writer, delta in deltas.items()])
        self._deliver()
        return worlds

    def publish(
        self, changes: Sequence["Change"], *, cause: Cause | None = None, whole: bool = True
    ) -> Mapping[str, World]:
        """Makes changes visible at once; returns the worlds. Raises Conflict where one has moved on meanwhile."""
        with self._changed:
            worlds = self._install(changes, cause, whole=whole)
        self._deliver()
        return worlds

    def _change(self, writer: "Writer", delta: Delta) -> "Change":
        before = self[writer.world]
        try:
            delta = canonical(delta)
            after = before.apply(delta)
        except Conflict as conflict:
            raise misfit(writer.world, conflict) from conflict
        return Change(writer, before, delta, after).checked(begun=writer.world in self._begun)

    def _install(
        self, changes: Sequence["Change"], cause: Cause | None = None, *, whole: bool = True
    ) -> Mapping[str, World]:
        worlds, memories = dict(self._worlds), dict(self._memories)
        for change in changes:
            writer = change.writer
            if self._claims.get(writer.world) is not writer:
                raise NotTheWriter(writer.world, writer.name)
            if worlds[writer.world] is not change.before:
                raise Conflict([f"world '{writer.world}' has changed since '{writer.name}' looked at it"])
            worlds[writer.world], memories[writer.world] = change.after, change.memory
        last = self._sequence + len(changes)
        commits: list[Commit] = []
        for number, change in enumerate(changes, self._sequence + 1):
            name, after, forget_before = change.writer.world, change.after, None
            if worlds[name] is after:
                # Not earlier: within a tick timelines only grow, so that a stage can take the difference of two.
                forget_before = due(after.timeline, self._entries)
                worlds[name] = after = pruned(after, forget_before)
            commits.append(Commit(number, name, after.stamp, change.delta, after, forget_before, ends_tick=False))
            self._history.push(name, after)
        self._sequence = last
        self._worlds, self._memories = MappingProxyType(worlds), MappingProxyType(memories)
        self._begun |= {commit.name for commit in commits}
        if commits:
            root = Root(self._worlds, self._memories, last, self._begun, cause, whole)
            commits[-1] = replace(commits[-1], ends_tick=True, root=root)
        self._newest.update({commit.name: commit for commit in commits})
        if subscriptions := self._subscriptions:
            self._pending.extend((commit, subscriptions) for commit in commits)
        self._changed.notify_all()
        return {commit.name: commit.world for commit in commits}

    def _deliver(self) -> None:
        """Tells what is pending, in order; then raises the first error of a subscriber, who is dropped."""
        errors: list[Exception] = []
        with self._telling:
            if self._busy:
                return
            self._busy = True
            try:
                while self._pending:
                    commit, subscriptions = self._pending.popleft()
                    for subscription in subscriptions:
                        try:
                            if subscription.active:
                                subscription.callback(commit)
                        except Exception as error:
                            self._drop(subscription)
                            errors.append(error)
            finally:
                self._busy = False
        if errors:
            for other in errors[1:]:
                errors[0].add_note(f"another subscriber failed as well: {other}")
            raise errors[0]

    def _drop(self, subscription: "_Subscription") -> None:
        subscription.active = False
        with self._changed:
            self._subscriptions = tuple(each for each in self._subscriptions if each is not subscription)

    def _number(self, name: str) -> int:
        newest = self._newest.get(name)
        return 0 if newest is None else newest.sequence


@dataclass(slots=True, eq=False)
class _Subscription:
    callback: Callback
    active: bool = True


@dataclass(frozen=True, eq=False)
class Writer:
    """The one who may change a world, until it is released; also a context manager."""

    world: str
    name: str
    board: Board

    def commit(self, delta: Delta) -> World:
        """Changes the world and returns it. Raises Conflict or NotTheWriter."""
        return self.board.commit({self: delta})[self.world]

    def release(self) -> None:
        self.board.release(self)

    def __enter__(self) -> "Writer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Who goes from which world, by what, to which, and what is remembered with it."""

    writer: Writer
    before: World
    delta: Delta
    after: World
    memory: object = None

    def checked(self, *, begun: bool) -> "Change":
        """The same, if time goes on. Raises Conflict."""
        backwards = begun and self.after.stamp < self.before.stamp
        if backwards or not isfinite(self.after.stamp):
            world, was, now = self.writer.world, self.before.stamp, self.after.stamp
            raise Conflict([f"world '{world}' is at {was:g} s, it cannot go on at {now:g} s"])
        return self
