"""The text that a model writes around the name and the arguments of a tool call."""

from engine.frozen import frozen

# A text, or the id of a token that is a marker.
Part = str | int


@frozen
class CallSyntax:
    """A call is `before`, the tool's name, `between`, the arguments as a JSON object, and `after`.
    If the arguments are not `json`, `between` is only what precedes any arguments, and `after` is
    empty: the rest is up to the model."""

    before: tuple[Part, ...]
    between: tuple[Part, ...]
    after: tuple[Part, ...] = ()
    json: bool = True
