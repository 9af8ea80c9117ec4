"""Puts texts of people and models into a Markdown file without side effects."""

import re
from collections.abc import Iterator

_SPAN = re.compile(r"(?<![`\\])(`{1,9})(?!`)(?:(?!\n[ \t]*\n).){1,2000}?(?<!`)\1(?!`)", re.DOTALL)
_TAG = re.compile(r"<(?=[A-Za-z/!?][^<>]{0,5000}>)(?!https?://|mailto:)")
# except an image of the conversation, which is beside the text
_IMAGE = re.compile(r"!\[(?![^\]\n]{0,999}\]\(attachment:\d{1,4}\))")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")


def escaped_line(text: str) -> str:
    """Return the text on one line, with all Markdown characters escaped."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def fenced(text: str) -> str:
    """Return the text in a fence that is longer than any inside it."""
    longest = max((len(it) for it in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}\n"


def inert(text: str) -> str:
    """Escape HTML and foreign images outside code: viewers would load or run them."""
    parts = _by_fences(text)
    return "".join(part if code else _inert_but_spans(part) for code, part in parts)


def _inert_but_spans(text: str) -> str:
    found: list[str] = []
    done = 0
    for span in _SPAN.finditer(text):
        found += [_inert(text[done : span.start()]), span[0]]
        done = span.end()
    return "".join((*found, _inert(text[done:])))


def _inert(text: str) -> str:
    return _TAG.sub(r"\\<", _IMAGE.sub(r"\\![", text))


def _by_fences(text: str) -> Iterator[tuple[bool, str]]:
    """Yield parts of the text; True marks a fenced one."""
    fence, lines = "", list[str]()
    for line in text.splitlines(keepends=True):
        after = _fence_after(fence, line.rstrip("\r\n"))
        if bool(after) != bool(fence):
            if after:
                yield False, "".join(lines)
                lines = [line]
            else:
                yield True, "".join((*lines, line))
                lines = []
        else:
            lines.append(line)
        fence = after
    yield bool(fence), "".join(lines)


def closed(text: str) -> str:
    """Close a fence that the text leaves open."""
    fence = ""
    for line in text.split("\n"):
        fence = _fence_after(fence, line)
    return f"{text}\n{fence}" if fence else text


def _fence_after(fence: str, line: str) -> str:
    """Return the mark of the fence that is open after a line, or ""."""
    found = _FENCE.match(line)
    if not found:
        return fence
    mark, rest = found.groups()
    if not fence:
        return mark
    ends = mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip()
    return "" if ends else fence
