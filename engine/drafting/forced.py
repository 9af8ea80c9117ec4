"""Drafts from a grammar: the tokens of the text that must come next."""

from engine.sampling.sampler import Sampler


class ForcedTokens:
    """The grammar forces a text, not its tokens: the model may split that text otherwise, so its
    own sampler decides about these drafts as about all others."""

    name = "grammar"

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        self._tokens: list[int] = []

    def is_promising(self) -> bool:
        self._tokens = self._sampler.forced_tokens()
        return len(self._tokens) > 1

    def draft(self, pending: int, count: int) -> list[int]:
        """Return up to `count` forced tokens after `pending`, if that was the first of them."""
        first, *rest = self._tokens
        return rest[:count] if first == pending else []
