"""Tool calls while they are written, where a format writes their arguments as a JSON object."""

from dataclasses import field

import regex

from engine.channels.tool_calls.json_prefix import JsonPrefix
from engine.frozen import mutable

# Each head spans the text from the begin of a block, or the end of the arguments before, up to the
# opening bracket of the next arguments.
_OBJECT = (
    r'\{\s*(?:"(?:id|type)"\s*:\s*"[^"\\]*"\s*,\s*)*(?:"function"\s*:\s*\{\s*)?'
    r'"(?:name|tool_name|function)"\s*:\s*"(?P<name>[^"\\]+)"\s*,\s*'
    r'"(?:arguments|parameters|args)"\s*:\s*\{'
)
JSON_HEAD = regex.compile(
    r"(?:[\s;,\[\]}]|```(?:json|tool_code|python)?|<\|python_tag\|>|<\|plugin\|>)*" + _OBJECT
)
MISTRAL_HEAD = regex.compile(
    r"(?:[\s;,\]}]|\[TOOL_CALLS\])*(?:\[?\s*" + _OBJECT + r"|"
    r"(?P<name>[\w.-]+)\s*(?:\[CALL_ID\]\s*[\w-]*\s*)?(?:\[ARGS\])?\s*\{)"
)
KIMI_HEAD = regex.compile(
    r"\s*(?:<\|tool_call_end\|>\s*)?(?:<\|tool_call_begin\|>)?\s*(?:functions\.)?"
    r"(?P<name>[\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*\{"
)
DEEPSEEK_HEAD = regex.compile(
    r"\s*(?:```)?\s*(?:<｜tool▁call▁end｜>)?\s*(?:<｜tool▁call▁begin｜>)?(?:"
    r"(?P<name>[\w.-]+)<｜tool▁sep｜>\s*\{|"
    r"\w*<｜tool▁sep｜>(?P<name>[\w.-]+)\n\s*(?:```(?:json)?)?\s*\{)"
)
KEYED_HEAD = regex.compile(r'[\s,}\[]*\{\s*"(?P<name>[^"\\]+)"\s*:\s*\{')
# Characters. What is longer is no head.
_LONGEST_HEAD = 1024


@mutable
class GrownCall:
    """A call so far: `parts` of its arguments add up to a prefix of normalized JSON, and to all of
    it once the call is `whole`."""

    name: str
    parts: list[str] = field(default_factory=list)
    whole: bool = False

    @property
    def arguments(self) -> str:
        return "".join(self.parts)


class GrowingCalls:
    """The calls of a block while its text comes. A text without a head that is known ends them: the
    rest of the block is known at its end."""

    def __init__(self, head: regex.Pattern[str], name: str = "") -> None:
        """`name`: the only tool of the block, if its text does not name it."""
        self.calls: list[GrownCall] = []
        self._head = head
        self._name = name
        self._text = ""
        self._prefix: JsonPrefix | None = None
        self._ended = False

    def add(self, text: str) -> None:
        while text and not self._ended:
            text = self._begin(text) if self._prefix is None else self._grow(self._prefix, text)

    def _begin(self, text: str) -> str:
        """Look for the next arguments; return their text."""
        self._text += text
        found = self._head.match(self._text, partial=True)
        if found is None or found.end() > _LONGEST_HEAD:
            self._ended = True
            return ""
        if found.partial:
            return ""
        text, self._text = self._text[found.end() - 1 :], ""
        name = self._name or found["name"].strip()
        self.calls.append(GrownCall(name))
        self._prefix = JsonPrefix()
        return text

    def _grow(self, prefix: JsonPrefix, text: str) -> str:
        """Take text of the arguments; return the text after them."""
        call = self.calls[-1]
        part, rest = prefix.feed(text)
        if part:
            call.parts.append(part)
        call.whole = prefix.whole
        if prefix.whole:
            self._prefix = None
        self._ended = prefix.failed or (prefix.whole and bool(self._name))
        return rest
