"""Orders of messages that templates refuse or drop, in forms that they take."""

import pytest

from engine.messages import ChatMessage, Media, MediaKind
from engine.models.loader import LoadedModel
from engine.rendering.accepted_messages import Accepted, as_accepted
from engine.rendering.prompt_input import PromptInput
from engine.rendering.rendered_conversation import render_conversation
from tests.conftest import DOT

_TURN = "<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n"
ALTERNATING = (
    "{% for m in messages %}"
    "{% if m.role == 'system' and not loop.first %}{{ raise_exception('System') }}{% endif %}"
    "{% if not loop.first and messages[loop.index0 - 1].role == m.role %}"
    "{{ raise_exception('Roles must alternate.') }}{% endif %}" + _TURN + "{% endfor %}"
)
DROPPING = (
    "{% for m in messages %}{% if m.role != 'system' or loop.first %}" + _TURN + "{% endif %}"
    "{% endfor %}"
)
ASKED = (
    ChatMessage("system", "Be short."),
    ChatMessage("user", "One."),
    ChatMessage("assistant", "Two."),
    ChatMessage("system", "It is late."),
    ChatMessage("user", "Three."),
    ChatMessage("user", "Four."),
)
TEXTS = [it.content for it in ASKED]


def rendered(model: LoadedModel, *messages: ChatMessage) -> str:
    return render_conversation(PromptInput(messages), (), model)


@pytest.mark.parametrize("template", [ALTERNATING, DROPPING], ids=["alternating", "dropping"])
def test_every_message_is_told_at_its_place(
    dot: LoadedModel, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    monkeypatch.setattr(dot.tokenizer._tokenizer, "chat_template", template)
    prompt = rendered(dot, *ASKED)
    places = [prompt.find(text) for text in TEXTS]
    assert min(places) >= 0 and places == sorted(places)
    assert "<system-reminder>\nIt is late.\n</system-reminder>" in prompt


def test_a_template_that_takes_system_messages_anywhere_gets_them_as_they_are(
    dot: LoadedModel,
) -> None:
    prompt = rendered(dot, *ASKED)
    assert "<|im_start|>system\nIt is late.<|im_end|>" in prompt
    assert prompt.count("<|im_start|>user") == 3


def test_merged_messages_keep_their_media_at_their_places() -> None:
    image = Media(MediaKind.IMAGE, DOT)
    first = ChatMessage("user", "One", media=(image,))
    second = ChatMessage("user", "Two three", media=(image, image), places=(0, 4))
    [made] = as_accepted([first, second], Accepted(neighbors=False))
    assert made.content == "One\n\nTwo three"
    assert made.media == (image,) * 3
    assert [made.content[place:] for place in made.places] == [made.content, "Two three", "three"]
