"""Variables in the texts of stored prompts: {{name}}, {{name:default}} and {{name:one|two}}."""

import re
from collections.abc import Mapping

from engine.frozen import frozen

# These are filled without asking.
CLIPBOARD, DATE = BUILT_IN = "clipboard", "date"
# Further variables stay as text.
MOST_VARIABLES = 20
# Each part is bounded, so that a hostile text costs little.
_VARIABLE = re.compile(r"\{\{([^{}:|\n]{1,60})(?::([^{}\n]{0,1000}))?\}\}")


@frozen
class Variable:
    """`default` is the text that is offered at first, `choices` are all texts if only some fit."""

    name: str
    default: str = ""
    choices: tuple[str, ...] = ()


def variables(text: str) -> tuple[Variable, ...]:
    """Return the variables that a person is asked for, each once, in their order."""
    found: dict[str, Variable] = {}
    for match in _VARIABLE.finditer(text):
        key = _key(match)
        known = key in BUILT_IN or (key in found and found[key].default)
        if key and not known and (key in found or len(found) < MOST_VARIABLES):
            found[key] = _variable(match)
    return tuple(found.values())


def built_in(text: str) -> set[str]:
    """Return which of BUILT_IN occur in the text."""
    return {_key(match) for match in _VARIABLE.finditer(text)} & set(BUILT_IN)


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return the text with values in place of its variables, by name. Other variables stay, and so
    do those inside the values."""
    by_key = {name.casefold(): value for name, value in values.items()}
    return _VARIABLE.sub(lambda match: by_key.get(_key(match), match[0]), text)


def _key(match: re.Match[str]) -> str:
    return match[1].strip().casefold()


def _variable(match: re.Match[str]) -> Variable:
    given = (match[2] or "").strip()
    choices = tuple(it.strip() for it in given.split("|")) if "|" in given else ()
    return Variable(match[1].strip(), choices[0] if choices else given, choices)
