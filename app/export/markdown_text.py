"""Texts of others inside a Markdown file."""

import re

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


def closed(text: str) -> str:
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if not found:
            continue
        mark, rest = found.groups()
        if not fence:
            fence = mark
        elif mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip():
            fence = ""
    return f"{text}\n{fence}" if fence else text
