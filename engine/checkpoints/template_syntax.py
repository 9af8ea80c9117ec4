"""The syntax of chat templates, which are parsed here but never run."""

from typing import Any

from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import Extension, loopcontrols

# Parsing a longer one would hold up the window; the longest in use have a tenth of it.
_LONGEST = 200_000


class _Generation(Extension):
    """The tag of transformers around answers."""

    tags = {"generation"}  # noqa: RUF012  as the library declares it

    def parse(self, parser: Any) -> Any:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def can_be_parsed(template: str) -> bool:
    """Return False if a chat template is no valid Jinja."""
    if len(template) > _LONGEST:
        return True
    try:
        Environment(extensions=[_Generation, loopcontrols]).parse(template)
    # Python reads no number of more than 4,300 digits.
    except (TemplateSyntaxError, RecursionError, ValueError):
        return False
    return True
