"""The drafting of one row: its drafters, its pace and its counts."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import mlx.core as mx

from engine.drafting import draft_model, forced
from engine.drafting.lookup import Lookup
from engine.drafting.pace import RowPace
from engine.errors import FaultsHandled, trace
from engine.messages import DraftCounts
from engine.sampling.sampler import Sampler
from engine.sentences import say

if TYPE_CHECKING:
    from engine.models.draft_weights import DraftWeights

log = logging.getLogger(__name__)

BEHIND = say("The draft model had not read all of the conversation when the answer ended.")
FAULT = say("Drafting was switched off for this answer after an error.")
PAUSED = say("Drafting is paused: too few of the last drafts were right.")
SLOW = say("Drafting is paused: on this computer, checking drafts takes longer than it saves.")


class Drafter(Protocol):
    """Guesses the next tokens of one row. `name` is that of DraftCounts."""

    name: str

    def is_promising(self) -> bool:
        """Return True if a draft is likely. Asked before the pending token is read back, so that a
        step without drafts never waits for it."""
        ...

    def draft(self, pending: int, count: int) -> list[int]:
        """Return up to `count` tokens that may follow the `pending` one. Called only after
        `is_promising` was True."""
        ...


@runtime_checkable
class Hearing(Protocol):
    """A drafter that needs the hidden states of the model."""

    def hear(self, start: int, hidden: mx.array) -> None: ...


@runtime_checkable
class Reading(Protocol):
    """A drafter that reads the row's tokens for itself. `is_behind`: some of them are not read.
    `has_read`: some were read for the next step of the row."""

    is_behind: bool
    has_read: bool


@runtime_checkable
class Seeing(Protocol):
    """A drafter that needs the cache of the model."""

    def see(self, cache: list[Any], index: int | None) -> None: ...


def drafters_of(
    sampler: Sampler,
    tokens: list[int],
    model: "DraftWeights | None" = None,
    cache: list[Any] | None = None,
) -> list[Drafter]:
    """Return the drafters of a row, the best first. `tokens` are those of its prompt and grow with
    its reply; `model` drafts for the row's own, and may have a `cache` that begins with them."""
    found: list[Drafter] = [forced.ForcedTokens(sampler)] if sampler.needs_host else []
    found.append(Lookup(tokens))
    if model:
        found.append(draft_model.DraftModel(model.adapter, tokens, model.vocabulary, cache))
    return found


class RowDrafts:
    """The drafters of one row, the best first, each with a pace of its own: one that is often wrong
    pauses, and the others go on. `pace` is that of the last one asked for a draft. `tokens` are
    those of the prompt and the reply, in the list that the drafters read; tokens of `stop_ids` end
    the reply."""

    def __init__(
        self,
        tokens: list[int],
        drafters: Sequence[Drafter],
        stop_ids: frozenset[int],
        *,
        note: str = "",
    ) -> None:
        """`note`: the reason why a drafter is missing."""
        self.stop_ids = stop_ids
        self.pace = RowPace()
        self._tokens = tokens
        self._drafters = [(drafter, RowPace()) for drafter in drafters]
        # They are found once: Python takes long to compare an object with a protocol that has data.
        self._readers = [it for it in drafters if isinstance(it, Reading)]
        # The drafter of the next step, and its place.
        self._drafter: Drafter | None = None
        self._at = 0
        self._note = note
        self._used: list[str] = []
        self._drafted = self._accepted = self._passes = 0

    def release(self) -> None:
        """Drop the drafters with their caches; the counts stay."""
        if any(it.is_behind for it in self._readers):
            self._note = self._note or BEHIND
        self._drop()

    def _drop(self) -> None:
        self._drafters, self._readers, self._drafter = [], [], None

    def stop(self, note: str) -> None:
        """Draft no more, for the reason in `note`."""
        self.release()
        self.pace, self._note = RowPace(), note

    @property
    def counts(self) -> DraftCounts:
        return DraftCounts(
            "+".join(self._used),
            self._drafted,
            self._accepted,
            self._passes,
            self._why_not(),
        )

    @property
    def has_read(self) -> bool:
        """True if a drafter has read a part of the row for the next step."""
        return any(it.has_read for it in self._readers)

    def _why_not(self) -> str:
        if not self._drafted:
            # A pause before the first draft would explain nothing that an answer shows.
            return self._note
        if not self.pace.pays:
            return SLOW
        return PAUSED if self.pace.is_paused and self.pace.drafted else self._note

    def is_promising(self) -> bool:
        """Find the drafter of the next step. Return False if none has a draft."""
        self._drafter = None
        for reader in self._readers:
            reader.has_read = False
        with FaultsHandled(self._stop_after):
            self._find(0)
        return self._drafter is not None

    def _find(self, start: int) -> None:
        """Find the first promising drafter from `start` on."""
        self._drafter = None
        for at in range(start, len(self._drafters)):
            drafter, pace = self._drafters[at]
            if not pace.is_paused and drafter.is_promising():
                self._drafter, self.pace, self._at = drafter, pace, at
                return

    def draft(
        self, pending: int, most: int, cache: list[Any], index: int | None = None
    ) -> list[int]:
        """Return up to `most` tokens that may follow the pending one. `cache` is that of this row,
        or of several rows, of which this one has an `index`."""
        if self._drafter is None or most < 1 or pending in self.stop_ids:
            return []
        found: list[int] = []
        with FaultsHandled(self._stop_after):
            while self._drafter is not None and not found:
                if isinstance(self._drafter, Seeing):
                    self._drafter.see(cache, index)
                found = self._drafter.draft(pending, min(most, self.pace.width))
                if not found:
                    self.pace.missed()
                    self._find(self._at + 1)
        return found

    def _stop_after(self, error: BaseException) -> None:
        """Stop drafting for this row if a drafter fails, which may be a model of any family: the
        reply does not need it."""
        log.error("drafting was stopped\n%s", trace(error))
        self._drop()
        self._note, self.pace = FAULT, RowPace()

    def took_none(self) -> None:
        """Note a pass without drafts."""
        self._passes += 1
        self._drafter = None
        for _, pace in self._drafters:
            pace.passed()

    def took(self, drafted: int, accepted: int, ratio: float) -> None:
        """Note a pass that drafted."""
        assert self._drafter is not None
        self._passes += 1
        self._drafted += drafted
        self._accepted += accepted
        if self._drafter.name not in self._used:
            self._used.append(self._drafter.name)
        self._drafter = None
        for _, pace in self._drafters:
            if pace is not self.pace:
                pace.passed()
        self.pace.took(drafted, accepted, ratio)

    def hear(self, start: int, hidden: mx.array | None) -> None:
        """Give the lazy hidden states (1, tokens, size) of the row's tokens from `start` on to the
        drafter that needs them."""
        if hidden is None:
            return
        with FaultsHandled(self._stop_after):
            for drafter, _ in self._drafters:
                if isinstance(drafter, Hearing):
                    drafter.hear(start, hidden)

    def add(self, token: int) -> None:
        """Take the next token of the reply."""
        self._tokens.append(token)
