"""Contract with mlx-lm and mlx-vlm: the adapter gives their tokens, alone and among other rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import mlx.core as mx
import mlx_lm
import mlx_vlm.utils
import pytest
from mlx_lm import stream_generate as mlx_lm_stream
from mlx_lm.models.cache import CacheList, ChunkedKVCache, KVCache, RotatingKVCache
from mlx_vlm.generate import stream_generate as mlx_vlm_stream

from engine.media.file_kind import identify
from engine.media.images import read_image
from engine.messages import ChatMessage
from engine.models.adapter import Adapter, TextAdapter, VisionAdapter
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.prompt import Prompt
from engine.prompts.processing import encode
from engine.rendering import rendered_conversation
from engine.rendering.message_content import Shape
from engine.rendering.prompt_input import PromptInput
from tests.kit.images import ask, save_image
from tests.kit.tiny_models import FAMILIES, VISION

TOKENS = 16
CHUNK = 16
# Steps at which the rows begin to be read and leave; reading takes one step per chunk.
STARTS = (0, 2, 5)
LEAVES = (14, 12, 99)


@dataclass
class Row:
    """`token` (1,) is chosen and not in the cache; `tokens` are in it, after the prompt's."""

    prompt: Prompt
    cache: list[Any]
    token: mx.array
    tokens: list[int] = field(default_factory=list)


class Batch:
    """Greedy rows of one model, by the caches' own means and nothing else."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter, self.rows, self.cache = adapter, [], []

    def join(self, row: Row) -> None:
        if len(self.rows) == 0:
            self.cache = row.cache
        elif len(self.rows) == 1:
            pairs = zip(self.cache, row.cache, strict=True)
            self.cache = [type(mine).merge([mine, theirs]) for mine, theirs in pairs]
        else:
            for mine, theirs in zip(self.cache, row.cache, strict=True):
                mine.extend(type(theirs).merge([theirs]))
        self.rows.append(row)

    def leave(self, row: Row) -> None:
        index = self.rows.index(row)
        staying = [i for i in range(len(self.rows)) if i != index]
        if staying:
            row.cache = [entry.extract(index) for entry in self.cache]
        if len(staying) == 1:
            self.cache = [entry.extract(staying[0]) for entry in self.cache]
        elif staying:
            for entry in self.cache:
                entry.filter(mx.array(staying))
        self.rows.remove(row)

    def step(self) -> None:
        tokens = mx.concatenate([row.token for row in self.rows])
        positions = [len(row.prompt.tokens) + len(row.tokens) for row in self.rows]
        prompts = [row.prompt for row in self.rows]
        logits = self.adapter.decode_block(tokens[:, None], positions, prompts, self.cache)[:, -1]
        assert logits.shape[0] == len(self.rows)
        for index, row in enumerate(self.rows):
            row.tokens.append(cast("int", row.token.item()))
            row.token = mx.argmax(logits[index : index + 1], axis=-1)


def prefilled(adapter: Adapter, prompt: Prompt) -> Iterator[Row | None]:
    """Read a prompt, a chunk each time, or at once where it must not be cut; then its row."""
    cache, logits, total = adapter.new_cache(), mx.array([]), len(prompt.tokens)
    ends = [*range(CHUNK, total, CHUNK), total] if prompt.chunkable else [total]
    for start, stop in zip([0, *ends], ends, strict=False):
        logits = adapter.prefill(prompt, start, stop, cache)
        mx.eval([entry.state for entry in cache])
        yield None
    prompt.release()
    yield Row(prompt, cache, mx.argmax(logits, axis=-1))


def decoded_alone(adapter: Adapter, prompt: Prompt) -> list[int]:
    *_, row = prefilled(adapter, prompt)
    batch = Batch(adapter)
    batch.join(cast("Row", row))
    for _ in range(TOKENS):
        batch.step()
    return batch.rows[0].tokens


def together(adapter: Adapter, prompts: list[Prompt]) -> list[list[int]]:
    """Rows are read while others answer, join, leave, and finish alone on what they leave with."""
    readers = [prefilled(adapter, prompt) for prompt in prompts]
    rows: list[Row | None] = [None] * len(prompts)
    batch, sizes = Batch(adapter), set()
    for step in range(40):
        for index, reader in enumerate(readers):
            if step >= STARTS[index] and rows[index] is None:
                rows[index] = row = next(reader)
                if row is not None:
                    batch.join(row)
            elif step == LEAVES[index]:
                batch.leave(cast("Row", rows[index]))
        sizes.add(len(batch.rows))
        if batch.rows:
            batch.step()
    assert sizes >= {1, 2, 3}
    for row in cast("list[Row]", rows):
        batch = Batch(adapter)
        batch.join(row)
        while len(row.tokens) < TOKENS:
            batch.step()
    return [cast("Row", row).tokens[:TOKENS] for row in rows]


@pytest.fixture(scope="module", params=FAMILIES)
def family_model(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> LoadedModel:
    folder = tmp_path_factory.mktemp("family") / request.param
    FAMILIES[request.param](folder)
    return load_model(examine_model(str(folder)))


@pytest.fixture(scope="module")
def questions(
    family_model: LoadedModel, tmp_path_factory: pytest.TempPathFactory
) -> list[ChatMessage]:
    """Questions of different lengths, around and above the sliding windows. For vision models, one
    has an image, one has none and one has two images of different shapes."""
    pictures = tmp_path_factory.mktemp("pictures")
    red = save_image(pictures / "a.png", ("red", "circle", 0.3, 0.5), size=(96, 64), radius=20)
    blue = save_image(pictures / "b.png", ("blue", "square", 0.6, 0.4), size=(64, 96), radius=18)
    black = save_image(pictures / "c.png", ("black", "cross", 0.5, 0.5), size=(64, 64), radius=25)
    media = (
        [(red,), (), (blue, black)] if Path(family_model.info.model_id).name in VISION else [()] * 3
    )
    texts = ["the fox", "one two three shapes and the lazy dog " * 2, "the quick brown fox jumps"]
    return [ask(text, *paths) for text, paths in zip(texts, media, strict=True)]


def prompt_of(model: LoadedModel, question: ChatMessage) -> Prompt:
    if not model.vision:
        return model.adapter.prompt(model.segments.encode(rendered_question(model, question)), {})
    pictures = [read_image(identify(item.path)) for item in question.media]
    return model.adapter.prompt(*encode(rendered_question(model, question), pictures, model))


def rendered_question(model: LoadedModel, question: ChatMessage) -> str:
    return rendered_conversation.render_conversation(
        PromptInput((question,)), [Shape() for _ in question.media], model
    )


@pytest.fixture(scope="module")
def expected(family_model: LoadedModel, questions: list[ChatMessage]) -> list[list[int]]:
    """The library's own greedy tokens, by its loader, its processor and its loop."""
    reader: Any = mlx_vlm.utils.load if family_model.vision else mlx_lm.load
    network, processor = reader(family_model.info.model_id)
    found: list[list[int]] = []
    for question in questions:
        pictures = [read_image(identify(item.path)) for item in question.media]
        text = rendered_question(family_model, question)
        options: dict[str, Any] = {"max_tokens": TOKENS}
        if family_model.vision:
            options |= {"image": pictures or None, "temperature": 0.0}
        stream: Any = mlx_vlm_stream if family_model.vision else mlx_lm_stream
        replies = stream(network, processor, text, **options)
        tokens = [reply.token for reply in replies if reply.token is not None]
        found.append(tokens[:TOKENS])
    # A model that ends at once or repeats itself would hide mistakes.
    assert [len(tokens) for tokens in found] == [TOKENS] * 3
    assert min(len(set(tokens)) for tokens in found) >= 10
    assert len({tuple(tokens) for tokens in found}) == 3
    return found


def test_joining_and_leaving_rows_have_the_tokens_of_the_library(
    family_model, questions, expected
) -> None:
    """The rows are read in chunks, and each is alone at its beginning or its end."""
    assert family_model.adapter.batched
    prompts = [prompt_of(family_model, question) for question in questions]
    assert together(family_model.adapter, prompts) == expected


@pytest.mark.parametrize("family_model", sorted(VISION), indirect=True)
def test_a_different_image_changes_the_tokens(family_model, questions, tmp_path: Path) -> None:
    question = questions[0]
    path = save_image(tmp_path / "d.png", ("green", "square", 0.5, 0.5), size=(96, 64), radius=20)
    other = prompt_of(family_model, ask(question.content, path))
    prompt = prompt_of(family_model, question)
    assert prompt.tokens == other.tokens
    assert decoded_alone(family_model.adapter, prompt) != decoded_alone(family_model.adapter, other)


def test_only_bidirectional_images_prevent_chunked_prefill(family_model, questions) -> None:
    found = [prompt_of(family_model, question).chunkable for question in questions]
    both_ways = Path(family_model.info.model_id).name == "gemma4"
    assert found == ([False, True, False] if both_ways else [True] * 3)


@pytest.mark.parametrize("family_model", sorted(VISION), indirect=True)
def test_an_unverified_vision_family_is_not_batched(family_model, monkeypatch) -> None:
    network = cast("Any", family_model.adapter)._model
    monkeypatch.setattr(network.config, "model_type", "unknown")
    assert not VisionAdapter(network).batched


@pytest.mark.parametrize(
    ("entry", "batched"),
    [
        (KVCache(), True),
        (CacheList(KVCache(), RotatingKVCache(8)), True),
        (CacheList(KVCache(), ChunkedKVCache(8)), False),
        (RotatingKVCache(8, keep=4), False),
    ],
    ids=["plain", "nested", "nested without a merged form", "window that keeps the first tokens"],
)
def test_a_text_model_is_batched_if_all_of_its_caches_merge(entry: Any, batched: bool) -> None:
    class Network:
        def make_cache(self) -> list[Any]:
            return [KVCache(), entry]

    assert TextAdapter(Network()).batched is batched
