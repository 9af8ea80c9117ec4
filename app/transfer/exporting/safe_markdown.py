"""Texts of others inside a Markdown file."""

import re
from collections.abc import Iterator

_SPAN = re.compile(r"(?<![`\\])(`{1,9})(?!`)(?:(?!\n[ \t]*\n).){1,2000}?(?<!`)\1(?!`)", re.DOTALL)
_TAG = re.compile(r"<(?=[A-Za-z/!?][^<>]{0,5000}>)(?!https?://|mailto:)")
# but one of the conversation, which is beside the text
_PICTURE = re.compile(r"!\[(?![^\]\n]{0,999}\]\(attachment:\d{1,4}\))")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")


def one_line(text: str) -> str:
    """On one line, with nothing that Markdown would take for its own."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def fenced(text: str) -> str:
    """In a fence that is longer than any in it."""
    longest = max((len(it) for it in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}\n"


def inert(text: str) -> str:
    """Without pictures of others and HTML, but in code: they would be fetched when it is read."""
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
    return _TAG.sub(r"\\<", _PICTURE.sub(r"\\![", text))


def _by_fences(text: str) -> Iterator[tuple[bool, str]]:
    """Parts, and whether they are fenced."""
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
    fence = ""
    for line in text.split("\n"):
        fence = _fence_after(fence, line)
    return f"{text}\n{fence}" if fence else text


def _fence_after(fence: str, line: str) -> str:
    """The mark that is open after a line; empty where none is."""
    found = _FENCE.match(line)
    if not found:
        return fence
    mark, rest = found.groups()
    if not fence:
        return mark
    ends = mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip()
    return "" if ends else fence
