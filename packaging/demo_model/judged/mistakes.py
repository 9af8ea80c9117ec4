"""The page of mistakes that goes with a model card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

# The page has this many examples of one skill and mode, and letters of a question or an answer.
MOST_EXAMPLES = 3
LONGEST = 160


@dataclass(frozen=True)
class Mistake:
    """A wrong answer: what was asked and expected, what was said, and `fault`, why it is wrong."""

    skill: str
    mode: str
    asked: str
    expected: str
    said: str
    fault: str

    def __str__(self) -> str:
        return (
            f"{self.skill} [{self.mode}] {self.asked!r}: {self.expected!r}, said {self.said!r} "
            f"({self.fault})"
        )


def write_mistakes(
    folder: Path, command: str, shares: dict[str, float], answers: int, mistakes: Sequence[Mistake]
) -> None:
    """Write `mistakes.md`: the command, its figures, the skills with mistakes and examples of them.
    `shares` of right answers are by skill and mode, as in `evaluate.table`."""
    (folder / "mistakes.md").write_text(
        "\n".join(_page(command, shares, answers, mistakes)) + "\n", "utf-8"
    )


def _page(
    command: str, shares: dict[str, float], answers: int, mistakes: Sequence[Mistake]
) -> Iterator[str]:
    right = 1 - len(mistakes) / answers
    yield "# Mistakes\n"
    yield f"Written by `{command}`: {right:.1%} of {answers:,} answers are right. At most"
    yield f"{MOST_EXAMPLES} mistakes of each skill and mode; long texts are cut.\n"
    yield "| skill | right | asked | expected | said | fault |"
    yield "|---|---|---|---|---|---|"
    by_skill = groupby(sorted(mistakes, key=_name), key=_name)
    found = {name: list(group) for name, group in by_skill}
    for name in sorted(found, key=lambda name: (shares[name], name)):
        for one in found[name][:MOST_EXAMPLES]:
            cells = (name, f"{shares[name]:.0%}", one.asked, one.expected, one.said, one.fault)
            yield f"| {' | '.join(map(_cell, cells))} |"


def _name(mistake: Mistake) -> str:
    return f"{mistake.skill}, thinking {mistake.mode}"


def _cell(text: str) -> str:
    """Return text as a cell of a table in Markdown: one line, and nothing that is read as marks."""
    line = " ".join(text.split())
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]} …"
    for mark in "\\|`*_<[":
        line = line.replace(mark, f"\\{mark}")
    return line
