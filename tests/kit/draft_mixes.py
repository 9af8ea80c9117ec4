"""Random mixes of requests with drafts, compared with each request alone and without drafts."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.drafting.pace import PassTimes
from engine.drafting.row_drafts import drafters_of
from engine.messages import (
    Abort,
    Aborted,
    Configure,
    Continue,
    Drafting,
    Failed,
    Finished,
    Generate,
    ModelProfile,
    SamplingParams,
    Usage,
)
from engine.models.adapter import Adapter
from engine.requests.block_passes import BlockPasses, Passed
from engine.requests.generation import Generation
from engine.requests.row import Row
from tests.kit.drafters import Drafters, Situation
from tests.kit.images import ask
from tests.kit.recorder import Recorder, Reply, chosen_again, difference

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
# No reply of the kit's models is as long: it ends at the end of the context.
ENDLESS = 4096
# The most that a logit may differ, as a share of the standard deviation of all: in float32, and
# with an 8-bit cache, where a rounding can be as large as a step of the quantization.
EXACT, ROUNDED = 1e-3, 0.1
# Added to the ids of replies that are continued.
CONTINUED = 100


class AlwaysWorth(PassTimes):
    """Drafting that pays at once, on any machine."""

    def is_ready(self, rows: int) -> bool:
        return True

    def is_worth(self, rows: int, width: int, expected: float) -> bool:
        return True


@dataclass(frozen=True)
class Subject:
    """A model for mixes. `kv_bits` and `thinks`: what it can do. Only ids below `vocabulary` are
    biased."""

    folder: Path
    pictures: tuple[Path, ...] = ()
    kv_bits: tuple[int, ...] = (0,)
    thinks: bool = False
    vocabulary: int = 256


def samplings(rng: random.Random, subject: Subject) -> SamplingParams:
    """Return random options."""
    made = SamplingParams(max_tokens=rng.choice((1, 8, 30, 60, 60, ENDLESS)))
    if rng.random() < 0.5:
        made = replace(made, temperature=rng.choice((0.4, 1.0, 2.0)), top_p=0.9)
    made = replace(made, seed=rng.randrange(1000))
    if rng.random() < 0.3:
        made = replace(made, repetition_penalty=1.2, frequency_penalty=0.1)
    if rng.random() < 0.3:
        made = replace(made, top_logprobs=2)
    if rng.random() < 0.2:
        ids = rng.sample(range(subject.vocabulary), 6)
        made = replace(made, logit_bias=tuple((it, rng.choice((-100.0, 3.0, 8.0))) for it in ids))
    if subject.thinks and rng.random() < 0.25:
        made = replace(made, thinking=True, thinking_budget=rng.choice((0, 1, 7, 20)))
    extra = rng.random()
    if extra < 0.25:
        made = replace(made, stop=(rng.choice("eqzxjvkw"),))
    elif extra < 0.45:
        made = replace(made, json_schema=SCHEMA)
    return made


@dataclass
class Mix:
    """Requests to one model, of which some are aborted and continued. `stops`: some end at a text
    that is so far in their reply, as a share of it."""

    requests: list[Generate]
    starts: list[int]
    aborts: dict[int, int] = field(default_factory=dict)
    stops: dict[int, float] = field(default_factory=dict)

    @classmethod
    def random(cls, seed: int, subject: Subject) -> "Mix":
        rng = random.Random(seed)
        requests: list[Generate] = []
        for number in range(1, rng.randint(1, 4) + 1):
            media = []
            if subject.pictures and rng.random() < 0.4:
                media = [rng.choice(subject.pictures)]
            question = ask(rng.choice((*TEXTS, LONG)), *media)
            options, bits = samplings(rng, subject), rng.choice(subject.kv_bits)
            model = str(subject.folder)
            requests.append(Generate(number, model, (question,), options, kv_bits=bits))
        starts = [rng.randint(0, 12) for _ in requests]
        numbers = [it.request_id for it in requests]
        aborts = {it: rng.randint(3, 20) for it in numbers if rng.random() < 0.35}
        # A reply that was aborted has the text that was held back for a stop string.
        stops = {it: rng.random() for it in numbers if it not in aborts and rng.random() < 0.2}
        return cls(requests, starts, aborts, stops)


class Contest:
    """Runs mixes on two engines, one of which drafts. `small` loads the model that drafts for some
    mixes. `seen` counts what happened to the replies."""

    def __init__(self, small: Callable[[], Adapter] | None = None) -> None:
        self.plain, self.drafting = Recorder(), Recorder()
        self.drafted = self.accepted = 0
        self.seen: Counter[str] = Counter()
        self.small = small

    def close(self) -> None:
        self.plain.engine.close()
        self.drafting.engine.close()

    def run(self, mix: Mix, drafters: Drafters) -> None:
        """Raises AssertionError unless all tokens and numbers are the same."""
        self.plain.replies.clear()
        self.drafting.replies.clear()
        requests = {it.request_id: self._stopped(it, mix) for it in mix.requests}
        mix = replace(mix, requests=[*requests.values()])
        expected = {number: self._alone(it) for number, it in requests.items()}
        long = {
            number: self._longer(it)
            for number, it in requests.items()
            if number in mix.aborts or expected[number].is_cut
        }
        with self._drafts(expected | long, drafters):
            self._play(mix)
            self._continue()
        assert self.drafting.reserved == 0
        for number, request in requests.items():
            found = self.drafting.replies[number]
            self._note(request, found)
            is_same = True
            if isinstance(found.end, Aborted):
                assert number in mix.aborts
            else:
                is_same = _check(request, found, expected[number])
            rest = self.drafting.replies.get(CONTINUED + number)
            if rest is not None and number in long:
                is_same = is_same and _check_continued(request, found, rest, long[number])
                self._note(request, rest)
            self.seen["rounded otherwise"] += not is_same

    def _stopped(self, request: Generate, mix: Mix) -> Generate:
        """Give a request the stop string that is at its place in the reply."""
        if request.request_id not in mix.stops:
            return request
        text = self._alone(request).text
        at = int(mix.stops[request.request_id] * len(text))
        stop = (text[at : at + 3],) if text[at : at + 3] else ()
        return replace(request, sampling=replace(request.sampling, stop=stop))

    def _alone(self, request: Generate) -> Reply:
        with self.plain.recording():
            self.plain.engine.submit(replace(request, drafting=Drafting.OFF))
            self.plain.settle()
        return self.plain.replies.pop(request.request_id)

    def _longer(self, request: Generate) -> Reply:
        sampling = replace(request.sampling, max_tokens=2 * request.sampling.max_tokens)
        return self._alone(replace(request, sampling=sampling))

    @contextmanager
    def _drafts(self, replies: dict[int, Reply], drafters: Drafters) -> Iterator[None]:
        """Let all rows draft at every step, with these drafters."""

        def start(generation: Generation, row: Row) -> None:
            reply = replies[generation.request.request_id % CONTINUED].ids
            adapter = generation.model.adapter

            def made(sampler: Any, tokens: list[int], *_: Any) -> list[Any]:
                prompt = len(tokens) - len(generation._generated)
                small = self.small() if self.small else adapter
                found = drafters(Situation(tokens, prompt, reply, adapter, small))
                own = [it for it in drafters_of(sampler, tokens) if it.name == "grammar"]
                return [*own, *found]

            with patch("engine.requests.drafting.drafters_of", made):
                begin(generation, row)

        def verified(passes: BlockPasses, rows: list[Row], *rest: Any) -> Passed:
            self.seen["passes of several rows"] += len(rows) > 1
            return verify(passes, rows, *rest)

        begin, verify = Generation._start_drafting, BlockPasses.verify
        with (
            patch.object(Generation, "_start_drafting", start),
            patch.object(BlockPasses, "verify", verified),
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
                    engine.submit(Continue(CONTINUED + number, number))
            engine.step()
        self.drafting.settle()

    def _continue(self) -> None:
        """Continue all replies that were cut at their length, together."""
        for number, reply in tuple(self.drafting.replies.items()):
            if number < CONTINUED and reply.is_cut and CONTINUED + number not in self.replied:
                self.drafting.engine.submit(Continue(CONTINUED + number, number))
        self.drafting.settle()

    @property
    def replied(self) -> set[int]:
        return {number for number, it in self.drafting.replies.items() if it.end is not None}

    def _note(self, request: Generate, reply: Reply) -> None:
        """Count what the reply shows."""
        sampling, end = request.sampling, reply.end
        if isinstance(end, Failed):
            self.seen["refused"] += 1
            return
        self.drafted += end.drafts.drafted
        self.accepted += end.drafts.accepted
        budget = sampling.thinking_budget
        seen = {
            "aborted": isinstance(end, Aborted),
            "continued": end.request_id > CONTINUED,
            "context ends": reply.is_cut and sampling.max_tokens == ENDLESS,
            "length ends": reply.is_cut and sampling.max_tokens < ENDLESS,
            "stop strings": bool(sampling.stop) and not reply.is_cut,
            "budgets spent": budget is not None and end.usage.reasoning >= budget,
            "schemas": bool(sampling.json_schema),
            "penalties": sampling.repetition_penalty != 1,
            "biases": bool(sampling.logit_bias),
            "hot": sampling.temperature > 0,
            "logprobs": sampling.top_logprobs > 0,
            "8 bit": request.kv_bits > 0,
            "images": bool(request.messages[-1].media),
        }
        self.seen.update({name: 1 for name, is_so in seen.items() if is_so})


def check_changes_no_token(profile: ModelProfile) -> None:
    """Raises AssertionError unless the draft model of a profile drafts for two requests at once and
    changes no token of them."""
    contest = Contest()
    contest.drafting.engine.submit(Configure((profile,)))
    hot = SamplingParams(max_tokens=12, temperature=1.5, seed=3, repetition_penalty=1.2)
    plain = SamplingParams(max_tokens=16)
    model = profile.model_id
    requests = [
        Generate(1, model, (ask("one two three shapes and " * 4),), hot),
        Generate(2, model, (ask("the fox"),), plain),
    ]
    contest.run(Mix(requests, [0, 0], {1: 9}), lambda _: [])
    contest.close()
    assert contest.drafted > 10
    assert contest.seen["passes of several rows"]
    assert contest.seen["aborted"]


def _check(request: Generate, found: Reply, expected: Reply) -> bool:
    """Raise AssertionError unless the replies are the same. Return False if only rounding made
    them differ."""
    if not _is_same(request, found, expected):
        return False
    assert len(found.tokens) == len(expected.tokens)
    assert found.text == expected.text
    assert type(found.end) is type(expected.end)
    if isinstance(found.end, Finished):
        assert found.end.reason is expected.end.reason
        assert _counts(found.end.usage) == _counts(expected.end.usage)
    elif isinstance(found.end, Failed):
        assert found.end.message == expected.end.message
    return True


def _check_continued(request: Generate, found: Reply, rest: Reply, long: Reply) -> bool:
    """Check a reply that was aborted or cut, together with what it was continued with; `long` is
    the same without a break."""
    together = Reply(
        [*found.tokens, *rest.tokens],
        [*found.logits, *rest.logits],
        sampler=found.sampler or rest.sampler,
    )
    if not _is_same(request, together, long):
        return False
    assert len(together.tokens) <= len(long.tokens)
    if isinstance(rest.end, Failed):
        # It had ended, or was at the end of the context.
        assert len(found.tokens) == len(long.tokens)
    elif len(together.tokens) < len(long.tokens):
        # The text of a call that was cut is shown, and a stop string is looked for in it.
        assert rest.is_cut or (rest.end.stop and found.end.usage.tool_call)
        if rest.is_cut:
            assert rest.end.usage.generated == request.sampling.max_tokens
    else:
        assert rest.end.reason is long.end.reason
    return True


def _is_same(request: Generate, found: Reply, expected: Reply) -> bool:
    """Raise AssertionError if tokens or logits differ. Return False for another token where a
    sampler chooses both of them from the logits of its reply: a rounding decided. That is rare in
    float32, and less so with an 8-bit cache, also in rows that draft nothing."""
    at, error = difference(found, expected)
    near = slice(max(0, at - 3), at + 3)
    told = f"{request}, token {at}: {found.tokens[near]}, expected {expected.tokens[near]}, {error}"
    assert error < (ROUNDED if request.kv_bits else EXACT), told
    if at == min(len(found.tokens), len(expected.tokens)):
        return True
    assert all(chosen_again(it, at) == it.ids[at] for it in (found, expected)), told
    return False


def _counts(usage: Usage) -> Usage:
    """Return the usage without what depends on earlier requests."""
    return replace(usage, cached=0, restored=0, looked=0, known=0)
