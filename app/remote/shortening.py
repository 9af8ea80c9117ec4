"""Shortens a chat that a server finds too long, as the person has chosen for long chats."""

from dataclasses import replace

from engine.errors import TooLong
from engine.messages import Generate, Overflow, Trimmed
from engine.prompts.overflow import LongConversation

# Tokens; a summary by a model with less would say nothing.
_LEAST_CONTEXT = 1024


class Shortening:
    """`request` is what to send now. The server alone counts its tokens, so half of the oldest
    exchanges are omitted at a time, until it accepts the rest."""

    def __init__(self, request: Generate, context: int) -> None:
        self._overflow = request.overflow
        self._context = context
        self._long = LongConversation(request.messages)
        self._start = 0
        self._original = request
        self.request = self._from(0)

    def shorten(self, refusal: TooLong) -> Trimmed | None:
        """Omit more, or use the newest summary. Raises the `refusal` if the chat cannot or shall
        not be shortened, with `left_out` if a summary has to be made first."""
        summaries = [it for it in self._long.summaries if it[0] > self._start]
        if self._overflow is Overflow.SUMMARISE and summaries:
            self._start, summary = summaries[-1]
            self.request = self._from(self._start, summary)
            return None
        left = [it for it in self._long.starts if it > self._start]
        if self._overflow is Overflow.REFUSE or not left:
            raise refusal
        start = left[(len(left) - 1) // 2]
        if self._overflow is Overflow.SUMMARISE:
            known = self._context >= _LEAST_CONTEXT
            raise TooLong(refusal.args[0], start if known else 0) from refusal
        self._start = start
        self.request = self._from(start)
        return Trimmed(self._original.request_id, start)

    def _from(self, start: int, summary: str = "") -> Generate:
        plan = self._long.context_plan(start, summary)
        return replace(self._original, messages=plan.messages)
