"""A raw prompt is continued as it is written: the space before the next word stays."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import Generate, LoadModel, SamplingParams
from tests.conftest import Bench
from tests.kit import tiny_models
from tests.kit.images import ask
from tests.kit.tiny_checkpoint import token

METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}
SENTENCE_PIECE = {
    "type": "Sequence",
    "decoders": [
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ],
}


def as_sentence_piece(folder: Path) -> None:
    """Let the tokenizer of a tiny model write spaces as SentencePiece does."""
    file = folder / "tokenizer.json"
    made = json.loads(file.read_text().replace("Ġ", "▁"))
    file.write_text(json.dumps(made | {"pre_tokenizer": METASPACE, "decoder": SENTENCE_PIECE}))


@pytest.mark.parametrize("sentence_piece", [False, True])
def test_the_space_after_a_raw_prompt_stays(tmp_path: Path, sentence_piece: bool) -> None:
    tiny_models.llama(tmp_path)
    if sentence_piece:
        as_sentence_piece(tmp_path)
    bench = Bench()
    bench.run(LoadModel(1, str(tmp_path)))
    sampling = SamplingParams(max_tokens=1, logit_bias=((token("Ġfox"), 100.0),))
    raw = Generate(2, str(tmp_path), (ask("the quick brown"),), sampling, raw=True)
    bench.run(raw, replace(raw, request_id=3, raw=False))
    assert bench.of(2).content == " fox"
    # SentencePiece puts a space before every first word.
    assert bench.of(3).content == ("fox" if sentence_piece else " fox")
    bench.engine.close()
