"""Say why a chat template failed, and in which line."""

import re
from types import TracebackType

from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from engine.frozen import frozen
from engine.sentences import Sentence, say, verbatim

# Names of files in tracebacks that Jinja gives to a template that was a text.
_TEMPLATE_FILES = ("<template>", "<unknown>")
MAX_REASON = 500
# Jinja's messages have the names of a template in quotes.
_QUOTED = r"""(?:'([^']*)'|"([^"]*)")"""
_UNDEFINED = re.compile(rf"{_QUOTED} is undefined")
_NO_FIELD = re.compile(rf".* has no (?:attribute|element) (?:{_QUOTED}|(-?\w+))")
_UNSAFE = re.compile(rf"access to attribute {_QUOTED} of .* object is unsafe")
_NO_FILTER = re.compile(rf"No filter named {_QUOTED}.*")
_NO_TEST = re.compile(rf"No test named {_QUOTED}.*")
_TAG = re.compile(rf"Encountered unknown tag {_QUOTED}.*")
_UNCLOSED = re.compile(rf"Unexpected end of template.*to be closed is {_QUOTED}")
_ENDS = re.compile(r"(?:unexpected|Expected an expression, got) 'end of template'")
_MISSING_AT_END = re.compile(rf"unexpected end of template, expected {_QUOTED}")
_MISSING = re.compile(rf"expected token {_QUOTED}, got {_QUOTED}")
_OTHER_BRACKET = re.compile(rf"unexpected {_QUOTED}, expected {_QUOTED}")
_UNEXPECTED = re.compile(
    rf"(?:unexpected|unexpected char|Expected an expression, got) {_QUOTED}(?: at \d+|)"
)
_SIGNS = {
    "begin of comment": "{#",
    "end of comment": "#}",
    "begin of statement block": "{%",
    "end of statement block": "%}",
    "begin of print statement": "{{",
    "end of print statement": "}}",
}
_LITERALS = ("string", "integer", "float")


@frozen
class TemplateProblem:
    """`line` is the number of the line in the template, 0 if it is not known."""

    sentence: Sentence
    line: int


def template_problem(error: BaseException) -> TemplateProblem:
    """Explain an error that rendering a template raised."""
    line = _line(error)
    what = _what(error)
    if not line or type(error) is TemplateError:
        return TemplateProblem(what, line)
    return TemplateProblem(say("line {line}: {what}", line=line, what=what), line)


def _what(error: BaseException) -> Sentence:
    reason = str(error)[:MAX_REASON]
    if type(error) is TemplateError:
        # The template's own words, for this conversation.
        return verbatim(reason)
    if isinstance(error, TemplateError) and (known := _name(reason) or _syntax(reason)):
        return known
    if isinstance(error, RecursionError):
        return say("it refers to itself endlessly.")
    if isinstance(error, TemplateSyntaxError):
        return say("this is not valid Jinja: {reason}", reason=reason)
    if isinstance(error, UndefinedError):
        return say("something is used that does not exist: {reason}", reason=reason)
    if isinstance(error, SecurityError):
        return say("this is not allowed in a template: {reason}", reason=reason)
    return say("this failed: {reason}", reason=reason)


def _name(reason: str) -> Sentence | None:
    """Return what is wrong with a name, or None if something else is."""
    if found := _parts(_UNDEFINED, reason):
        return say("“{name}” does not exist.", name=found[0])
    if found := _parts(_NO_FIELD, reason):
        return say("a value has no “{name}”.", name=found[0])
    if found := _parts(_UNSAFE, reason):
        return say("“{name}” may not be used in a template.", name=found[0])
    if found := _parts(_NO_FILTER, reason):
        return say("there is no filter “{name}”.", name=found[0])
    if found := _parts(_NO_TEST, reason):
        return say("there is no test “{name}”.", name=found[0])
    if found := _parts(_TAG, reason):
        if found[0] in ("else", "elif") or found[0].startswith("end"):
            return say("the tag “{name}” is in the wrong place.", name=found[0])
        return say("there is no tag “{name}”.", name=found[0])
    return None


def _syntax(reason: str) -> Sentence | None:
    """Return what is missing or too much, or None if something else is wrong."""
    if found := _parts(_UNCLOSED, reason):
        return say("the template ends before “{tag}” is closed.", tag=found[0])
    if _ENDS.fullmatch(reason):
        return say("the template ends too early.")
    if found := _parts(_MISSING_AT_END, reason):
        return say("“{sign}” is missing at the end of the template.", sign=found[0])
    if found := _parts(_MISSING, reason):
        return _missing(*found)
    if found := _parts(_OTHER_BRACKET, reason):
        return _missing(found[1], found[0])
    if found := _parts(_UNEXPECTED, reason):
        return _unexpected(found[0])
    return None


def _parts(pattern: re.Pattern[str], reason: str) -> list[str]:
    """Return the quoted parts of a message of Jinja, or nothing if it is another message."""
    match = pattern.fullmatch(reason.rstrip("."))
    return [_SIGNS.get(it, it) for it in match.groups() if it is not None] if match else []


def _missing(expected: str, found: str) -> Sentence:
    # Jinja also expects kinds of tokens, such as a name.
    if expected.isalpha():
        return _unexpected(found)
    if found in _LITERALS:
        return say("“{sign}” is missing before a text or number.", sign=expected)
    return say("“{sign}” is missing before “{found}”.", sign=expected, found=found)


def _unexpected(found: str) -> Sentence:
    if found in _LITERALS:
        return say("a text or number is not expected here.")
    return say("“{found}” is not expected here.", found=found)


def _line(error: BaseException) -> int:
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    line, trace = 0, error.__traceback__
    while isinstance(trace, TracebackType):
        if trace.tb_frame.f_code.co_filename in _TEMPLATE_FILES:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
