"""Contract with mlx-lm and mlx-vlm: our tokens are theirs, alone and next to others."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mlx.core as mx
import mlx_lm
import mlx_vlm.utils
import pytest
from mlx_vlm.generate import stream_generate

from engine.media.file_kind import identify
from engine.media.images import read_image
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    Generate,
    ModelProfile,
    PrefillProgress,
    SamplingParams,
)
from engine.models.loader import examine_model, load_model
from engine.rendering import rendered_conversation
from engine.rendering.message_content import Shape
from engine.rendering.prompt_input import PromptInput
from engine.requests.generation import Generation
from engine.sampling import choice
from engine.sampling.choice import RowState
from tests.conftest import Bench
from tests.kit.images import ask, save_image, save_small_video
from tests.kit.paths import DOT
from tests.kit.tiny_models import VISION

TOKENS = 12
GREEDY = SamplingParams(max_tokens=TOKENS)
# Every kind of layer, and of image: plain, with a window, with a state; deepstack, and images that
# see themselves. test_adapter compares rows of all families with the libraries.
KINDS = ("qwen3", "gemma3_text", "qwen3_5", "qwen3_vl", "gemma4")
kinds = pytest.mark.parametrize("family", KINDS, indirect=True)


class Recorder(Bench):
    """Keeps the tokens that the decoder samples, by request."""

    def __init__(self, family: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.family = family
        self.tokens: dict[int, list[int]] = defaultdict(list)
        take = Generation.take

        def recorded(generation: Generation, sampled):
            if sampled.token not in generation.model.stop_ids:
                self.tokens[generation.request.request_id].append(sampled.token)
            return take(generation, sampled)

        patch.setattr(Generation, "take", recorded)

    @property
    def vision(self) -> bool:
        return self.family.name in VISION or self.family.name == "dot"

    def request(self, request_id: int, *messages: ChatMessage) -> Generate:
        return Generate(request_id, str(self.family), messages, GREEDY)

    def ask(self, *messages: ChatMessage) -> tuple[list[int], Finished]:
        self.tokens.pop(1, None)
        done = self.run(self.request(1, *messages))[-1]
        assert isinstance(done, Finished), done
        return list(self.tokens[1]), done


@pytest.fixture(scope="module")
def _of_family(family: Path, dot_and_dash: ModelProfile) -> Iterator[Recorder]:
    with pytest.MonkeyPatch.context() as patch:
        made = Recorder(Path(dot_and_dash.model_id) if family == DOT else family, patch)
        yield made
        made.engine.close()


@pytest.fixture
def ours(_of_family: Recorder) -> Recorder:
    """Return an engine shared by the tests of a family, with an empty cache."""
    for resident in _of_family.engine._scheduler._models if _of_family.engine._scheduler else ():
        resident.lanes[0].prompts.clear()
    _of_family.events.clear()
    _of_family.tokens.clear()
    return _of_family


@pytest.fixture(scope="module")
def theirs(_of_family: Recorder) -> Callable[..., list[int]]:
    """Return what gives the library's own greedy tokens for the prompt that we would send."""
    folder = str(_of_family.family)
    model = load_model(examine_model(folder))
    load: Any = mlx_vlm.utils.load if model.vision else mlx_lm.load
    network, processor = load(folder)[:2]

    def tokens(question: ChatMessage, *media: Any) -> list[int]:
        prompt = rendered_conversation.render_conversation(
            PromptInput((question,)), [Shape() for _ in media], model
        )
        if not model.vision:
            ids = processor.encode(prompt, add_special_tokens=False)
            found: Any = mlx_lm.stream_generate(network, processor, ids, max_tokens=TOKENS)
        else:
            options: dict[str, Any] = {"image": list(media) or None, "temperature": 0.0}
            found = stream_generate(network, processor, prompt, max_tokens=TOKENS, **options)
        given = [response.token for response in found if response.token is not None]
        return [token for token in given if token not in model.stop_ids][:TOKENS]

    return tokens


def circle_file(folder: Path, color: str, size: tuple[int, int] = (160, 120)) -> Path:
    return save_image(folder / f"{color}.png", (color, "circle", 0.4, 0.5), size=size)


@pytest.mark.parametrize("family", ["dot", *KINDS], indirect=True)
def test_tokens_equal_the_library(ours, theirs) -> None:
    question = ask("the quick brown fox")
    assert ours.ask(question)[0] == theirs(question)


@pytest.mark.parametrize("family", ["dot", "qwen3_vl", "qwen3_5", "gemma4"], indirect=True)
def test_tokens_about_an_image_equal_the_library(ours, theirs, tmp_path: Path) -> None:
    path = circle_file(tmp_path, "red")
    question = ask("count shapes", path)
    tokens, _ = ours.ask(question)
    assert tokens == theirs(question, read_image(identify(path)))
    assert tokens != ours.ask(ask("count shapes"))[0]


# test_dot shows videos to Dot.
@pytest.mark.parametrize("family", sorted(VISION), indirect=True)
def test_every_vision_family_accepts_a_video(ours, tmp_path: Path) -> None:
    path = save_small_video(tmp_path / "c.mp4", "red", "circle", "left", frames=20)
    _, with_video = ours.ask(ask("count", path))
    _, without = ours.ask(ask("count"))
    assert with_video.usage.prompt > without.usage.prompt + 8


@pytest.mark.parametrize("family", ["qwen2_5_vl", "qwen3_vl", "qwen3_5"], indirect=True)
def test_a_request_leaves_no_trace_in_the_next(ours, tmp_path: Path) -> None:
    """Regression: mRoPE models keep position state on the module."""
    question = ask("the lazy dog")
    alone, _ = ours.ask(question)
    ours.ask(ask("fox", circle_file(tmp_path, "red", (320, 96))))
    ours.ask(ask("one two three " * 20))
    assert ours.ask(question)[0] == alone


@kinds
def test_chunks_do_not_change_the_text(ours, tmp_path: Path, monkeypatch) -> None:
    paths = [circle_file(tmp_path, "red")] if ours.vision else []
    question = ask("one two three " * 20, *paths)
    whole, _ = ours.ask(question)
    monkeypatch.setattr("engine.model_cost.PREFILL_STEP", 16)
    other = Recorder(ours.family, monkeypatch)
    again, _ = other.ask(question)
    other.engine.close()
    assert again == whole
    chunks = [event.done for event in other.events if isinstance(event, PrefillProgress)]
    # Gemma reads a prompt with images at once.
    assert len(chunks) > 2 or ours.family.name in ("gemma3", "gemma4")


def family_questions(vision: bool, folder: Path) -> dict[int, ChatMessage]:
    """Questions of different lengths; for vision models, two of them have different images."""
    paths = [[circle_file(folder, "red")], [], [circle_file(folder, "blue", (96, 200))]]
    paths = paths if vision else [[], [], []]
    words = ["the quick brown fox", "count one two three " * 12, "jumps over shapes"]
    return {10 + i: ask(w, *p) for i, (w, p) in enumerate(zip(words, paths, strict=True))}


@kinds
def test_other_rows_do_not_change_a_token(ours, tmp_path: Path) -> None:
    """Rows join at different steps; others are stopped at every stage or fail beside them."""
    asked = family_questions(ours.vision, tmp_path)
    alone = {request_id: ours.ask(question)[0] for request_id, question in asked.items()}
    assert len({tuple(tokens) for tokens in alone.values()}) == 3
    submit = ours.engine.submit
    submit(ours.request(10, asked[10]))
    ours.until(Delta, 10)
    submit(ours.request(11, asked[11]))
    submit(ours.request(20, ask("stopped while it is queued")))
    submit(Abort(20))
    submit(ours.request(21, ask("fox " * 600)))
    ours.until(PrefillProgress, 21)
    submit(Abort(21))
    submit(ours.request(22, ask("stopped while it decodes")))
    # Seeded: a stop token that is drawn first would end it before it can fail.
    drawn = SamplingParams(temperature=1.0, seed=7)
    submit(Generate(23, str(ours.family), (ask("fails"),), drawn))
    ours.until(PrefillProgress, 23)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "draw", failing_draw)
        ours.until(Failed, 23)
    submit(ours.request(12, asked[12]))
    ours.until(PrefillProgress, 12)
    submit(Abort(22))
    ours.run()
    ended = {
        e.request_id: type(e) for e in ours.events if isinstance(e, Finished | Aborted | Failed)
    }
    assert {i: ended[i] for i in (10, 11, 12)} == dict.fromkeys((10, 11, 12), Finished)
    assert (ended[20], ended[21], ended[23]) == (Aborted, Aborted, Failed)
    assert {i: ours.tokens[i] for i in asked} == alone


def failing_draw(params: SamplingParams, logits: mx.array, state: RowState) -> mx.array:
    if params.temperature:
        raise ValueError("a sampler that fails")
    return mx.argmax(logits, axis=-1)
