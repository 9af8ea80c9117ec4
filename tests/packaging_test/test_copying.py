"""Copies and edits: nothing but what is asked for is changed."""

import random
import re
from collections import Counter

import pytest

from demo_model.said import copying


def made(seed: int, german: bool) -> tuple[str, list[str], list[str], str]:
    """Return a request, the lines of its text and of its answer, and the skill."""
    rng = random.Random(seed)
    user, said = copying.exchange(rng, german, rng.randint(1, 9))
    request, text = user.text.split("\n\n", 1)
    lines = text.removeprefix("```\n").removesuffix("\n```").split("\n")
    return request, lines, said.text.split("\n"), said.skill


def task(request: str, before: list[str], after: list[str]) -> str:
    """Return what was done to a text. Fails if the request does not ask for that."""
    number = re.search(r"(?i)(?:line|zeile) (\d+)", request)
    at = int(number[1]) - 1 if number else -1
    changed = [i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    if after == before:
        # By chance, a line may be changed into itself.
        assert number is None or before[at].strip() in request
        return "change" if number else "copy"
    if number and after == [before[at]]:
        return "which" if re.match(r"(?i)(what|quote|show|wie|zitiere|zeige)", request) else "line"
    if len(after) < len(before):
        if not number:
            (gone,) = [line for line in before if line.removeprefix("- ") in request]
            at = before.index(gone)
        assert after == before[:at] + before[at + 1 :]
        return "line" if number else "take"
    if len(after) > len(before):
        assert after[:-1] == before and after[-1].removeprefix("- ") in request
        return "add"
    if number:
        indent = re.match(r"\s*", before[at])
        assert changed == [at] and f'"{after[at].strip()}"' in request
        assert indent and after[at] == indent[0] + after[at].strip()
        return "change"
    for old in re.findall(r"\S+", request):
        for new in re.findall(r"\S+", request):
            put = rf"(?<!\w){re.escape(old.strip(quotes))}(?!\w)"
            if [re.sub(put, new.strip(quotes), line) for line in before] == after:
                return "word"
    return "word" if len(changed) == 1 and before[changed[0]].strip() in request else "nothing"


quotes = '":'


@pytest.mark.parametrize("german", [False, True])
def test_only_what_is_asked_for_is_changed(german) -> None:
    tasks = Counter()
    for seed in range(500):
        request, before, after, skill = made(seed, german)
        done = task(request, before, after)
        assert (skill == "copy") == (done in ("copy", "which")), (request, before, after)
        tasks[done] += 1
    assert tasks.keys() == {"copy", "which", "line", "take", "add", "change", "word"}
    assert min(tasks.values()) > 10


def test_a_text_has_as_many_lines_as_requested() -> None:
    user, said = copying.exchange(random.Random(6), german=False, count=200)
    assert user.text.removesuffix("\n```").count("\n") >= 200
    assert len(said.text) > 1000
