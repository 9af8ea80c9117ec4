"""Images and videos stand in the prompt where they stand in the conversation."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import Refused
from engine.messages import (
    ChatMessage,
    Finished,
    Generate,
    Media,
    MediaKind,
    SamplingParams,
    ToolInvocation,
)
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.rendering.control_tokens import between_breaks, unguarded
from engine.rendering.message_content import Shape
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import media_marks
from engine.rendering.rendered_conversation import render_conversation
from tests.kit.images import ask, save_image
from tests.kit.tiny_models import FAMILIES

ONE, TWO = Path("one.png"), Path("two.png")
PICTURE = "<|vision_start|><|image_pad|><|vision_end|>"
VIDEO = "<|vision_start|><|video_pad|><|vision_end|>"

# --- short chat templates that behave like real ones ---------------------------------------------

MARKED = (
    "{%- for m in messages %}[{{ m.role }}]BODY{% endfor %}"
    "{% if add_generation_prompt %}[assistant]{% endif %}"
)
TEXTS = (
    "{% if m.content is string %}{{ m.content }}{% else %}"
    "{% for p in m.content if p.type == 'text' %}{{ p.text }}{% endfor %}{% endif %}"
)
IMAGES = (
    "{% if m.content is not string %}{% for p in m.content if p.type == 'image' %}<|image_pad|>"
    "{% endfor %}{% endif %}"
)
IMAGES_FIRST = MARKED.replace("BODY", IMAGES.replace("pad|>", "pad|>\n") + TEXTS)
IMAGES_LAST = MARKED.replace("BODY", TEXTS + IMAGES + "<|im_end|>")
IMAGES_IN_THE_LAST_TURN = MARKED.replace(
    "BODY",
    "{% if loop.last %}{% for n in messages if n.content is not string %}"
    "{% for p in n.content if p.type == 'image' %}<|image_pad|>{% endfor %}{% endfor %}{% endif %}"
    + TEXTS,
)
TWO_PARTS_SORTED = MARKED.replace(
    "BODY",
    "{% if m.content is string %}{{ m.content }}{% else %}"
    "{% for p in (m.content | sort(attribute='type') if m.content | length == 2 else m.content) %}"
    "{% if p.type == 'image' %}<|image_pad|>{% else %}{{ p.text }}{% endif %}{% endfor %}"
    "{% endif %}",
)
IMAGES_DROPPED = MARKED.replace("BODY", TEXTS)
TEXT_ONLY = MARKED.replace("BODY", "{{ m.content }}")
PARTS_ONLY = MARKED.replace(
    "BODY",
    "{% for p in m.content %}{% if p.type == 'image' %}<|image_pad|>{% endif %}{{ p.text }}"
    "{% endfor %}",
)
LAST_MESSAGE_ONLY = "{% set m = messages[-1] %}" + IMAGES + TEXTS
NO_QUESTIONS = MARKED.replace("BODY", "{% if m.role == 'assistant' %}" + TEXTS + "{% endif %}")
FAILS = "{{ raise_exception('no images here') }}"


@pytest.fixture(scope="module")
def tiny_vision_model(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("tiny") / "qwen2_5_vl"
    FAMILIES["qwen2_5_vl"](folder)
    return load_model(examine_model(str(folder)))


@pytest.fixture
def templated(tiny_vision_model: LoadedModel, monkeypatch: pytest.MonkeyPatch):
    """Make the model with another chat template, as if of another family."""

    def made(template: str, family: str = "llava") -> LoadedModel:
        monkeypatch.setattr(tiny_vision_model.tokenizer._tokenizer, "chat_template", template)
        return replace(tiny_vision_model, family=family)

    return made


def placed(text: str, *places: int) -> ChatMessage:
    media = tuple(Media(MediaKind.IMAGE, ONE) for _ in places)
    return ChatMessage("user", text, media, places=places)


def reply_message(text: str) -> ChatMessage:
    return ChatMessage("assistant", text)


def rendered_prompt(
    model: LoadedModel, *messages: ChatMessage, shapes: list[Shape] | None = None
) -> str:
    count = sum(len(message.media) for message in messages)
    return render_conversation(PromptInput(messages), shapes or [Shape()] * count, model)


# --- places of media -----------------------------------------------------------------------------


def test_media_are_rendered_at_their_places(tiny_vision_model) -> None:
    found = rendered_prompt(tiny_vision_model, placed("from  to  here", 5, 9, 9))
    assert f"\nfrom {PICTURE} to {PICTURE}{PICTURE} here<|im_end|>" in found


def test_media_without_places_come_before_the_text(tiny_vision_model) -> None:
    asked = rendered_prompt(
        tiny_vision_model, ask("count", ONE, TWO), reply_message("one"), ask("and", ONE)
    )
    assert f"\n{PICTURE}{PICTURE}count<|im_end|>" in asked
    assert f"\n{PICTURE}and<|im_end|>" in asked
    video = rendered_prompt(tiny_vision_model, ask("count", ONE), shapes=[Shape(0, 1)])
    assert f"\n{VIDEO}count<|im_end|>" in video


def test_a_video_that_a_template_drops_is_spelled_out(templated) -> None:
    found = rendered_prompt(templated(IMAGES_FIRST), ask("count", ONE), shapes=[Shape(0, 1)])
    assert found == "[user]<|video_pad|>count[assistant]"


def test_a_video_sent_as_images_has_a_placeholder_for_each(tiny_vision_model) -> None:
    found = rendered_prompt(
        tiny_vision_model, placed("see  now", 4, 8), shapes=[Shape(3, 0), Shape(0, 1)]
    )
    assert f"\nsee {PICTURE * 3} now{VIDEO}<|im_end|>" in found


@pytest.mark.parametrize(
    ("template", "family", "expected"),
    [
        (IMAGES_FIRST, "llava", "[user]a <|image_pad|>\n b[assistant]c[user]<|image_pad|>\nd"),
        (IMAGES_FIRST, "unknown", "[user]a <|image_pad|>\n b[assistant]c[user]<|image_pad|>\nd"),
        (
            IMAGES_IN_THE_LAST_TURN,
            "qwen3_vl",
            "[user]a <|image_pad|> b[assistant]c[user]<|image_pad|>d",
        ),
        (TWO_PARTS_SORTED, "mistral3", "[user]a <|image_pad|> b[assistant]c[user]<|image_pad|>d"),
        (IMAGES_DROPPED, "llava", "[user]a <|image_pad|> b[assistant]c[user]<|image_pad|>d"),
        (TEXT_ONLY, "unknown", "[user]a <|image_pad|> b[assistant]c[user]<|image_pad|>d"),
        (TEXT_ONLY, "minicpmo", "[user]a <image> b[assistant]c[user]<image>d"),
        (TEXT_ONLY, "phi3_v", "[user]a <|image_1|> b[assistant]c[user]<|image_2|>d"),
        (PARTS_ONLY, "llava", "[user]a <|image_pad|> b[assistant]c[user]<|image_pad|>d"),
    ],
)
def test_templates_that_move_or_drop_media_are_corrected(
    templated, template: str, family: str, expected: str
) -> None:
    model = templated(template, family)
    messages = placed("a  b", 2), reply_message("c"), placed("d", 0)
    assert rendered_prompt(model, *messages) == expected + "[assistant]"


@pytest.mark.parametrize(
    "template", [IMAGES_FIRST, IMAGES_IN_THE_LAST_TURN, TWO_PARTS_SORTED, IMAGES_DROPPED]
)
@pytest.mark.parametrize("family", ["llava", "qwen3_vl", "unknown"])
def test_images_stay_in_their_earlier_messages(templated, template: str, family: str) -> None:
    model = templated(template, family)
    found = rendered_prompt(
        model, ask("a", ONE), reply_message("b"), ask("c"), reply_message("d"), ask("e", ONE, TWO)
    )
    first, middle, last = found.split("[user]")[1:]
    assert [each.count("<|image_pad|>") for each in (first, middle, last)] == [1, 0, 2]
    texts = re.sub(r"<\|image_pad\|>\s?", "", found)
    assert texts == "[user]a[assistant]b[user]c[assistant]d[user]e[assistant]"


def test_an_image_without_text_stays_in_its_message(templated) -> None:
    found = rendered_prompt(
        templated(IMAGES_IN_THE_LAST_TURN),
        ask("", ONE),
        reply_message("a"),
        ask(""),
        reply_message("b"),
        ask("c"),
    )
    assert found == "[user]<|image_pad|>[assistant]a[user][assistant]b[user]c[assistant]"


def test_a_template_that_keeps_order_gets_its_usual_form(templated) -> None:
    """Spelled placeholders are the last resort: this template puts a line after each."""
    found = rendered_prompt(
        templated(IMAGES_FIRST), ask("a", ONE), reply_message("b"), placed("c", 0)
    )
    assert found == "[user]<|image_pad|>\na[assistant]b[user]<|image_pad|>\nc[assistant]"


def test_texts_keep_their_white_space(templated) -> None:
    found = rendered_prompt(templated(TWO_PARTS_SORTED), placed(" a \n\n b ", 3, 5))
    assert found == "[user] a <|image_pad|>\n\n<|image_pad|> b [assistant]"


@pytest.mark.parametrize("template", [LAST_MESSAGE_ONLY, NO_QUESTIONS])
def test_a_template_that_cannot_be_corrected_is_refused(templated, template: str) -> None:
    with pytest.raises(Refused, match=r"moves images and videos away .* Start a new chat"):
        rendered_prompt(templated(template), ask("a", ONE), reply_message("b"), ask("c", TWO))


def test_the_templates_own_error_is_reported(templated) -> None:
    with pytest.raises(Refused, match="does not accept this conversation: no images here"):
        rendered_prompt(templated(FAILS), ask("a", ONE))


def test_a_single_image_model_refuses_two(templated) -> None:
    model = templated(IMAGES_FIRST, "llava_next")
    assert "<|image_pad|>" in rendered_prompt(model, ask("a", ONE))
    for messages in [(ask("a", ONE, TWO),), (ask("a", ONE), reply_message("b"), ask("c", TWO))]:
        with pytest.raises(Refused, match="sees one image in a conversation"):
            rendered_prompt(model, *messages)


def test_a_processor_that_inserts_images_gets_them_first_only(templated) -> None:
    model = templated(TEXT_ONLY, "moondream3")
    model = replace(model, processor=model.tokenizer)
    assert media_marks(model)[0] == ""
    assert rendered_prompt(model, ask("a", ONE), reply_message("b"), ask("c")) == (
        "[user]a[assistant]b[user]c[assistant]"
    )
    with pytest.raises(Refused, match="moves images and videos away"):
        rendered_prompt(model, ask("a"), reply_message("b"), ask("c", ONE))
    assert media_marks(model)[1] == ""


# --- forms of messages ---------------------------------------------------------------------------


def test_a_parts_only_template_gets_answers_as_parts(templated) -> None:
    model = templated(PARTS_ONLY)
    assert rendered_prompt(
        model, ChatMessage("system", "s"), ask("a"), reply_message("b"), ask("c")
    ) == ("[system]s[user]a[assistant]b[user]c[assistant]")


def test_a_text_only_template_gets_no_list(templated) -> None:
    assert rendered_prompt(templated(TEXT_ONLY, "unknown"), ask("a")) == "[user]a[assistant]"


@pytest.mark.parametrize(
    ("template", "family", "image"),
    [
        (IMAGES_FIRST, "llava", "<|image_pad|>"),
        (IMAGES_IN_THE_LAST_TURN, "unknown", "<|image_pad|>"),
        (IMAGES_DROPPED, "llava", "<|image_pad|>"),
        (TEXT_ONLY, "gemma3", "<start_of_image>"),
        (TEXT_ONLY, "phi3_v", "<|image_1|>"),
        (IMAGES_LAST, "llava", "<|image_pad|>"),
    ],
)
def test_the_placeholder_is_found(templated, template: str, family: str, image: str) -> None:
    assert media_marks(templated(template, family))[0] == image


# --- texts that spell a placeholder --------------------------------------------------------------


def test_text_that_spells_a_placeholder_does_not_count(tiny_vision_model) -> None:
    call = ToolInvocation("find", '{"what": "<|image_pad|>"}', "1")
    spelled = "what is <|image_pad|> and <|video_pad|>?"
    text = render_conversation(
        PromptInput(
            (
                ChatMessage("system", spelled),
                replace(ask(spelled, ONE), places=(8,)),
                ChatMessage("assistant", spelled, tool_calls=(call,), reasoning=spelled),
                ChatMessage("tool", spelled, call_id="1"),
                ask("<|image_<|image_pad|>pad|>"),
            ),
        ),
        [Shape()],
        tiny_vision_model,
    )
    assert text.count("<|image_pad|>") == 1
    assert "<|video_pad|>" not in text
    assert unguarded(text).count(
        spelled
    ) == 3 and f"what is {PICTURE}<|image_pad|> and" in unguarded(text)
    assert "<|image_<|image_pad|>pad|>" in unguarded(text)


def test_numbers_do_not_make_another_placeholder(templated) -> None:
    model = templated(TEXT_ONLY, "phi3_v")
    assert between_breaks(rendered_prompt(model, ask("<|image_7|> <|image_x|>", ONE))) == [
        "[user]<|image_1|><",
        "|image_7|> <|image_x|>[assistant]",
    ]


# --- through the engine --------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["qwen2_5_vl", "qwen3_vl", "gemma3", "gemma4"], indirect=True)
def test_models_read_images_at_their_places(bench, family: Path, tmp_path: Path) -> None:
    """Placeholders in the text, which would count as images, change nothing."""
    one = save_image(tmp_path / "a.png", ("red", "circle", 0.4, 0.5), size=(160, 120))
    two = save_image(tmp_path / "b.png", ("blue", "square", 0.6, 0.4), size=(96, 200))
    spelled = "what is <|image_pad|> or <start_of_image> or <image_soft_token>?"
    few = SamplingParams(max_tokens=2)
    asked = (
        replace(ask("count  and  shapes", one, two), places=(6, 11)),
        reply_message("the lazy dog says <|image_pad|><start_of_image>"),
        replace(ask(spelled, two), places=(5,)),
    )
    read = []
    for number, messages in enumerate([asked, (ask(spelled),)], start=1):
        done = bench.run(Generate(number, str(family), messages, few))[-1]
        assert isinstance(done, Finished), done
        read.append(done.usage.prompt)
    assert read[0] > read[1] + 3 * 12
