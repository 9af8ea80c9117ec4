"""Say why a chat template failed, and in which line."""

from types import TracebackType

from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from engine.frozen import frozen
from engine.sentences import Sentence, say, verbatim

# Names of files in tracebacks that Jinja gives to a template that was a text.
_TEMPLATE_FILES = ("<template>", "<unknown>")
MAX_REASON = 500


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
    if isinstance(error, RecursionError):
        return say("it refers to itself endlessly.")
    if isinstance(error, TemplateSyntaxError):
        return say("this is not valid Jinja: {reason}", reason=reason)
    if isinstance(error, UndefinedError):
        return say("something is used that does not exist: {reason}", reason=reason)
    if isinstance(error, SecurityError):
        return say("this is not allowed in a template: {reason}", reason=reason)
    if isinstance(error, TemplateError):
        # The template's own words, for this conversation.
        return verbatim(reason)
    return say("this failed: {reason}", reason=reason)


def _line(error: BaseException) -> int:
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    line, trace = 0, error.__traceback__
    while isinstance(trace, TracebackType):
        if trace.tb_frame.f_code.co_filename in _TEMPLATE_FILES:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
