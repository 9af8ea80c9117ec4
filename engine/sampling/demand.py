"""The form that a reply has to have, for those who do not need the grammars' library."""

from typing import TYPE_CHECKING

from engine.frozen import frozen

if TYPE_CHECKING:
    from llguidance import LLMatcher


@frozen
class Demand:
    """The form of an answer: `matcher` is at its start. Anything may follow a `beginning`. With an
    `opener`, the answer may also be a call that begins with this token; `beginning` then holds for
    the call alone."""

    matcher: "LLMatcher"
    beginning: bool = False
    opener: int | None = None
