"""The markers by which formats are told apart, and what a chat template alone tells of a model.

Plain data: it is also read for models that are not loaded.
"""

import re

# The first of these markers that the vocabulary has decides: only one format has it.
IN_VOCABULARY = (
    ("<|message|>", "harmony"), ("<|channel>", "gemma4"), ("｜DSML｜", "deepseek_dsml"),
    ("<|recipient|>", "functionary"), ("<start_function_call>", "function_gemma"),
    ("<|START_THINKING|>", "cohere"), ("<|START_ACTION|>", "cohere"),
    ("<|tool_calls_section_begin|>", "kimi"), ("◁think▷", "kimi"),
    ("<longcat_think>", "longcat"), ("<longcat_tool_call>", "longcat"), ("<seed:think>", "seed"),
    ("<minimax:tool_call>", "minimax"), ("<|tool_call_start|>", "pythonic"),
    ("<｜tool_calls_begin｜>", "step3"), ("<|tools_prefix|>", "apertus"),
    ("<|action_start|>", "internlm"), ("[TOOL_CALLS]", "mistral"), ("[THINK]", "mistral"),
    ("<|/tool_call|>", "phi4_mini"), ("<|tool_call|>", "granite"),
)  # fmt: skip
# These must be in the template: models distilled from others keep tokens that they never use.
IN_TEMPLATE = (
    ("｜DSML｜", "deepseek_dsml"), ("<｜tool▁calls▁begin｜>", "deepseek"),
    ("<minimax:tool_call>", "minimax"), ("<longcat_tool_call>", "longcat"),
    ("<seed:tool_call>", "seed"), ("<arg_key>", "glm"), ("<TOOLCALL>", "nemotron"),
    ("<parameter=", "qwen3_coder"), ("<function_calls>", "olmo"), ("<tool_sep>", "hunyuan"),
    ("<answer>\\n", "hunyuan"), ("<response>", "ernie"), ("<tool_calls>", "jamba"),
    ("<tool_call>", "hermes"), (">>>${recipient}", "functionary"), ("functools[", "phi4_mini"),
    ("<|python_start|>", "llama"), ("<|python_tag|>", "llama"), ("[Calling tool", "bracket"),
    ("<function=", "llama"),
    ("Here is my thought process:", "granite"), ("<think>", "think"),
)  # fmt: skip
# Formats without tool calls.
WITHOUT_TOOLS = frozenset(("plain", "think"))
# The markers of reasoning in all formats.
REASONING = (
    "<think>", "</think>", "[THINK]", "<seed:think>", "◁think▷", "<longcat_think>",
    "<|think:start|>", "<|START_THINKING|>", "<|inner_prefix|>", "Here is my thought process:",
    "Here's my thought process:", "<|channel>", "<|channel|>",
)  # fmt: skip
_TOOLS = re.compile(r"\b(tools|xml_tools|available_tools|builtin_tools)\b")


def template_thinks(template: str) -> bool:
    """Return True if a chat template has the markers of reasoning."""
    return any(marker in template for marker in REASONING)


def template_calls(template: str) -> bool:
    """Return True if a chat template offers tools, in a format whose calls can be read."""
    if not _TOOLS.search(template):
        return False
    found = (name for marker, name in (*IN_VOCABULARY, *IN_TEMPLATE) if marker in template)
    return next(found, "plain") not in WITHOUT_TOOLS
