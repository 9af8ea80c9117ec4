"""Token ids of the markers around reasoning and tool calls, for code that needs them before the
text."""

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.detection import template_of
from engine.channels.format import HEADED_REASONING, Format
from engine.frozen import frozen

Ids = tuple[int, ...]


@frozen
class Markers:
    """`start` and `end` enclose reasoning; both are empty for a model that does not reason.
    `close`, which begins with `end`, leads from reasoning to the answer. `calls` has pairs that
    open and close tool calls. `hidden` ids are never text. `line_break` is the id of a line break
    if the template writes one before `end`."""

    start: Ids = ()
    end: Ids = ()
    close: Ids = ()
    calls: tuple[tuple[Ids, Ids], ...] = ()
    hidden: frozenset[int] = frozenset()
    line_break: int | None = None

    @property
    def opening(self) -> Ids:
        """The part of `start` that suffices to recognize the beginning of reasoning."""
        return self.start[:2]


def markers(fmt: Format, tokenizer: TokenizerWrapper) -> Markers:
    """Return the markers of a format that is bound to the tokenizer."""
    known = {name: token for token, name in fmt.specials.items()}

    def ids(text: str) -> Ids:
        if text in known:
            return (known[text],)
        return tuple(tokenizer.encode(text, add_special_tokens=False))

    start, end, close = reasoning_texts(fmt, tokenizer)
    pairs = [
        (block.open, each)
        for block in fmt.tools
        if block.bare is None
        for each in block.close or ("",)
    ]
    calls = tuple((ids(opener), ids(closer)) for opener, closer in pairs if opener)
    hidden = frozenset(fmt.specials)
    return Markers(ids(start), ids(end), ids(close), calls, hidden, _line_break(end, tokenizer))


def reasoning_texts(fmt: Format, tokenizer: TokenizerWrapper) -> tuple[str, str, str]:
    """Return what opens reasoning, what ends it, and what leads from it to the answer; three empty
    texts for a model that does not reason."""
    if fmt.headers:
        return HEADED_REASONING[fmt.headers]
    named, template = set(fmt.specials.values()), template_of(tokenizer)
    for start, end in fmt.think:
        known = {start, end} <= named or start == tokenizer.think_start
        if known or (start in template and end in template):
            return start, end, end
    return "", "", ""


def _line_break(end: str, tokenizer: TokenizerWrapper) -> int | None:
    template = template_of(tokenizer)
    # In a Jinja literal it is spelled with a backslash.
    natural = bool(end) and any(f"{spelled}{end}" in template for spelled in ("\n", "\\n"))
    found = tokenizer.encode("\n", add_special_tokens=False)
    return found[0] if natural and len(found) == 1 else None
