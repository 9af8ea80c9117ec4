"""The request that is made of a conversation and its options."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.requests.request_options import RequestOptions
from engine.messages import ChatMessage, Drafting, Media, MediaKind, SamplingParams
from tests.kit.desk import DOT_MODEL
from ui.state.chat_options import ChatOptions


def test_media_that_still_exist_keep_their_places_in_the_text(tmp_path: Path) -> None:
    there, gone = tmp_path / "a.png", tmp_path / "b.png"
    there.write_bytes(b"")
    media = tuple(Media(MediaKind.IMAGE, path) for path in (gone, there, gone))
    first = ChatMessage("user", "one two", media, places=(0, 4, 7))
    options = RequestOptions("dot", ChatOptions(), SamplingParams())
    history = (first, ChatMessage("assistant", "yes"), ChatMessage("user", "why?"))
    sent = options.request(1, DOT_MODEL, history, (), "").messages[0]
    note = "(No longer there: b.png, b.png.)\n"
    assert sent.content == f"{note}one two"
    assert (sent.media, sent.places) == (media[1:2], (len(note) + 4,))
    assert sent.content[sent.places[0] :] == "two"


@pytest.mark.parametrize("thinking", [True, False])
def test_a_model_without_a_switch_thinks_always_or_never(thinking: bool) -> None:
    model = replace(DOT_MODEL, thinking=thinking, thinking_switch=False)
    for chosen in (True, False):
        options = RequestOptions("m", ChatOptions(sampling=SamplingParams(thinking=chosen)), None)
        assert options.request(1, model, (), (), "").sampling.thinking is thinking


def test_the_choice_of_drafting_goes_with_the_request() -> None:
    for choice in Drafting:
        options = RequestOptions("dot", ChatOptions(drafting=choice), None)
        assert options.request(1, DOT_MODEL, (), (), "").drafting is choice
