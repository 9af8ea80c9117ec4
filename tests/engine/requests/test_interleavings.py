"""Commands in any order: each request has one terminal event, and nothing stays reserved."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.messages import (
    Abort,
    Aborted,
    Continue,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    SamplingParams,
    UnloadModel,
)
from tests.conftest import Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image

SAMPLINGS = (
    SamplingParams(max_tokens=1),
    SamplingParams(max_tokens=6),
    SamplingParams(max_tokens=9, temperature=1.0, seed=3, top_p=0.9, repetition_penalty=1.2),
    SamplingParams(max_tokens=12, json_schema='{"type": "integer"}'),
    SamplingParams(max_tokens=5, stop=("e",), top_logprobs=2),
)
SAMPLING = st.sampled_from(SAMPLINGS)
MODEL = st.sampled_from(["dot", "tiny", "none"])
ID = st.integers(1, 12)
MOVE = st.one_of(
    st.tuples(st.just("ask"), MODEL, st.sampled_from(["fox", "fox " * 60, "  "]), SAMPLING),
    # In several chunks, by the model that is fast.
    st.tuples(st.just("ask"), st.just("tiny"), st.just("fox " * 600), SAMPLING),
    st.tuples(st.just("look"), SAMPLING),
    st.tuples(st.just("go on"), ID),
    st.tuples(st.just("abort"), ID),
    st.tuples(st.just("load"), MODEL),
    st.tuples(st.just("unload"), MODEL),
    st.tuples(st.just("step"), st.integers(1, 8)),
)


@pytest.fixture(scope="module")
def model_paths(
    tmp_path_factory: pytest.TempPathFactory, dot_and_dash: ModelProfile
) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    tiny_models.qwen3(folder / "tiny")
    red = save_image(folder / "red.png", ("red", "circle", 0.5, 0.5), size=(112, 84), radius=20)
    dot = Path(dot_and_dash.model_id)
    return {"dot": dot, "tiny": folder / "tiny", "none": folder / "none", "red": red}


class Player:
    """Makes the moves and tracks the expected events."""

    def __init__(self, places: dict[str, Path], limit: int) -> None:
        self.bench = Bench(limit)
        self.places = places
        self.next_id = 0
        self.asked: dict[int, type] = {}

    def move(self, kind: str, *values) -> None:
        if kind == "step":
            for _ in range(values[0]):
                self.bench.engine.step()
        elif kind == "abort":
            self.bench.engine.submit(Abort(values[0]))
        else:
            self.next_id += 1
            command = self._command(kind, *values)
            self.asked[self.next_id] = type(command)
            self.bench.engine.submit(command)

    def _command(self, kind: str, *values):
        number = self.next_id
        if kind == "ask":
            model, text, sampling = values
            return Generate(number, str(self.places[model]), (ask(text),), sampling)
        if kind == "look":
            question = ask("What do you see?", self.places["red"])
            return Generate(number, str(self.places["dot"]), (question,), values[0])
        if kind == "go on":
            return Continue(number, values[0])
        make = LoadModel if kind == "load" else UnloadModel
        return make(number, str(self.places[values[0]]))


ENDS = {
    LoadModel: (ModelReady, Failed, Aborted),
    UnloadModel: (ModelUnloaded,),
    Generate: (Finished, Failed, Aborted),
    Continue: (Finished, Failed, Aborted),
}


@settings(max_examples=7, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(MOVE, min_size=1, max_size=14), limit=st.sampled_from([10**10, 48_000_000]))
def test_every_order_of_commands_gives_each_one_terminal_event(
    model_paths, moves: list, limit: int
) -> None:
    player = Player(model_paths, limit)
    for move in moves:
        player.move(*move)
    bench = player.bench
    bench.run()
    ended = Counter()
    for event in bench.events:
        if not isinstance(event, EngineStats) and event.request_id in player.asked:
            ended[event.request_id] += isinstance(event, ENDS[player.asked[event.request_id]])
    assert ended == dict.fromkeys(player.asked, 1)
    faults = [e for e in bench.events if isinstance(e, Failed) and e.fault]
    assert faults == []
    stats = bench.stats_now()
    assert (stats.requests, stats.batch_size, stats.reserved) == ((), 0, 0)
    bench.engine.close()


def test_a_request_id_in_use_is_refused(bench, tiny_text: Path) -> None:
    story = Generate(1, str(tiny_text), (ask("fox"),), SamplingParams(max_tokens=4))
    bench.engine.submit(story)
    with pytest.raises(Refused, match="request_id 1 is in use"):
        bench.engine.submit(story)
    assert [type(e) for e in bench.run()][-1] is Finished
    assert [type(e) for e in bench.run(story)][-1] is Finished
