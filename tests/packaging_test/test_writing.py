"""Dot is trained on the text that the app's chat template produces."""

import json
import random

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from demo_model.said.chats import seen_chat, text_chat
from demo_model.said.exchanges import Chat, Message, question
from demo_model.said.writing import Piece, write
from tests.kit.paths import ROOT

TEMPLATE = ROOT / "resources" / "dot" / "chat_template.jinja"
IMAGE = "<|vision_start|><|image_pad|><|vision_end|>"
VIDEO = "<|vision_start|><|video_pad|><|vision_end|>"
TOOL = {"type": "function", "function": {"name": "größe", "parameters": {}}}


@pytest.fixture(scope="module")
def template():
    """Compile the chat template as transformers does."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    return environment.from_string(TEMPLATE.read_text())


def rendered(template, chat: Chat, thinking: bool, kinds: list[str]) -> str:
    """Return the prompt for the last answer, as the engine gets it from the template."""
    media = iter(kinds)
    messages = [{"role": "system", "content": chat.system}] if chat.system else []
    for message in chat.messages[:-1]:
        content: str | list = message.text
        if message.role == "user":
            items = sorted(next(media) for _ in range(message.media))
            content = [{"type": kind} for kind in items] + [{"type": "text", "text": message.text}]
        written = {"role": message.role, "content": content}
        if message.calls:
            written["tool_calls"] = [
                {"type": "function", "function": {"name": name, "arguments": arguments}}
                for name, arguments in message.calls
            ]
        messages.append(written)
    return template.render(
        messages=messages,
        tools=list(chat.tools) or None,
        add_generation_prompt=True,
        enable_thinking=thinking,
    )


def joined_pieces(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def compare_with_template(template, chat: Chat, thinking: bool, kinds: list[str]) -> None:
    pieces = write(chat, thinking, kinds)
    prompt = rendered(template, chat, thinking, kinds)
    assert joined_pieces(pieces[:-1]) == prompt
    assert pieces[-1].learn
    said = chat.messages[-1]
    thought = f"<think>\n{said.reasoning}\n</think>\n\n" if thinking else ""
    calls = []
    for name, arguments in said.calls:
        called = f'{{"name": "{name}", "arguments": {json.dumps(arguments, ensure_ascii=False)}}}'
        calls.append(f"<tool_call>\n{called}\n</tool_call>")
    call = "\n".join(calls)
    assert pieces[-1].text == f"{thought}{said.text}{call}<|im_end|>"


@pytest.mark.parametrize("thinking", [False, True])
def test_conversations_without_images_are_written_as_the_template_does(template, thinking):
    for seed in range(600):
        compare_with_template(template, text_chat(random.Random(seed)), thinking, [])


@pytest.mark.parametrize("thinking", [False, True])
def test_conversations_about_images_are_written_as_the_template_does(template, thinking):
    red = [question("What color is it?", "It is red.", "I see red.", skill="color", word="red")]
    for seed in range(200):
        count = 1 + seed % 3
        kinds = random.Random(seed).choices(["image", "video"], k=count)
        chat = seen_chat(random.Random(seed), [red] * count)
        assert sum(message.media for message in chat.messages) == count
        compare_with_template(template, chat, thinking, kinds)


def test_two_results_in_a_row_share_a_message(template):
    chat = Chat(
        (
            Message("user", "Two tools, please."),
            Message("assistant", "I call one.", call=("größe", {"straße": "Ü"})),
            Message("tool", "1"),
            Message("tool", "2"),
            Message("assistant", "Done.", reasoning="Both have answered."),
        ),
        "Be nice.",
        (TOOL,),
    )
    compare_with_template(template, chat, True, [])
    assert 'I call one.\n<tool_call>\n{"name": "größe"' in joined_pieces(write(chat, False))


def test_only_the_assistants_text_is_learned():
    chat = Chat(
        (
            Message("user", "Hi", media=2),
            Message("assistant", "Hello!", reasoning="Never seen."),
            Message("user", "Bye"),
            Message("assistant", "Goodbye!", reasoning="The user leaves."),
        )
    )
    history = "<|im_start|>assistant\n<think>\n\n</think>\n\n"
    assert write(chat, True, ["video", "image"]) == [
        Piece(f"<|im_start|>user\n{IMAGE}{VIDEO}Hi<|im_end|>\n{history}", False),
        Piece("Hello!<|im_end|>", True),
        Piece("\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n", False),
        Piece("<think>\nThe user leaves.\n</think>\n\nGoodbye!<|im_end|>", True),
    ]
    assert write(chat, False, ["image", "image"])[-2:] == [
        Piece(f"\n<|im_start|>user\nBye<|im_end|>\n{history}", False),
        Piece("Goodbye!<|im_end|>", True),
    ]


def test_a_conversation_may_end_with_a_call():
    chat = Chat(
        (
            Message("user", "What is 1 + 2?"),
            Message("assistant", reasoning="I need it.", call=("calculator", {"expression": "1"})),
        )
    )
    assert write(chat, True)[-1].text == (
        "<think>\nI need it.\n</think>\n\n"
        '<tool_call>\n{"name": "calculator", "arguments": {"expression": "1"}}\n</tool_call>'
        "<|im_end|>"
    )
