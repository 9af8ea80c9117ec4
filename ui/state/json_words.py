"""JSON that a person writes: how it is read, and the sentences about what is wrong in it."""

import json
from math import isfinite
from typing import Any

from ui.look.language import tr

_SHOWN_DIGITS = 20


def read_json(text: str) -> Any:
    """Parse JSON that can be written again. Raises ValueError with a sentence that says what is
    wrong, where, and what to do."""
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_float, parse_int=_int)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        sentence = _sentence(error.msg)
        raise ValueError(sentence.format(line=error.lineno, column=error.colno)) from None
    except UnicodeEncodeError as error:
        escape = f"\\u{ord(error.object[error.start]):04x}"
        raise ValueError(
            tr("{escape} is only half a character. Write the character itself.").format(
                escape=escape
            )
        ) from None
    except RecursionError:
        raise ValueError(tr("This JSON is nested too deeply.")) from None
    return found


def _sentence(problem: str) -> str:
    """Return the sentence for a message of Python's parser."""
    usual = tr("This is not valid JSON: there is a mistake in line {line}, column {column}.")
    found = (words for begin, words in _sentences().items() if problem.startswith(begin))
    return next(found, usual)


def _sentences() -> dict[str, str]:
    comma = tr("The comma in line {line}, column {column} is one too many. Remove it.")
    escape = tr(
        "JSON does not know the escape in line {line}, column {column}. Write \\\\ for a backslash."
    )
    return {
        "Expecting value": tr(
            "A value is missing or not valid in line {line}, column {column}. Put text in double "
            "quotes."
        ),
        "Expecting property name": tr(
            "A name in double quotes is missing in line {line}, column {column}. There is no comma "
            "after the last value."
        ),
        "Expecting ':'": tr(
            "A colon is missing in line {line}, column {column}. Put it between a name and its "
            "value."
        ),
        "Expecting ','": tr(
            'A comma or a closing bracket is missing in line {line}, column {column}. Write \\" '
            "for a quote inside a text."
        ),
        "Illegal trailing comma": comma,
        "Unterminated string": tr(
            "The text that begins in line {line}, column {column} has no closing quote. Add it."
        ),
        "Invalid control character": tr(
            "There is a line break or a tab inside the text in line {line}, column {column}. Write "
            "\\n or \\t instead."
        ),
        "Invalid \\": escape,
        "Extra data": tr("The JSON ends before line {line}, column {column}. Remove what follows."),
    }


def _refuse(name: str) -> None:
    raise ValueError(
        tr("JSON has no number {name}. Write another number, or null.").format(name=name)
    )


def _float(digits: str) -> float:
    if not isfinite(number := float(digits)):
        raise _too_large(digits)
    return number


def _int(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise _too_large(digits) from None


def _too_large(digits: str) -> ValueError:
    shown = digits if len(digits) <= _SHOWN_DIGITS else f"{digits[:_SHOWN_DIGITS]}…"
    return ValueError(tr("The number {number} is too large.").format(number=shown))
