"""What an import found, and what it did not understand."""

from collections import Counter
from dataclasses import dataclass, field

from app.transfer.importing.matching import Arrival
from engine.plain_names import plain_name
from engine.sentences import Sentence, say, say_all

# So many names are shown, and so much of each.
_MOST_NAMES, _LONGEST_NAME = 3, 60


@dataclass
class Report:
    """Conversations that are `known` were here with all that they have; those that have `grown` got
    what is new; those that were `restored` lay in Recently Deleted; those that are `unsaved` are
    not here. `not_understood` counts by what it was, as a person may read it."""

    added: int = 0
    known: int = 0
    grown: int = 0
    restored: int = 0
    files_missing: int = 0
    unsaved: int = 0
    broken: int = 0
    broken_names: list[str] = field(default_factory=list)
    not_understood: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def count(self, arrival: Arrival, by: int = 1) -> None:
        if not arrival.there:
            self.added += by
        elif arrival.deleted:
            self.restored += by
        elif arrival.new_messages:
            self.grown += by
        else:
            self.known += by

    @property
    def seen(self) -> int:
        return self.added + self.grown + self.restored + self.known

    def sentence(self) -> str:
        """What came of it."""
        parts: list[str] = []
        if self.added or not self.seen:
            parts.append(say("%n conversation(s) imported.", "", self.added))
        if self.grown:
            parts.append(say("%n conversation(s) got new messages.", "", self.grown))
        if self.restored:
            parts.append(
                say("%n conversation(s) restored from Recently Deleted.", "", self.restored)
            )
        if self.known:
            parts.append(
                say("%n conversation(s) (was|were) already in your history.", "", self.known)
            )
        if self.files_missing:
            parts.append(say("%n attached file(s) (was|were) missing.", "", self.files_missing))
        if self.unsaved:
            parts.append(say("%n conversation(s) could not be saved.", "", self.unsaved))
        if self.broken:
            parts.append(self._broken())
        return say_all([*parts, *self._left_out(), *self.notes])

    def _broken(self) -> Sentence:
        if not self.broken_names:
            return say("%n conversation(s) could not be read.", "", self.broken)
        names = [plain_name(name)[:_LONGEST_NAME] for name in self.broken_names[:_MOST_NAMES]]
        more = "…" if self.broken > len(names) else ""
        listed = ", ".join(names) + more
        return say("%n conversation(s) could not be read: {names}.", "", self.broken, names=listed)

    def _left_out(self) -> list[Sentence]:
        if not self.not_understood:
            return []
        most = self.not_understood.most_common(5)
        kinds = ", ".join(f"{kind} ({count})" for kind, count in most)
        return [say("Left out because the kind is unknown: {kinds}.", kinds=kinds)]
