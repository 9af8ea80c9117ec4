"""Which tokens of a prompt are read, by their scores."""

import numpy as np
import pytest

from engine.models.skims import Skimmed, Skims, compact_key
from engine.skim import Skim
from engine.skimming.left_out import left_out_ranges
from engine.skimming.selection import CHUNK, LONG_QUESTION, always_read, chosen

COUNT = 20 * CHUNK


def test_the_best_chunks_are_read_up_to_the_share() -> None:
    scores = np.zeros(COUNT)
    scores[5 * CHUNK + 3] = 0.9
    scores[11 * CHUNK : 12 * CHUNK] = 0.02
    kept = chosen(scores, always_read(COUNT, 0, COUNT), 0.1, 0)
    assert kept.tolist() == [
        *range(5 * CHUNK, 6 * CHUNK),
        *range(11 * CHUNK, 12 * CHUNK),
        COUNT - 1,
    ]


def test_the_share_is_of_what_is_not_cached() -> None:
    cached = 10 * CHUNK
    kept = chosen(np.arange(COUNT), always_read(COUNT, 0, COUNT), 0.5, cached)
    assert set(range(cached)) <= set(kept.tolist())
    assert len(kept) == 15 * CHUNK
    assert kept[-1] == COUNT - 1


def test_some_parts_are_read_whatever_their_score() -> None:
    mask = always_read(COUNT, 40, COUNT - 50, (100, 101, 102), (200,), 70)
    kept = np.flatnonzero(mask)
    assert kept.tolist() == [*range(40), 100, 101, 102, 200, 201, 202, *range(COUNT - 70, COUNT)]
    assert chosen(np.zeros(COUNT), mask, 0.1, 0).tolist() == kept.tolist()


def test_a_text_in_the_last_question_can_be_skimmed() -> None:
    count = 4 * LONG_QUESTION
    mask = always_read(count, 0, 100)
    assert mask[100] and mask[-1] and not mask[:100].any()
    assert 0 < mask.sum() <= LONG_QUESTION


@pytest.mark.parametrize("keep", [0, 0.09, 1.01, float("nan")])
def test_a_share_out_of_bounds_is_refused(keep: float) -> None:
    with pytest.raises(ValueError, match="keep"):
        Skim(keep)


def test_keys_of_caches_agree_up_to_the_first_difference_of_what_was_read() -> None:
    key = np.arange(1000, 1100)
    kept = np.array([*range(10), *range(40, 100)])
    compact = compact_key(key, kept)
    assert compact[:10] == key[:10].tolist()
    assert compact[10] < 0 and compact[11:] == key[41:].tolist()
    # Another text that was left out, another gap, another token after it.
    other = key.copy()
    other[20] += 1
    assert compact_key(other, kept)[10] != compact[10]
    assert compact_key(key, np.array([*range(10), *range(41, 100)]))[10] != compact[10]
    other = key.copy()
    other[40] += 1
    assert compact_key(other, kept)[10] != compact[10]
    assert compact_key(key, np.arange(100)) == key.tolist()


def test_a_conversation_goes_on_after_its_skimmed_question() -> None:
    key, kept = np.arange(100), np.array([*range(10), *range(40, 100)])
    skims = Skims()
    skims.add(Skimmed(key, kept, "small", 0.3, 95))
    longer = np.concatenate([key[:97], np.arange(500, 520)])
    found = skims.find(longer, 0.3)
    assert found is not None
    assert found.followed(longer).tolist() == [*range(10), *range(40, 117)]
    assert skims.find(longer, 0.2) is None
    # Another question about the same text chooses anew.
    assert skims.find(np.concatenate([key[:90], np.arange(500, 520)]), 0.3) is None


def texts_left_out(text: str, words: list[str], kept: list[int]) -> list[str]:
    media = [at for at, word in enumerate(words) if word == "<pad>"]
    ranges = left_out_ranges(
        text,
        range(len(words)),
        np.array(kept),
        media,
        lambda ids: "".join(words[i] for i in ids),
    )
    return [text[start:stop] for start, stop in ranges]


def test_the_ranges_of_what_is_left_out_skip_media() -> None:
    text = "one two <image> three four five"
    words = ["one ", "two ", "<pad>", "<pad>", "<pad>", " three ", "four ", "five"]
    assert texts_left_out(text, words, [0, 2, 3, 4, 5, 7]) == ["two ", "four "]


def test_what_is_left_out_beside_an_image_is_found_after_a_long_beginning() -> None:
    # The kept tokens before and after the image are one run, longer than the image's text.
    text = "a " * 400 + "<image>" + "b " * 400 + "gone rest"
    words = ["a "] * 400 + ["<pad>"] * 64 + ["b "] * 400 + ["gone ", "rest"]
    kept = [at for at, word in enumerate(words) if word != "gone "]
    assert texts_left_out(text, words, kept) == ["gone "]


def test_what_is_left_out_between_images_is_found() -> None:
    text = "one <image><image><image>two three"
    words = ["one ", "<pad>", "<pad>", "<pad>", "two ", "three"]
    assert texts_left_out(text, words, [1, 2, 3, 5]) == ["one ", "two "]
