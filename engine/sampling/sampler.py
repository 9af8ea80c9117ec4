"""The sampler: chooses the next token of one row."""

import secrets
from collections.abc import Sequence

import mlx.core as mx
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.markers import Markers
from engine.errors import Refused
from engine.frozen import frozen
from engine.sampling import grammar
from engine.sampling.choice import (
    Likeliest,
    RowState,
    add,
    choose,
    draw,
    joined,
    likeliest,
    refuse_bias,
    shaped,
)
from engine.sampling.demand import Demand
from engine.sampling.thinking_budget import Reasoning, ThinkingBudget
from engine.sampling_params import SamplingParams


def check_params(
    params: SamplingParams,
    tokenizer: TokenizerWrapper,
    markers: Markers,
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
    if params.json_schema:
        grammar.compile_schema(params.json_schema, tokenizer)


def _check_bias(params: SamplingParams, tokenizer: TokenizerWrapper) -> None:
    highest = max((token for token, _ in params.logit_bias), default=-1)
    # Ids can have gaps, but to list a large vocabulary takes a third of a second.
    if highest >= len(tokenizer._tokenizer):
        size = max(tokenizer.get_vocab().values()) + 1
        if highest >= size:
            refuse_bias(highest, size)


@frozen
class NextToken:
    """A row's next token (1,). If logprobs were requested, also its logprob (1,), and the ids (k,)
    and logprobs (k,) of the likeliest tokens, likeliest first. All arrays are lazy."""

    token: mx.array
    logprobs: Likeliest | None


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
    5. tokens that the JSON schema, a required call or the thinking budget forbid get -inf; an id
       that the budget forces is taken at once;
    6. temperature 0 takes the likeliest token. Otherwise logits are divided by the temperature,
       `top_k` keeps the k likeliest, `top_p` the fewest of those with at least that share of their
       probability (Holtzman et al., 2019), `min_p` those with that share of the likeliest's, and
       one is drawn.

    Rows whose `options` are equal can be sampled in one call, see `choose_together`.

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
        demand: Demand | None = None,
    ) -> None:
        """`reasoning`: the prompt ends inside an open reasoning block. `demand`: what
        the answer has to be, if that is more than its schema."""
        _check_bias(params, tokenizer)
        self._params = params
        self._stop_ids = stop_ids
        seed = secrets.randbits(63) if params.seed is None else params.seed
        # Of this row alone, or of all rows that were sampled together with it, with its place.
        self._state, self._at = RowState(mx.random.key(seed)[None]), 0
        # Tokens of the prompt and of the reply, until they are counted for penalties.
        self._uncounted = (prompt, ()) if _penalised(params) else None
        self._reasoning = Reasoning(markers, opened=reasoning)
        self._budget: ThinkingBudget | None = None
        self._grammar: grammar.Grammar | None = None
        self._ended = False
        if params.thinking_budget is not None:
            last = prompt[-1] if prompt else None
            self._budget = ThinkingBudget(params.thinking_budget, tokenizer, self._reasoning, last)
        if params.json_schema and demand is None:
            demand = Demand(grammar.compile_schema(params.json_schema, tokenizer))
        if demand is not None:
            self._grammar = grammar.Grammar(
                demand, tokenizer, self._reasoning, stop_ids, may_think=params.thinking
            )
        self.needs_host = bool(self._budget or self._grammar)
        self.options = (
            params.temperature,
            params.top_k,
            params.top_p,
            params.min_p,
            params.repetition_penalty,
            params.presence_penalty,
            params.frequency_penalty,
            params.logit_bias,
            params.top_logprobs,
        )
        self.plain = not (
            params.temperature
            or params.top_logprobs
            or params.logit_bias
            or self._uncounted
            or self.needs_host
        )

    def __call__(self, logits: mx.array) -> NextToken:
        """Choose from (1, vocabulary) logits of any float type."""
        raw = logits.astype(mx.float32)
        state = self._own_state(raw.shape[-1])
        if not self.needs_host:
            token, logprobs = choose(self._params, raw, state)
            return NextToken(token, logprobs[0])
        forced = None if self._budget is None or self._ended else self._budget.forced
        if forced is None:
            likely = shaped(self._params, raw, state)
            opener = None if self._grammar is None or self._ended else self._grammar.opener
            if self._grammar and opener is not None:
                self._grammar.decide(call=draw(self._params, likely, state).item() == opener)
            token = draw(self._params, self._allowed(likely), state)
        else:
            token = mx.array([forced], dtype=mx.uint32)
        add(token, state)
        return NextToken(token, likeliest(self._params.top_logprobs, raw, token)[0])

    def _own_state(self, size: int) -> RowState:
        """Return the state of this row alone; the vocabulary has `size` tokens."""
        if self._state.rows > 1:
            self._state, self._at = self._state.row(self._at), 0
        if self._uncounted is not None:
            self._state.count(*self._uncounted, size)
            self._uncounted = None
        return self._state

    def begin(self, tokens: Sequence[int]) -> None:
        """Take the tokens of the answer to continue; raises Refused if the options do not allow
        them."""
        if self._uncounted is not None:
            self._uncounted = self._uncounted[0], tokens
        try:
            for token in tokens:
                self.observe(token)
        except RuntimeError as error:
            raise Refused(
                "The answer so far does not match the JSON schema or the tool call that is "
                "required, so it cannot be continued. Regenerate the answer, or change these "
                "options."
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


def _penalised(params: SamplingParams) -> bool:
    return bool(
        params.repetition_penalty != 1 or params.presence_penalty or params.frequency_penalty
    )


def choose_together(
    samplers: Sequence[Sampler], logits: mx.array
) -> tuple[mx.array, list[Likeliest | None]]:
    """Choose for rows with equal options from logits (rows, vocabulary); return the tokens (rows,)
    and each row's logprobs."""
    first = samplers[0]
    if len(samplers) == 1:
        choice = first(logits)
        return choice.token, [choice.logprobs]
    state = first._state
    shared = all(it._state is state and it._at == at for at, it in enumerate(samplers))
    if state.rows != len(samplers) or not shared:
        state = joined([it._own_state(logits.shape[-1]) for it in samplers])
        for at, sampler in enumerate(samplers):
            sampler._state, sampler._at = state, at
    return choose(first._params, logits.astype(mx.float32), state)
