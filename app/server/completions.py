"""OpenAI's completions: the continuation of a raw text, without a chat template."""

from collections.abc import Sequence
from typing import Any

from app.server.asked import Asked
from app.server.chat_form import ChatForm
from app.server.chat_input import common_options, reply_count
from app.server.fields import as_flag, as_list, as_text, whole_number
from app.server.media import RequestFiles
from app.server.problems import invalid
from app.server.reply import Reply
from engine.messages import (
    ChatMessage,
    Delta,
    Finished,
    Logprobs,
    PrefillProgress,
    RequestEvent,
)

# The length of an answer in OpenAI's API if a client does not choose one.
_TOKENS = 16


def read_completion(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a completion asks for. Raises Problem."""
    if body.get("suffix"):
        raise invalid("suffix cannot be used. Write the model's own tokens into prompt.", "suffix")
    if body.get("best_of") not in (None, 1):
        raise invalid("best_of must be 1.", "best_of")
    options = {"max_tokens": _TOKENS} | common_options(body)
    if body.get("logprobs") is not None:
        # The engine reports the chosen token with the likeliest ones only.
        options["top_logprobs"] = max(1, whole_number(body["logprobs"], "logprobs"))
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=(ChatMessage("user", _prompt(body.get("prompt"))),),
        options=options | {"thinking": False, "thinking_budget": None},
        stream=as_flag(body.get("stream"), "stream"),
        count=reply_count(body.get("n")),
        raw=True,
        names={"messages": "prompt", "top_logprobs": "logprobs"},
    )


def _prompt(value: Any) -> str:
    if isinstance(value, list):
        texts = as_list(value, "prompt")
        if len(texts) != 1 or not isinstance(texts[0], str):
            raise invalid("prompt must be one text. Send several in several requests.", "prompt")
        [value] = texts
    if not as_text(value, "prompt").strip():
        raise invalid("prompt is empty. Send the text to continue.", "prompt")
    return value


class CompletionForm(ChatForm):
    """Writes replies like those of a chat, but with their whole text in one field."""

    def __init__(self, body: dict[str, Any], model: str) -> None:
        super().__init__(body, model, "cmpl-", "logprobs")
        prompt = _prompt(body.get("prompt"))
        self._echo = prompt if as_flag(body.get("echo"), "echo") else ""
        # The place in each reply's text at which its next token begins.
        self._offsets = [len(self._echo)] * self._count

    def begin(self, progress: PrefillProgress | None) -> str:
        if not self._echo:
            return ""
        return "".join(self._chunk(index, {"content": self._echo}) for index in range(self._count))

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Delta(_, _, text):
                return self._chunk(index, {"content": text})
            case Logprobs() | Finished():
                return super().add(index, event)
        return ""

    def _choice(self, index: int, reply: Reply) -> dict[str, Any]:
        return {
            "index": index,
            "text": self._echo + reply.text,
            "finish_reason": reply.reason.value,
            "logprobs": self._probabilities(index, reply.logprobs),
        }

    def _said(self, delta: dict[str, Any]) -> dict[str, Any]:
        return {"text": delta.get("content", "")}

    def _object(self, choices: list[dict[str, Any]], *, chunk: bool) -> dict[str, Any]:
        return self._base | {"object": "text_completion", "choices": choices}

    def _probabilities(self, index: int, found: Sequence[Logprobs]) -> dict[str, Any] | None:
        if not found:
            return None
        offsets: list[int] = []
        for it in found:
            offsets.append(self._offsets[index])
            self._offsets[index] += len(it.chosen.text)
        return {
            "tokens": [it.chosen.text for it in found],
            "token_logprobs": [it.chosen.logprob for it in found],
            "top_logprobs": [
                {each.text: each.logprob for each in it.top[: self._top]} for it in found
            ],
            "text_offset": offsets,
        }
