"""OpenAI's completions: the continuation of a raw text, without a chat template."""

import time
from collections.abc import Sequence
from typing import Any

from app.server.asked import Asked
from app.server.chat_form import usage_object
from app.server.chat_input import common_options, reply_count
from app.server.fields import as_flag, as_list, as_text, whole_number
from app.server.media import RequestFiles
from app.server.problems import OPENAI, Problem, invalid, problem_body
from app.server.reply import EVENT_STREAM, Reply, new_id, sse
from engine.messages import (
    NO_SKIM,
    ChatMessage,
    Delta,
    Finished,
    Logprobs,
    PrefillProgress,
    RequestEvent,
    Usage,
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
        names={"top_logprobs": "logprobs"},
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


class CompletionForm:
    media_type = EVENT_STREAM

    def __init__(self, body: dict[str, Any], model: str) -> None:
        options = body.get("stream_options")
        self._with_usage = isinstance(options, dict) and options.get("include_usage") is True
        prompt = _prompt(body.get("prompt"))
        self._echo = prompt if as_flag(body.get("echo"), "echo") else ""
        self._base = {
            "id": new_id("cmpl-"),
            "object": "text_completion",
            "created": int(time.time()),
            "model": model,
        }
        self._count = reply_count(body.get("n"))
        self._top = whole_number(body.get("logprobs") or 0, "logprobs")
        # The place in each reply's text at which its next token begins.
        self._offsets = [len(self._echo)] * self._count
        self._logprobs: list[list[Logprobs]] = [[] for _ in range(self._count)]
        self._usages: list[Usage] = []
        self._skim = NO_SKIM

    def begin(self, progress: PrefillProgress | None) -> str:
        if not self._echo:
            return ""
        return "".join(self._chunk(index, self._echo) for index in range(self._count))

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Logprobs():
                self._logprobs[index].append(event)
            case Delta(_, _, text):
                return self._chunk(index, text)
            case Finished(_, reason, usage):
                self._usages.append(usage)
                self._skim = event.skim
                return self._chunk(index, "", reason.value)
        return ""

    def end(self) -> str:
        usage = ""
        if self._with_usage:
            counts = usage_object(self._usages, self._skim)
            usage = sse(self._base | {"choices": [], "usage": counts})
        return usage + "data: [DONE]\n\n"

    def quiet(self) -> str:
        return ": working\n\n"

    def problem(self, problem: Problem) -> str:
        return sse(problem_body(OPENAI, problem))

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        choices = [
            self._choice(index, self._echo + it.text, it.reason.value, it.logprobs)
            for index, it in enumerate(replies)
        ]
        usage = usage_object([it.usage for it in replies], replies[0].skim)
        return self._base | {"choices": choices, "usage": usage}

    def _chunk(self, index: int, text: str, reason: str | None = None) -> str:
        logprobs, self._logprobs[index] = self._logprobs[index], []
        return sse(self._base | {"choices": [self._choice(index, text, reason, logprobs)]})

    def _choice(
        self, index: int, text: str, reason: str | None, found: Sequence[Logprobs]
    ) -> dict[str, Any]:
        return {
            "index": index,
            "text": text,
            "finish_reason": reason,
            "logprobs": self._probabilities(index, found) if found else None,
        }

    def _probabilities(self, index: int, found: Sequence[Logprobs]) -> dict[str, Any]:
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
