"""The drafting of one row: its drafters, its pace and its counts."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import mlx.core as mx

from engine.drafting.assistant_drafts import AssistantDrafts
from engine.drafting.draft_model import DraftModel
from engine.drafting.forced import ForcedTokens
from engine.drafting.head_drafts import HeadDrafts
from engine.drafting.lookup import Lookup
from engine.drafting.pace import RowPace
from engine.errors import PASSES, trace
from engine.messages import DraftCounts
from engine.models.draft_weights import DraftWeights
from engine.sampling.sampler import Sampler
from engine.sentences import say

log = logging.getLogger(__name__)

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


def drafters_of(
    sampler: Sampler, tokens: list[int], model: DraftWeights | None = None
) -> list[Drafter]:
    """Return the drafters of a row, the best first. `tokens` are those of its prompt and grow with
    its reply; `model` drafts for the row's own."""
    found: list[Drafter] = [ForcedTokens(sampler), Lookup(tokens)]
    return [*found, DraftModel(model.adapter, tokens, model.vocabulary)] if model else found


class RowDrafts:
    """The drafters of one row, the best first. `tokens` are those of its prompt and its reply, in
    the list that the drafters read; tokens of `stop_ids` end the reply."""

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
        self._drafters = drafters
        self._drafter: Drafter | None = None
        self._note = note
        self._used: list[str] = []
        self._drafted = self._accepted = self._passes = 0

    def release(self) -> None:
        """Drop the drafters with their caches; the counts stay."""
        self._drafters, self._drafter = (), None

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

    def _why_not(self) -> str:
        if not self._drafted:
            # A pause before the first draft would explain nothing that an answer shows.
            return self._note
        if not self.pace.pays:
            return SLOW
        return PAUSED if self.pace.is_paused else self._note

    def is_promising(self) -> bool:
        """Find the drafter of the next step. Return False if none has a draft."""
        self._drafter = None
        if not self.pace.is_paused:
            with self._faults_end_drafting():
                self._drafter = next((it for it in self._drafters if it.is_promising()), None)
        return self._drafter is not None

    def draft(
        self, pending: int, most: int, cache: list[Any], index: int | None = None
    ) -> list[int]:
        """Return up to `most` tokens that may follow the pending one. `cache` is that of this row,
        or of several rows, of which this one has an `index`."""
        if self._drafter is None or most < 1 or pending in self.stop_ids:
            return []
        found: list[int] = []
        with self._faults_end_drafting():
            if isinstance(self._drafter, AssistantDrafts):
                self._drafter.see(cache, index)
            found = self._drafter.draft(pending, min(most, self.pace.width))
        if not found:
            # The device waited while the pending token was read back.
            self.pace.took(1, 0, 1.0)
        return found

    @contextmanager
    def _faults_end_drafting(self) -> Iterator[None]:
        """Stop drafting for this row if a drafter fails: the reply does not need it."""
        try:
            yield
        except PASSES:
            raise
        except BaseException as error:  # noqa: BLE001  a drafter may be a model of any family
            log.error("drafting was stopped\n%s", trace(error))
            self._drafters, self._note, self.pace = (), FAULT, RowPace()

    def took_none(self) -> None:
        """Note a pass without drafts."""
        self._passes += 1
        self._drafter = None
        self.pace.passed()

    def took(self, drafted: int, accepted: int, ratio: float) -> None:
        """Note a pass that drafted."""
        assert self._drafter is not None
        self._passes += 1
        self._drafted += drafted
        self._accepted += accepted
        if self._drafter.name not in self._used:
            self._used.append(self._drafter.name)
        self._drafter = None
        self.pace.took(drafted, accepted, ratio)

    def hear(self, start: int, hidden: mx.array | None) -> None:
        """Give the lazy hidden states (1, tokens, size) of the row's tokens from `start` on to the
        drafter that needs them."""
        with self._faults_end_drafting():
            for drafter in self._drafters:
                if isinstance(drafter, HeadDrafts | AssistantDrafts) and hidden is not None:
                    drafter.hear(start, hidden)

    def add(self, token: int) -> None:
        """Take the next token of the reply."""
        self._tokens.append(token)
