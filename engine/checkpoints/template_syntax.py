"""The syntax of chat templates, which are parsed here but never run."""

from typing import Any

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.ext import Extension, loopcontrols

# Parsing a longer one would hold up the window; the longest in use have a tenth of it.
_LONGEST = 200_000
# In these an unknown filter fails only when it is reached, unless one of the others is between.
_CONDITIONS = nodes.If, nodes.CondExpr
_FRAMES = (
    nodes.For, nodes.Macro, nodes.CallBlock, nodes.With, nodes.FilterBlock, nodes.AssignBlock,
    nodes.Block, nodes.Scope,
)  # fmt: skip
# The fields of those that are computed outside of them.
_OUTSIDE = "call", "iter", "values"


class _Generation(Extension):
    """The tag of transformers around answers."""

    tags = {"generation"}  # noqa: RUF012  as the library declares it

    def parse(self, parser: Any) -> Any:
        next(parser.stream)
        return nodes.Scope(parser.parse_statements(("name:endgeneration",), drop_needle=True))


def can_be_parsed(template: str) -> bool:
    """Return False if a chat template is no valid Jinja, or has a filter or a test that is not
    known. Compiling it would find them too, but computes its constants, of any size."""
    if len(template) > _LONGEST:
        return True
    environment = Environment(extensions=[_Generation, loopcontrols])
    try:
        return not _has_unknown(environment.parse(template), environment)
    # Python reads no number of more than 4,300 digits.
    except (TemplateSyntaxError, RecursionError, ValueError):
        return False


def _has_unknown(node: nodes.Node, environment: Environment, *, fails: bool = True) -> bool:
    """Return True if a filter or a test is not known where that `fails`."""
    if fails and isinstance(node, nodes.Filter | nodes.Test):
        known = environment.filters if isinstance(node, nodes.Filter) else environment.tests
        if node.name not in known:
            return True
    within = isinstance(node, _FRAMES) or (fails and not isinstance(node, _CONDITIONS))
    parts = (
        *((it, fails) for it in node.iter_child_nodes(only=_OUTSIDE)),
        *((it, within) for it in node.iter_child_nodes(exclude=_OUTSIDE)),
    )
    return any(_has_unknown(it, environment, fails=each) for it, each in parts)
