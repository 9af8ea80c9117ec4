"""The grammar of a tool call that a request requires, or that it allows beside a JSON answer."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from llguidance import LLMatcher
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.tool_calls.call_syntax import CallSyntax, Part
from engine.errors import Refused
from engine.sampling import grammar

_ANY = {"type": "object"}


def compile_call(
    tools: Iterable[str],
    name: str,
    syntax: CallSyntax,
    tokenizer: TokenizerWrapper,
    answer: str = "",
) -> LLMatcher:
    """Return a matcher at the start of a call of one of the tools, or of the one called `name`.
    Arguments match their tool's schema, as far as llguidance knows its keywords. With the JSON
    schema of an `answer`, the matcher is at the start of such an answer or of one or more calls.
    Raises Refused."""
    functions = [json.loads(tool)["function"] for tool in tools]
    chosen = [it for it in functions if not name or it["name"] == name]
    if not chosen:
        raise Refused(
            "The tool {name} must be called, but it is not offered. Offer it, or choose another.",
            name=name,
        )
    with suppress(Refused):
        return _compiled(chosen, syntax, tokenizer, answer)
    # Without the schemas that cannot be used: who runs a tool checks its arguments in any case.
    usable = [it if _is_usable(it, syntax, tokenizer) else {"name": it["name"]} for it in chosen]
    with suppress(Refused):
        return _compiled(usable, syntax, tokenizer, answer)
    if answer:
        raise Refused(
            "This JSON schema and these tools cannot be used together with this model. Remove the "
            "schema, or switch the tools off."
        )
    raise Refused(
        "This model cannot be required to call these tools. Let it choose, or use another model."
    )


def _compiled(
    functions: Sequence[Mapping[str, Any]],
    syntax: CallSyntax,
    tokenizer: TokenizerWrapper,
    answer: str = "",
) -> LLMatcher:
    lark = LLMatcher.grammar_from_lark(_lark(functions, syntax, answer))
    return grammar.compile_grammar(lark, tokenizer)


def _is_usable(
    function: Mapping[str, Any], syntax: CallSyntax, tokenizer: TokenizerWrapper
) -> bool:
    try:
        _compiled((function,), syntax, tokenizer)
    except Refused:
        return False
    return True


def _lark(functions: Iterable[Mapping[str, Any]], syntax: CallSyntax, answer: str) -> str:
    """Return the grammar in llguidance's dialect of Lark."""
    rules = []
    for function in functions:
        arguments = [f"%json {_schema(function)}"] if syntax.json else []
        rules.append(
            " ".join(
                [
                    *_literals(syntax.before),
                    *_literals((_name(function["name"], syntax),)),
                    *_literals(syntax.between),
                    *arguments,
                    *_literals(syntax.after),
                ]
            )
        )
    names = " | ".join(f"call_{number}" for number in range(len(rules)))
    start = [f"start: {names}"]
    if answer:
        schema = json.dumps(json.loads(answer) | {"x-guidance": grammar.OPTIONS})
        # Other arguments than JSON have no known end, and so no call after them.
        more = r' (("\n" | "\n\n")? call)*' if syntax.json else ""
        start = [
            f"start: answer | call{more}", f"answer: %json {schema}", f"call: {names}",
        ]  # fmt: skip
    return "\n".join([*start, *(f"call_{number}: {rule}" for number, rule in enumerate(rules))])


def _name(name: str, syntax: CallSyntax) -> str:
    """Return a tool's name as it stands in a call, where it may be a JSON string."""
    quoted = bool(syntax.before) and str(syntax.before[-1]).endswith('"')
    return json.dumps(name, ensure_ascii=False)[1:-1] if quoted else name


def _literals(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        yield f"<[{part}]>" if isinstance(part, int) else json.dumps(part, ensure_ascii=False)


def _schema(function: Mapping[str, Any]) -> str:
    """Return the schema of a tool's arguments: only those that it names, unless it says more."""
    parameters = function.get("parameters")
    schema: dict[str, Any] = dict(parameters) if isinstance(parameters, Mapping) else dict(_ANY)
    schema["type"] = "object"
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    return json.dumps(schema | {"x-guidance": grammar.OPTIONS | {"lenient": True}})
