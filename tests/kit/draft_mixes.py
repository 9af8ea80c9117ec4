"""Random mixes of requests with drafts, compared with each request alone and without drafts."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.drafting.draft_model import DraftModel
from engine.drafting.lookup import Lookup
from engine.drafting.pace import PassTimes
from engine.drafting.rollback import is_trimmable
from engine.drafting.row_drafts import drafters_of
from engine.messages import (
    Abort,
    Aborted,
    Continue,
    Drafting,
    Failed,
    Finished,
    FinishReason,
    Generate,
    SamplingParams,
)
from engine.models.adapter import Adapter
from engine.requests.generation import Generation
from engine.requests.row import Sampled
from tests.conftest import Bench
from tests.kit.images import ask

TEXTS = (
    "the fox",
    "one two three shapes and the lazy dog " * 3,
    "the quick brown fox jumps the quick brown fox jumps",
    "a b c a b c a b c",
)
LONG = "the fox jumps over the lazy dog " * 12
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"kind": {"enum": ["circle", "square"]}, "side": {"type": "integer"}},
        "required": ["kind", "side"],
        "additionalProperties": False,
    }
)


class AlwaysWorth(PassTimes):
    """Drafting that pays at once, on any machine."""

    def is_ready(self, rows: int) -> bool:
        return True

    def is_worth(self, rows: int, width: int, expected: float) -> bool:
        return True


class Knowing:
    """Drafts that are right as often as asked for: the tokens of the reply, some replaced."""

    name = "model"

    def __init__(self, tokens: list[int], prompt: int, reply: list[int], right: float) -> None:
        self._tokens, self._prompt, self._reply = tokens, prompt, reply
        self._right, self._random = right, random.Random(len(reply))

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        at = len(self._tokens) - self._prompt + 1
        known = self._reply[at : at + count]
        return [it if self._random.random() < self._right else it ^ 1 for it in known]


@dataclass
class Reply:
    """The tokens that a request got, each with its logprob, and the event that ended it."""

    tokens: list[tuple[int, float]] = field(default_factory=list)
    end: Any = None

    @property
    def ids(self) -> list[int]:
        return [token for token, _ in self.tokens]


class Recorder(Bench):
    """An engine whose replies are recorded token by token."""

    def __init__(self) -> None:
        super().__init__()
        self.replies: dict[int, Reply] = {}

    @contextmanager
    def recording(self) -> Iterator[None]:
        take = Generation.take

        def taken(generation: Generation, sampled: Sampled) -> list:
            events = take(generation, sampled)
            reply = self.replies.setdefault(generation.request.request_id, Reply())
            reply.tokens.append((sampled.token, sampled.logprob))
            return events

        with patch.object(Generation, "take", taken):
            yield

    def settle(self) -> None:
        """Step until idle and note how each request ended."""
        self.run()
        for event in self.events:
            if isinstance(event, Finished | Aborted | Failed):
                self.replies.setdefault(event.request_id, Reply()).end = event
        self.events.clear()

    @property
    def reserved(self) -> int:
        return self.stats_now().reserved


Drafters = Callable[[Adapter, list[int], list[int]], list]


def lookup(adapter: Adapter, tokens: list[int], reply: list[int]) -> list:
    return [Lookup(tokens)]


def noise(adapter: Adapter, tokens: list[int], reply: list[int]) -> list:
    return [Knowing(tokens, len(tokens), reply, 0.0)]


def half_right(adapter: Adapter, tokens: list[int], reply: list[int]) -> list:
    return [Knowing(tokens, len(tokens), reply, 0.7)]


def itself(adapter: Adapter, tokens: list[int], reply: list[int]) -> list:
    if not is_trimmable(adapter.new_cache()):
        return [Knowing(tokens, len(tokens), reply, 1.0)]
    return [DraftModel(adapter, tokens, 1 << 20)]


DRAFTERS: dict[str, Drafters] = {it.__name__: it for it in (lookup, noise, half_right, itself)}


def samplings(rng: random.Random) -> SamplingParams:
    """Return random options."""
    made = SamplingParams(max_tokens=rng.choice((1, 8, 30, 60, 90)))
    if rng.random() < 0.5:
        made = replace(made, temperature=rng.choice((0.4, 1.0, 2.0)), top_p=0.9)
    made = replace(made, seed=rng.randrange(1000))
    if rng.random() < 0.3:
        made = replace(made, repetition_penalty=1.2, frequency_penalty=0.1)
    if rng.random() < 0.3:
        made = replace(made, top_logprobs=2)
    extra = rng.random()
    if extra < 0.25:
        made = replace(made, stop=(rng.choice("eqzxjvkw"),))
    elif extra < 0.45:
        made = replace(made, json_schema=SCHEMA)
    return made


@dataclass
class Mix:
    """Requests to one model, of which some are aborted and continued."""

    requests: list[Generate]
    starts: list[int]
    aborts: dict[int, int]

    @classmethod
    def random(cls, seed: int, model: str, pictures: list[Path], kv_bits: tuple[int, ...]) -> "Mix":
        rng = random.Random(seed)
        count, requests = rng.randint(1, 4), []
        for number in range(count):
            media = [rng.choice(pictures)] if pictures and rng.random() < 0.4 else []
            question = ask(rng.choice((*TEXTS, LONG)), *media)
            options = samplings(rng)
            bits = rng.choice(kv_bits)
            requests.append(Generate(number + 1, model, (question,), options, kv_bits=bits))
        starts = [rng.randint(0, 12) for _ in requests]
        aborts = {it.request_id: rng.randint(3, 20) for it in requests if rng.random() < 0.35}
        return cls(requests, starts, aborts)


class Contest:
    """Runs mixes on two engines, one of which drafts."""

    def __init__(self) -> None:
        self.plain, self.drafting = Recorder(), Recorder()
        self.drafted = self.accepted = 0

    def close(self) -> None:
        self.plain.engine.close()
        self.drafting.engine.close()

    def run(self, mix: Mix, drafters: Drafters) -> None:
        """Raises AssertionError unless all tokens and numbers are the same."""
        expected = {it.request_id: self._alone(it) for it in mix.requests}
        long = {number: self._longer(mix, number) for number in mix.aborts}
        with self._drafts(mix, expected | long, drafters):
            self._play(mix)
        assert self.drafting.reserved == 0
        for request in mix.requests:
            number = request.request_id
            found = self.drafting.replies[number]
            if isinstance(found.end, Aborted):
                self._check_aborted(found, long[number], number, request)
            else:
                self._check(found, expected[number])
            self._count(found)
        self.plain.replies.clear()
        self.drafting.replies.clear()

    def _alone(self, request: Generate) -> Reply:
        with self.plain.recording():
            self.plain.engine.submit(replace(request, drafting=Drafting.OFF))
            self.plain.settle()
        return self.plain.replies.pop(request.request_id)

    def _longer(self, mix: Mix, number: int) -> Reply:
        request = next(it for it in mix.requests if it.request_id == number)
        sampling = replace(request.sampling, max_tokens=2 * request.sampling.max_tokens)
        return self._alone(replace(request, sampling=sampling))

    @contextmanager
    def _drafts(self, mix: Mix, replies: dict[int, Reply], drafters: Drafters) -> Iterator[None]:
        def start(generation: Generation, row: Any) -> None:
            reply = replies[generation.request.request_id % 100].ids

            def made(sampler: Any, tokens: list[int], _: Any) -> list:
                return [
                    *drafters_of(sampler, tokens)[:1],
                    *drafters(generation.model.adapter, tokens, reply),
                ]

            with patch("engine.requests.generation.drafters_of", made):
                begin(generation, row)

        begin = Generation._start_drafting
        with (
            patch.object(Generation, "_start_drafting", start),
            patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
            patch.object(PassTimes, "is_worth", AlwaysWorth.is_worth),
            patch("engine.drafting.pace.LOSSES", 1_000_000),
            self.drafting.recording(),
        ):
            yield

    def _play(self, mix: Mix) -> None:
        engine = self.drafting.engine
        for step in range(34):
            for request, start in zip(mix.requests, mix.starts, strict=True):
                if start == step:
                    engine.submit(request)
            for number, after in mix.aborts.items():
                if mix.starts[number - 1] + after == step:
                    engine.submit(Abort(number))
                    engine.submit(Continue(100 + number, number))
            engine.step()
        self.drafting.settle()

    def _check(self, found: Reply, expected: Reply) -> None:
        assert found.ids == expected.ids
        for (_, mine), (_, theirs) in zip(found.tokens, expected.tokens, strict=True):
            assert abs(mine - theirs) < 1e-3
        assert type(found.end) is type(expected.end)
        if isinstance(found.end, Finished):
            assert found.end.reason == expected.end.reason
            assert found.end.usage.generated == expected.end.usage.generated

    def _check_aborted(self, found: Reply, long: Reply, number: int, request: Generate) -> None:
        """Check the aborted reply and what it was continued with."""
        rest = self.drafting.replies.get(100 + number, Reply())
        together = [*found.ids, *rest.ids]
        assert together == long.ids[: len(together)]
        if isinstance(rest.end, Finished) and rest.end.reason is FinishReason.LENGTH:
            assert rest.end.usage.generated == request.sampling.max_tokens
        elif isinstance(rest.end, Finished):
            assert together == long.ids
        self._count(rest)

    def _count(self, reply: Reply) -> None:
        if isinstance(reply.end, Finished | Aborted):
            self.drafted += reply.end.drafts.drafted
            self.accepted += reply.end.drafts.accepted
