"""The sampler: chooses the next token of one row."""

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import mlx.core as mx
import numpy as np
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.markers import Markers
from engine.errors import Refused
from engine.sampling import grammar
from engine.sampling.thinking_budget import Reasoning, ThinkingBudget
from engine.sampling_params import SamplingParams

# Below it float32 overflows; the likeliest token is drawn there anyway.
MIN_TEMPERATURE = 1e-5


def check_params(
    params: SamplingParams,
    tokenizer: TokenizerWrapper,
    markers: Markers,
    tools: tuple[str, ...],
    name: str,
) -> None:
    """Check the options against the model called `name` and against each other; raises Refused."""
    if params.thinking and not markers.start:
        raise Refused("{name} has no reasoning to switch on. Ask without Think.", name=name)
    if params.thinking_budget is not None and not markers.start:
        raise Refused(
            "{name} does not reason, so it cannot have a thinking budget. Remove the budget.",
            name=name,
        )
    _check_bias(params, tokenizer)
    if params.json_schema and tools:
        raise Refused(
            "A JSON schema and tools cannot be used together: a tool call would not match the "
            "schema. Remove the schema, or switch the tools off."
        )
    if params.json_schema:
        grammar.compile_schema(params.json_schema, tokenizer)


def _check_bias(params: SamplingParams, tokenizer: TokenizerWrapper) -> None:
    highest = max((token for token, _ in params.logit_bias), default=-1)
    # Ids can have gaps, but to list a large vocabulary takes a third of a second.
    if highest >= len(tokenizer._tokenizer):
        size = max(tokenizer.get_vocab().values()) + 1
        if highest >= size:
            raise _outside(highest, size)


def _outside(token: int, size: int) -> Refused:
    return Refused(
        "Token bias names token {token}, but this model's tokens go from 0 to {last}. Remove that "
        "token.",
        token=token,
        last=size - 1,
    )


@dataclass(frozen=True)
class NextToken:
    """A row's next token (1,). If logprobs were requested, also its logprob (1,), and the ids (k,)
    and logprobs (k,) of the likeliest tokens, likeliest first. All arrays are lazy."""

    token: mx.array
    logprobs: tuple[mx.array, mx.array, mx.array] | None


class Sampler:
    """One row's sampler, with its own state and random key: equal seeds and logits give equal
    tokens whatever else runs.

    The steps, in this order:

    1. `top_logprobs` come from the float32 log-softmax of the model's logits, before all other
       steps;
    2. `logit_bias` is added;
    3. `repetition_penalty`: the logit of every token in the prompt or the reply is divided by it if
       positive, and multiplied if negative (Keskar et al., CTRL, 2019);
    4. `presence_penalty` is subtracted once from every token of the reply, `frequency_penalty` as
       often as the token came (OpenAI's API);
    5. tokens that the JSON schema or the thinking budget forbids get -inf; an id that the budget
       forces is taken at once;
    6. temperature 0 takes the likeliest token. Otherwise logits are divided by the temperature,
       `top_k` keeps the k likeliest, `top_p` the fewest of those with at least that share of their
       probability (Holtzman et al., 2019), `min_p` those with that share of the likeliest's, and
       one is drawn.

    `plain`: the choice is the argmax of the logits. `needs_host`: `observe` must get each token
    before the next is chosen; otherwise no choice waits for the value of a token.

    Raises Refused for a bias outside of the vocabulary, for a schema that cannot be compiled, and
    for a budget of a model that does not reason.
    """

    def __init__(
        self,
        params: SamplingParams,
        tokenizer: TokenizerWrapper,
        prompt: Sequence[int],
        stop_ids: frozenset[int],
        markers: Markers,
        *,
        reasoning: bool,
    ) -> None:
        """`reasoning`: the prompt ends inside an open reasoning block."""
        _check_bias(params, tokenizer)
        self._params = params
        self._stop_ids = stop_ids
        self._key = mx.random.key(secrets.randbits(63) if params.seed is None else params.seed)
        self._penalties = _Penalties(params, prompt) if _penalised(params) else None
        self._reasoning = Reasoning(markers, opened=reasoning)
        self._budget: ThinkingBudget | None = None
        self._grammar: grammar.JsonGrammar | None = None
        self._ended = False
        if params.thinking_budget is not None:
            last = prompt[-1] if prompt else None
            self._budget = ThinkingBudget(params.thinking_budget, tokenizer, self._reasoning, last)
        if params.json_schema:
            self._grammar = grammar.JsonGrammar(
                params.json_schema,
                tokenizer,
                self._reasoning,
                stop_ids,
                may_think=params.thinking,
            )
        self.needs_host = bool(self._budget or self._grammar)
        self.plain = not (
            params.temperature
            or params.top_logprobs
            or params.logit_bias
            or self._penalties
            or self.needs_host
        )

    def __call__(self, logits: mx.array) -> NextToken:
        """Choose from (1, vocabulary) logits of any float type."""
        raw = logits.astype(mx.float32)
        forced = None if self._budget is None or self._ended else self._budget.forced
        if forced is None:
            token = self._draw(self._allowed(self._shaped(raw)))
        else:
            token = mx.array([forced], dtype=mx.uint32)
        if self._penalties:
            self._penalties.add(token, raw.shape[-1])
        return NextToken(token, self._logprobs(raw, token))

    def begin(self, tokens: Sequence[int]) -> None:
        """Take the tokens of the answer to continue; raises Refused if the options do not allow
        them."""
        if self._penalties:
            self._penalties.begin(tokens)
        try:
            for token in tokens:
                self.observe(token)
        except RuntimeError as error:
            raise Refused(
                "The answer so far does not match the JSON schema, so it cannot be continued with "
                "that schema. Remove the schema, or regenerate the answer."
            ) from error

    def observe(self, token: int) -> None:
        """Take the token that was chosen last. This changes nothing unless `needs_host`."""
        if self._ended or not self.needs_host:
            return
        # The decoder is one step ahead when it learns that the reply has ended.
        self._ended = token in self._stop_ids
        if self._ended:
            return
        inside = self._reasoning.observe(token)
        if self._budget:
            self._budget.observe(token)
        if self._grammar:
            self._grammar.observe(token, reasoning=inside)

    def forced_tokens(self) -> list[int]:
        """Return the tokens of the text that the JSON schema requires after the observed tokens;
        they may not be the only way to write that text."""
        return self._grammar.forced_tokens() if self._grammar and not self._ended else []

    def _logprobs(
        self, logits: mx.array, token: mx.array
    ) -> tuple[mx.array, mx.array, mx.array] | None:
        count = min(self._params.top_logprobs, logits.shape[-1])
        if not count:
            return None
        logprobs = (logits - mx.logsumexp(logits, axis=-1, keepdims=True))[0]
        ids = mx.argpartition(-logprobs, kth=count - 1)[:count]
        ids = ids[mx.argsort(-logprobs[ids])]
        return logprobs[token], ids, logprobs[ids]

    def _shaped(self, logits: mx.array) -> mx.array:
        """Return the logits with bias and penalties."""
        if self._params.logit_bias:
            ids, values = zip(*self._params.logit_bias, strict=True)
            if max(ids) >= logits.shape[-1]:  # MLX would write outside of the array.
                raise _outside(max(ids), logits.shape[-1])
            logits = logits.at[:, mx.array(ids)].add(mx.array(values, dtype=mx.float32))
        return self._penalties(logits) if self._penalties else logits

    def _allowed(self, logits: mx.array) -> mx.array:
        if self._ended:
            return logits
        size = logits.shape[-1]
        if self._grammar:
            mask = mx.array(self._grammar.mask(size))
            logits = mx.where(mask, logits, -mx.inf)
        barred = self._budget.barred if self._budget else None
        if barred is not None and barred < size:
            logits = logits.at[:, mx.array([barred])].add(-mx.inf)
        return logits

    def _draw(self, logits: mx.array) -> mx.array:
        params = self._params
        if params.temperature == 0:
            return mx.argmax(logits, axis=-1)
        # With the likeliest at 0, no temperature makes it overflow.
        logits = logits - mx.max(logits, axis=-1, keepdims=True)
        logits = logits / max(params.temperature, MIN_TEMPERATURE)
        ids = None
        if 0 < params.top_k < logits.shape[-1]:
            ids = mx.argpartition(-logits, kth=params.top_k - 1, axis=-1)[:, : params.top_k]
            logits = mx.take_along_axis(logits, ids, axis=-1)
        if params.top_p < 1:
            order = mx.argsort(-logits, axis=-1)
            logits = mx.take_along_axis(logits, order, axis=-1)
            ids = order if ids is None else mx.take_along_axis(ids, order, axis=-1)
            likelier = mx.cumsum(mx.softmax(logits, axis=-1), axis=-1, inclusive=False)
            logits = mx.where(likelier < params.top_p, logits, -mx.inf)
        if params.min_p:
            logits = mx.where(logits >= math.log(params.min_p), logits, -mx.inf)
        self._key, key = mx.random.split(self._key)
        drawn = mx.random.categorical(logits, key=key)
        return drawn if ids is None else mx.take_along_axis(ids, drawn[:, None], axis=-1)[:, 0]


def _penalised(params: SamplingParams) -> bool:
    return bool(
        params.repetition_penalty != 1 or params.presence_penalty or params.frequency_penalty
    )


class _Penalties:
    """Penalties for tokens that came before.

    The counts are an array that each choice updates: the next choice is computed from that array
    without a token being read back, and carries the whole chain of counts with it.
    """

    def __init__(self, params: SamplingParams, prompt: Sequence[int]) -> None:
        self._params = params
        self._prompt_ids = np.unique(np.array(prompt, dtype=np.int64))
        self._prompt = mx.array([])
        self._continued: Sequence[int] = ()
        self._counts: mx.array | None = None

    def __call__(self, logits: mx.array) -> mx.array:
        params = self._params
        counts = self._ready(logits.shape[-1])
        if params.repetition_penalty != 1:
            penalty = params.repetition_penalty
            lowered = mx.where(logits > 0, logits / penalty, logits * penalty)
            logits = mx.where(self._prompt | (counts > 0), lowered, logits)
        if params.presence_penalty:
            logits = logits - params.presence_penalty * (counts > 0)
        if params.frequency_penalty:
            logits = logits - params.frequency_penalty * counts
        return logits

    def begin(self, tokens: Sequence[int]) -> None:
        """Count the tokens of the answer to continue, before any token is chosen."""
        self._continued = tokens

    def add(self, token: mx.array, size: int) -> None:
        """Count a chosen token (1,) of a vocabulary of `size`."""
        self._counts = self._ready(size).at[token].add(1)

    def _ready(self, size: int) -> mx.array:
        """Return the counts (size,), which are made once the size of the vocabulary is known."""
        if self._counts is None:
            inside = np.zeros(size, dtype=bool)
            # Placeholders of media can lie outside.
            inside[self._prompt_ids[self._prompt_ids < size]] = True
            self._prompt = mx.array(inside)
            continued = [token for token in self._continued if token < size]
            counts = np.bincount(np.array(continued, dtype=np.int64), minlength=size)
            self._counts = mx.array(counts.astype(np.float32))
        return self._counts
