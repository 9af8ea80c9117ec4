"""The versions of a conversation: which turn follows which, and which of them was seen last."""

from collections.abc import Iterable

from ui.state.turn import Turn


class TurnTree:
    """The parents of turns are stored in the turns, everything else in the tree. The versions of a
    turn are the turns with the same parent, oldest first."""

    def __init__(self) -> None:
        self._following: dict[Turn | None, list[Turn]] = {None: []}
        self._seen: dict[Turn | None, Turn] = {}
        # permanent places, so that a restored turn stands among the others as before
        self._order: dict[Turn, int] = {}

    def __contains__(self, turn: Turn) -> bool:
        return turn in self._following

    def all(self) -> list[Turn]:
        """Return all turns, parents first."""
        return sorted((it for it in self._following if it is not None), key=self._place)

    def add(self, turn: Turn) -> None:
        """Add a turn whose parent is in the tree; it may have been taken out before."""
        self._order.setdefault(turn, len(self._order))
        self._following[turn] = []
        versions = self._following[turn.parent]
        versions.append(turn)
        versions.sort(key=self._place)

    def take_out(self, turn: Turn) -> list[Turn]:
        """Remove a turn and its descendants, and return them, parents first. Which of them were
        seen last is remembered for when they are added again."""
        gone = sorted(self._below(turn), key=self._place)
        self._following[turn.parent].remove(turn)
        for it in gone:
            del self._following[it]
        if self._seen.get(turn.parent) is turn:
            del self._seen[turn.parent]
        return gone

    def versions(self, turn: Turn) -> tuple[Turn, ...]:
        """Return the versions of a turn; a turn outside the tree is its only one."""
        found = self._following.get(turn.parent, [])
        return tuple(found) if turn in found else (turn,)

    def path_to(self, turn: Turn | None) -> list[Turn]:
        """Return the path from the first turn to this one."""
        path: list[Turn] = []
        while turn is not None:
            path.append(turn)
            turn = turn.parent
        return path[::-1]

    def path_from(self, turn: Turn | None) -> list[Turn]:
        """Return the descendants on the path that was seen last, else the newest ones."""
        path: list[Turn] = []
        while following := self._following.get(turn):
            turn = self._seen.get(turn, following[-1])
            path.append(turn)
        return path

    def see(self, path: Iterable[Turn]) -> None:
        """Remember that these turns are shown."""
        self._seen.update((turn.parent, turn) for turn in path)

    def _below(self, turn: Turn) -> list[Turn]:
        found = [turn]
        for it in found:
            found += self._following[it]
        return found

    def _place(self, turn: Turn | None) -> int:
        return self._order[turn] if turn else -1
