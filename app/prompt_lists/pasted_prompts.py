"""Splits pasted text into the prompts of a run."""

import csv
from pathlib import Path

from app.prompt_lists import prompt_files
from engine.errors import Refused
from ui.state.prompt_list import ListedPrompt, Split

# Characters; a longer list belongs into a file.
MOST_CHARACTERS = 1_000_000


def pasted_prompts(name: str, text: str, split: Split) -> tuple[Split, tuple[ListedPrompt, ...]]:
    """Return how the text was split, and its prompts. JSON, JSON Lines and CSV with a title are
    recognized; other text is split at lines, or at empty lines, as `split` says. `name` stands for
    the text in the sentences of Refused. Relative names of files begin at the home folder."""
    if len(text) > MOST_CHARACTERS:
        raise Refused("The text is too long to paste. Save it as a file and choose that.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kind = _recognized(text) or split
    if kind is Split.BLOCKS:
        return kind, _blocks(text)
    suffix = {Split.LINES: ".txt", Split.JSON: ".json"}.get(kind, ".csv")
    return kind, prompt_files.prompts_of(Path.home() / name, suffix, text)


def _recognized(text: str) -> Split | None:
    begin = text.lstrip()[:1]
    if begin == "{" and not text.lstrip().startswith("{{"):
        return Split.JSON
    if text.lstrip().startswith(('["', "[{", "[\n")):
        return Split.JSON
    return Split.CSV if _has_titles(text) else None


def _has_titles(text: str) -> bool:
    """Return True if the first line has titles of columns, one of them that of the prompts."""
    first, _, rest = text.partition("\n")
    mark = max(",;\t", key=first.count)
    try:
        row = next(csv.reader([first], delimiter=mark), [])
    except csv.Error:
        return False
    titles = {title.strip().casefold() for title in row}
    # a comma in a sentence has a space after it
    several = len(row) > 1 and not any(title.startswith(" ") for title in row)
    return (
        bool(rest.strip())
        and (several or "prompt" in titles)
        and not titles.isdisjoint(prompt_files.TEXT_KEYS)
    )


def _blocks(text: str) -> tuple[ListedPrompt, ...]:
    """Return the blocks between empty lines."""
    found: list[ListedPrompt] = []
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            lines.append(line)
        elif lines:
            found.append(ListedPrompt("\n".join(lines).strip(), line=number - len(lines)))
            lines = []
    if len(found) > prompt_files.MAX_PROMPTS:
        raise Refused(
            "The text contains more than {most:,} prompts. Split it.", most=prompt_files.MAX_PROMPTS
        )
    return tuple(found)
