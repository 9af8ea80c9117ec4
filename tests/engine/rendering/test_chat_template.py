"""Chat templates of several kinds get calls, results and reasoning in the form that they accept."""

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import PreTrainedTokenizerFast

from engine.channels.known_formats import FORMATS
from engine.messages import ChatMessage, ToolInvocation
from engine.rendering import chat_template
from tests.kit.tiny_checkpoint import tokenizer

CALL = ToolInvocation("look", '{"at": "the sky"}', "000001000")
CALLED = (
    ChatMessage("user", "What is up?"),
    ChatMessage("assistant", "", tool_calls=(CALL,), reasoning="I look."),
    ChatMessage("tool", "blue", name="look", call_id="000001000"),
)
EACH = "{% for m in messages %}"
MAPPED = "{{ m.tool_calls[0].function.arguments.at }}"
TOOL = '{"type": "function", "function": {"name": "look"}}'


def tokenizer_with(template: str) -> TokenizerWrapper:
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer(), eos_token="<|im_end|>")
    fast.chat_template = template
    return TokenizerWrapper(fast)


def templated_prompt(template: str, *messages: ChatMessage, thinking: bool = False) -> str:
    contents = [message.content for message in messages]
    return chat_template.apply_template(
        tokenizer_with(template), messages, contents, (TOOL,), thinking=thinking
    )


@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        ("{{ c.name }} {{ c.arguments.at }}", "look the sky"),
        ("{{ c.name + c.arguments }}", 'look{"at": "the sky"}'),
        ("{{ c.name }} {{ c.arguments | tojson }}", 'look {"at": "the sky"}'),
    ],
)
def test_arguments_come_in_the_form_the_template_accepts(calls: str, shown: str) -> None:
    """A mapping, or text if the template joins the arguments to text."""
    template = EACH + "{% for c in m.tool_calls or [] %}{% set c = c.function %}" + calls
    assert shown in templated_prompt(template + "{% endfor %}{% endfor %}", *CALLED)


def test_reasoning_is_omitted_if_the_template_refuses_it() -> None:
    template = (
        EACH + "{% if m.tool_calls and m.thinking %}{{ raise_exception('both') }}{% endif %}"
        "{{ m.content }}{% if m.tool_calls %}{{ m.tool_calls[0].function.name }}{% endif %}"
        "{% endfor %}"
    )
    assert templated_prompt(template, *CALLED) == "What is up?lookblue"


@pytest.mark.parametrize("key", chat_template.REASONING_KEYS)
def test_reasoning_is_given_to_templates_that_ask_for_it(key: str) -> None:
    template = EACH + f"{{{{ m.{key} or '' }}}}" + "{{ m.tool_calls }}{% endfor %}"
    assert templated_prompt(template, *CALLED).startswith("I look.")


def test_a_result_names_the_call_it_answers() -> None:
    template = EACH + "{% if m.role == 'tool' %}{{ m.name }} {{ m.tool_call_id }} {{ m.content }}"
    template += "{% elif m.tool_calls %}{{ m.tool_calls[0].id }} {% endif %}{% endfor %}"
    assert templated_prompt(template, *CALLED) == "000001000 look 000001000 blue"


def test_the_first_error_of_a_template_is_reported() -> None:
    with pytest.raises(Exception, match="never"):
        templated_prompt("{{ raise_exception('never') }}", *CALLED)


def test_the_templates_own_error_comes_before_other_errors() -> None:
    template = (
        EACH + "{% for c in m.tool_calls or [] %}{{ 'x' + c.function.arguments }}{% endfor %}"
    )
    with pytest.raises(Exception, match="no tools here"):
        templated_prompt(template + "{% endfor %}{{ raise_exception('no tools here') }}", *CALLED)


TWICE = (
    ChatMessage("user", "What is up and down?"),
    ChatMessage(
        "assistant",
        "I look.",
        tool_calls=(CALL, ToolInvocation("look", '{"at": "the sea"}', "000001001")),
    ),
    ChatMessage("tool", "blue", name="look", call_id="000001000"),
    ChatMessage("tool", "green", name="look", call_id="000001001"),
    ChatMessage("assistant", "Blue and green."),
)


def test_calls_are_split_for_single_call_templates() -> None:
    """Llama 3's template raises for more than one call."""
    template = (
        EACH + "{% if m.tool_calls %}{% if m.tool_calls | length > 1 %}{{ raise_exception('one') }}"
        "{% endif %}[{{ m.content }}|" + MAPPED + "]{% else %}<{{ m.content }}>{% endif %}"
        "{% endfor %}"
    )
    assert templated_prompt(template, *TWICE) == (
        "<What is up and down?>[I look.|the sky]<blue>[|the sea]<green><Blue and green.>"
    )


def test_results_can_be_part_of_the_calling_message() -> None:
    """Gemma 4's first template wants them there."""
    template = EACH + (
        "{{ m.role }}:{% for r in m.tool_responses or [] %}{{ r.name }}={{ r.response }} "
        "{% endfor %}{{ m.content }};{% endfor %}"
    )
    assert templated_prompt(template, *TWICE) == (
        "user:What is up and down?;assistant:look=blue look=green I look.;"
        "assistant:Blue and green.;"
    )
    known = "{% if messages[0].role == 'tool' %}{% endif %}"
    assert "tool:" in templated_prompt(known + template, *TWICE)


SWITCHED = "{% if enable_thinking %}<think>{% endif %}"
OTHER = "{% if thinking %}<think>{% endif %}"


@pytest.mark.parametrize(
    ("template", "switch"),
    [(SWITCHED, True), (OTHER, True), ("<think>", False), ("{{ raise_exception('') }}", False)],
)
def test_a_reasoning_switch_is_detected(template: str, switch: bool) -> None:
    assert chat_template.has_switch(tokenizer_with(template)) is switch


@pytest.mark.parametrize(
    ("template", "name", "takes"),
    [
        ("{{ tools | tojson }}", "hermes", True),
        ("{{ tools | tojson }}", "plain", False),
        ("{{ messages }}", "hermes", False),
        ("{{ tools[0].description.nothing }}", "hermes", False),
    ],
)
def test_tools_need_a_template_that_offers_them_and_readable_calls(
    template: str, name: str, takes: bool
) -> None:
    assert chat_template.takes_tools(tokenizer_with(template), FORMATS[name]) is takes
