"""The options of one reply, and checks of their values."""

import json

from engine.frozen import frozen
from engine.sentences import say, say_value


@frozen
class SamplingParams:
    """The choice of tokens and the end of a reply. The defaults change nothing: greedy, no
    penalty.

    `seed` None draws a random seed. 0 switches `top_k`, `min_p` and `top_logprobs` off.
    `logit_bias` has pairs of a token id and the number that is added to its logit. `stop` strings
    end the answer and are not shown. `thinking_budget` is the maximum number of reasoning tokens.
    `json_schema` is the JSON text of a schema that the answer will match.

    Raises ValueError that names the field for a value that no model can use.
    """

    max_tokens: int = 2048
    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    logit_bias: tuple[tuple[int, float], ...] = ()
    seed: int | None = None
    stop: tuple[str, ...] = ()
    top_logprobs: int = 0
    thinking: bool = False
    thinking_budget: int | None = None
    json_schema: str = ""

    def __post_init__(self) -> None:
        _check_int("max_tokens", self.max_tokens, 1, 2**31)
        _check_number("temperature", self.temperature, 0, 5)
        _check_number("top_p", self.top_p, 0, 1, open_below=True)
        _check_int("top_k", self.top_k, 0, 2**31)
        _check_number("min_p", self.min_p, 0, 1)
        _check_number("repetition_penalty", self.repetition_penalty, 0, 10, open_below=True)
        _check_number("presence_penalty", self.presence_penalty, -10, 10)
        _check_number("frequency_penalty", self.frequency_penalty, -10, 10)
        _check_int("top_logprobs", self.top_logprobs, 0, 20)
        if self.seed is not None:
            _check_int("seed", self.seed, 0, 2**64 - 1)
        if self.thinking_budget is not None:
            _check_int("thinking_budget", self.thinking_budget, 0, 2**31)
        if not isinstance(self.thinking, bool):
            raise ValueError(
                say("thinking is {value}; it must be true or false", value=say_value(self.thinking))
            )
        _check_bias(self.logit_bias)
        _check_stop(self.stop)
        _check_schema(self.json_schema)


def _check_number(
    name: str, value: object, least: float, most: float, *, open_below: bool = False
) -> None:
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not (least < value <= most or (value == least and not open_below))
    ):
        reach = (
            say("above {least:g} and at most {most:g}", least=least, most=most)
            if open_below
            else say("{least:g} to {most:g}", least=least, most=most)
        )
        raise ValueError(
            say(
                "{name} is {value}; it must be a number, {reach}",
                name=name,
                value=say_value(value),
                reach=reach,
            )
        )


def _check_int(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(
            say(
                "{name} is {value}; it must be a whole number, {least} to {most}",
                name=name,
                value=say_value(value),
                least=least,
                most=most,
            )
        )


def _check_bias(pairs: object) -> None:
    if not isinstance(pairs, tuple) or not all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
        raise ValueError(
            say("logit_bias is not valid; it must have pairs of a token ID and a number")
        )
    for token, bias in pairs:
        _check_int(say("a token ID of logit_bias"), token, 0, 2**31)
        _check_number(say("logit_bias of token {token}", token=token), bias, -100, 100)


def _check_stop(stop: object) -> None:
    if not isinstance(stop, tuple) or not all(isinstance(text, str) for text in stop):
        raise ValueError(say("stop is not valid; it must be a list of stop strings"))
    if not all(stop):
        raise ValueError(say("stop is not valid: a stop string is empty; remove it"))


def _check_schema(text: object) -> None:
    try:
        found = json.loads(text) if isinstance(text, str) and text else {}
        good = isinstance(text, str) and isinstance(found, dict)
    except (ValueError, RecursionError):
        good = False
    if not good:
        raise ValueError(
            say('json_schema is not a JSON object; write one, such as {{"type": "object"}}')
        )
