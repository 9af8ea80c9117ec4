"""Counts what an import found and skipped, and puts it into a sentence."""

from collections import Counter
from dataclasses import dataclass, field

from app.transfer.importing.matching import Arrival
from engine.plain_names import plain_name
from engine.sentences import Sentence, say, say_all

# Names of broken conversations that are shown, and characters of each.
_MOST_NAMES, _LONGEST_NAME = 3, 60


@dataclass
class Report:
    """Counts of conversations: `known` were complete here already, `grown` got new messages,
    `restored` were in Recently Deleted, `unsaved` could not be saved. `not_understood` counts
    skipped content by its kind, as a person may read it, "" if the content has none. `failures`
    are sentences about files that were not read to their end."""

    added: int = 0
    known: int = 0
    grown: int = 0
    restored: int = 0
    files_missing: int = 0
    unsaved: int = 0
    broken: int = 0
    broken_messages: int = 0
    broken_names: list[str] = field(default_factory=list)
    not_understood: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, arrival: Arrival, by: int = 1) -> None:
        if not arrival.changes:
            self.known += by
        elif not arrival.there:
            self.added += by
        elif arrival.deleted:
            self.restored += by
        else:
            self.grown += by

    @property
    def seen(self) -> int:
        return self.added + self.grown + self.restored + self.known

    @property
    def failed(self) -> bool:
        """Return True if chats are missing that another try may bring."""
        return bool(self.failures or self.unsaved)

    def sentence(self) -> str:
        """Return the result for people."""
        parts: list[str] = []
        if self.added or not (self.seen or self.failed):
            parts.append(say("%n chat(s) imported.", "", self.added))
        if self.grown:
            parts.append(say("%n chat(s) got new messages.", "", self.grown))
        if self.restored:
            parts.append(say("%n chat(s) restored from Recently Deleted.", "", self.restored))
        if self.known:
            parts.append(say("%n chat(s) (was|were) already in your history.", "", self.known))
        if self.files_missing:
            parts.append(say("%n attached file(s) (was|were) missing.", "", self.files_missing))
        if self.unsaved:
            parts.append(say("%n chat(s) could not be saved.", "", self.unsaved))
        if self.broken:
            parts.append(self._broken())
        if self.broken_messages:
            parts.append(say("%n message(s) could not be read.", "", self.broken_messages))
        return say_all([*parts, *self._left_out(), *self.failures, *self.notes])

    def _broken(self) -> Sentence:
        if not self.broken_names:
            return say("%n chat(s) could not be read.", "", self.broken)
        names = [plain_name(name)[:_LONGEST_NAME] for name in self.broken_names[:_MOST_NAMES]]
        more = "…" if self.broken > len(names) else ""
        listed = ", ".join(names) + more
        return say("%n chat(s) could not be read: {names}.", "", self.broken, names=listed)

    def _left_out(self) -> list[Sentence]:
        found: list[Sentence] = []
        most = [it for it in self.not_understood.most_common(6) if it[0]][:5]
        if most:
            kinds = ", ".join(f"{kind} ({count})" for kind, count in most)
            found.append(say("Skipped, because their kind is unknown: {kinds}.", kinds=kinds))
        if unnamed := self.not_understood[""]:
            found.append(
                say(
                    "%n part(s) skipped, because the file does not say what (it|they) (is|are).",
                    "",
                    unnamed,
                )
            )
        return found
