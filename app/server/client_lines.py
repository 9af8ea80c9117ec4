"""Ready-made lines that point common tools to the server."""

import json
from collections.abc import Callable
from shlex import quote

from engine.frozen import frozen

_CLAUDES = ("HAIKU", "SONNET", "OPUS")


@frozen
class Address:
    """The address of a served model: `url` ends without a slash, and `context` is in tokens, 0 if
    unknown."""

    url: str
    token: str
    model: str
    context: int = 0


def lines_for(tool: str, address: Address) -> str:
    """Return the lines for one of TOOLS."""
    return _MAKERS[tool](address)


def _claude(it: Address) -> str:
    # Claude Code does not know the context of other models.
    window = f"export CLAUDE_CODE_AUTO_COMPACT_WINDOW={it.context}\n" if it.context else ""
    return (
        f"export ANTHROPIC_BASE_URL={it.url}\n"
        f"export ANTHROPIC_AUTH_TOKEN={quote(it.token)}\n"
        # Its subagents and titles ask for models by names of Anthropic's.
        + "".join(f"export ANTHROPIC_DEFAULT_{kind}_MODEL={it.model}\n" for kind in _CLAUDES)
        + "export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1\n"
        f"{window}claude --model {it.model}\n"
    )


def _codex(it: Address) -> str:
    window = f"model_context_window = {it.context}\n" if it.context else ""
    return (
        f"# ~/.codex/config.toml; in the terminal: export DUOLOGUE_TOKEN={quote(it.token)}\n"
        f"model = {json.dumps(it.model)}\n"
        'model_provider = "duologue"\n'
        f"{window}\n"
        "[model_providers.duologue]\n"
        'name = "Duologue"\n'
        f'base_url = "{it.url}/v1"\n'
        'env_key = "DUOLOGUE_TOKEN"\n'
        'wire_api = "responses"\n'
    )


def _opencode(it: Address) -> str:
    model: dict[str, object] = {"name": it.model}
    if it.context:
        model["limit"] = {"context": it.context, "output": it.context}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Duologue",
        "options": {"baseURL": f"{it.url}/v1", "apiKey": it.token},
        "models": {it.model: model},
    }
    config = {
        "$schema": "https://opencode.ai/config.json",
        "provider": {"duologue": provider},
        "model": f"duologue/{it.model}",
    }
    return json.dumps(config, indent=2) + "\n"


def _continue(it: Address) -> str:
    return (
        "# ~/.continue/config.yaml\n"
        "models:\n"
        f"  - name: {json.dumps(it.model)}\n"
        "    provider: openai\n"
        f"    model: {json.dumps(it.model)}\n"
        f"    apiBase: {it.url}/v1\n"
        f"    apiKey: {json.dumps(it.token)}\n"
    )


def _openai(it: Address) -> str:
    return (
        "from openai import OpenAI\n\n"
        f'client = OpenAI(base_url="{it.url}/v1", api_key={json.dumps(it.token)})\n'
        "answer = client.chat.completions.create(\n"
        f"    model={json.dumps(it.model)},\n"
        '    messages=[{"role": "user", "content": "Hello"}],\n'
        ")\n"
        "print(answer.choices[0].message.content)\n"
    )


def _anthropic(it: Address) -> str:
    return (
        "from anthropic import Anthropic\n\n"
        f'client = Anthropic(base_url="{it.url}", api_key={json.dumps(it.token)})\n'
        "answer = client.messages.create(\n"
        f"    model={json.dumps(it.model)},\n"
        "    max_tokens=1000,\n"
        '    messages=[{"role": "user", "content": "Hello"}],\n'
        ")\n"
        "print(answer.content[0].text)\n"
    )


_MAKERS: dict[str, Callable[[Address], str]] = {
    "claude": _claude,
    "codex": _codex,
    "opencode": _opencode,
    "continue": _continue,
    "openai": _openai,
    "anthropic": _anthropic,
}
TOOLS = tuple(_MAKERS)
