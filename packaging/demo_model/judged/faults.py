"""Says what is wrong with an answer."""

import json
import re

from demo_model.judged.case import Case
from demo_model.judged.judge import same_meaning
from engine.answers import Answer
from engine.messages import FinishReason

# Skills whose answers can be worded in one way only.
LITERAL = (
    *("repeat", "counting", "name", "recall", "one_word"),
    *("tool_answer", "tool_steps", "date", "read_file", "declined"),
    *("in_digits", "in_words", "yes_or_no", "copy", "edit", "depth", "not_told", "table"),
    *("agent_answer", "agent_none"),
)
GERMAN_WORDS = frozenset(
    ("der", "die", "das", "ein", "eine", "einen", "kein", "keine", "keinen", "ich", "es", "ist")
)


def fault(case: Case, answer: Answer) -> str:
    """Return what is wrong with an answer, "" if nothing is."""
    if answer.error:
        return answer.error
    if answer.reason not in (FinishReason.STOP, FinishReason.TOOL_CALLS):
        return "without an end"
    if case.thinking != bool(answer.reasoning.strip()):
        return "without reasoning" if case.thinking else "with reasoning"
    if calls(answer) != list(case.expected.calls):
        return "another call"
    expected, said = case.expected.text, answer.content
    if case.expected.skill == "json":
        return "" if _sorted_json(said) == _sorted_json(expected) else "other JSON"
    if expected.isupper() != said.isupper():
        return "in other letters"
    if _is_german(expected) != _is_german(said):
        return "in another language"
    if case.expected.skill in ("story", "capitals"):
        expected, said = _without_choices(expected), _without_choices(said)
    if case.expected.skill in LITERAL:
        return "" if said.strip() == expected.strip() else "other words"
    return "" if same_meaning(expected, said) else "another meaning"


def _is_german(text: str) -> bool:
    return not GERMAN_WORDS.isdisjoint(re.findall(r"\w+", text.lower()))


def _without_choices(story: str) -> str:
    """Return a story without the place and the hero, which Dot may choose freely."""
    for free in (r"(?<=lived alone ).*?(?= and wanted)", r"(?<=met a small )\w+"):
        story = re.sub(free, "…", story, flags=re.IGNORECASE)
    return story


def calls(answer: Answer) -> list[tuple[str, object]]:
    return [(call.name, _parsed(call.arguments)) for call in answer.tool_calls]


def _sorted_json(text: str) -> str:
    """Return JSON as text, the same for any order of keys and lists. Text tells true from 1."""
    return json.dumps(_sorted(_parsed(text)), sort_keys=True)


def _sorted(value: object) -> object:
    """Return a JSON value with all its lists sorted."""
    if isinstance(value, dict):
        return {name: _sorted(it) for name, it in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=lambda it: json.dumps(it, sort_keys=True))
    return value


def _parsed(arguments: str) -> object:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments
