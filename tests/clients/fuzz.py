# /// script
# requires-python = ">=3.11"
# dependencies = ["schemathesis==4.32.5", "openai==3.3.0", "anthropic==2.12.0"]
# ///
"""Requests that schemathesis makes of the SDKs' own types, right and wrong: no answer may be a 5xx,
and each must be the JSON or the stream that its status promises.

.uv-tool/bin/uv run --script tests/clients/fuzz.py [--examples N] [--seed N]
"""

import argparse
import json
import time
from collections import Counter
from typing import Any

import hypothesis
import schemathesis
from anthropic.types.message_count_tokens_params import MessageCountTokensParams
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from openai.types.chat.completion_create_params import (
    CompletionCreateParamsNonStreaming as ChatParams,
)
from openai.types.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter
from served import MODEL, TOKEN, served

# The paths with the type of their body, and the field of their length.
POSTS = {
    "/v1/chat/completions": (ChatParams, "max_tokens"),
    "/v1/completions": (CompletionCreateParamsNonStreaming, "max_tokens"),
    "/v1/responses": (ResponseCreateParamsNonStreaming, "max_output_tokens"),
    "/v1/messages": (MessageCreateParamsNonStreaming, "max_tokens"),
    "/v1/messages/count_tokens": (MessageCountTokensParams, ""),
}
MESSAGE = {
    "type": "object",
    "properties": {
        "role": {"enum": ["system", "user", "assistant", "tool"]},
        "content": {"type": "string"},
        "images": {"type": "array", "items": {"type": "string"}},
        "tool_calls": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["role", "content"],
}
# Ollama's SDK has no types of what it sends.
OLLAMA = {
    "type": "object",
    "properties": {
        "model": {"const": MODEL},
        "messages": {"type": "array", "items": MESSAGE},
        "tools": {"type": "array", "items": {"type": "object"}},
        "stream": {"type": "boolean"},
        "think": {"type": ["boolean", "string"]},
        "format": {"type": ["string", "object"]},
        "options": {
            "type": "object",
            "properties": {
                "num_predict": {"type": "integer", "minimum": 1, "maximum": 3},
                "temperature": {"type": "number"},
                "top_k": {"type": "integer"},
                "seed": {"type": "integer"},
                "stop": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["num_predict"],
        },
    },
    "required": ["model", "messages", "options"],
}
SHOW = {
    "type": "object",
    "properties": {"model": {"type": "string"}, "verbose": {"type": "boolean"}},
    "required": ["model"],
}
GETS = ("/", "/v1/models", "/v1/models/{name}", "/api/tags")


def description() -> dict[str, Any]:
    """Return an OpenAPI description with the SDKs' types as bodies."""
    schemas: dict[str, Any] = {}
    paths: dict[str, Any] = {path: {"get": _operation(path)} for path in GETS}
    for path, (kind, length) in POSTS.items():
        paths[path] = {"post": _operation(path, _short(_schema(kind, schemas), length))}
    paths["/api/chat"] = {"post": _operation("/api/chat", OLLAMA)}
    paths["/api/show"] = {"post": _operation("/api/show", SHOW)}
    info = {"title": "Duologue", "version": "1"}
    return {
        "openapi": "3.1.0",
        "info": info,
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _schema(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type, and add those that it uses, under names of their own."""
    prefix = f"{kind.__module__}.".replace(".", "_")
    made = TypeAdapter(kind).json_schema(ref_template="#/components/schemas/" + prefix + "{model}")
    schemas.update({prefix + name: it for name, it in made.pop("$defs", {}).items()})
    return made


def _short(schema: dict[str, Any], length: str) -> dict[str, Any]:
    """Return the schema of a request for Dot with an answer of a few tokens."""
    schema["properties"]["model"] = {"const": MODEL}
    schema["properties"]["stream"] = {"type": "boolean"}
    if length:
        schema["properties"][length] = {"type": "integer", "minimum": 1, "maximum": 3}
        schema["required"] = sorted({*schema.get("required", ()), length})
    return schema


def _operation(path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"responses": {"default": {"description": "any"}}}
    if "{name}" in path:
        made["parameters"] = [
            {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
        ]
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


class Fuzz:
    """Counts the answers by path and status, and has the first of each kind of fault."""

    def __init__(self, url: str, examples: int, seed: int) -> None:
        self._url, self._examples, self._seed = url, examples, seed
        self.statuses: dict[str, Counter[int]] = {}
        self.faults: list[str] = []
        self.longest = 0.0

    def run(self, operation: Any) -> None:
        path = operation.path

        @hypothesis.seed(self._seed)
        @hypothesis.settings(
            max_examples=self._examples,
            deadline=None,
            database=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=self._cases(operation))
        def ask(case: Any) -> None:
            began = time.monotonic()
            heads = {"authorization": f"Bearer {TOKEN}"}
            response = case.call(base_url=self._url, headers=heads, timeout=60)
            self.longest = max(self.longest, time.monotonic() - began)
            self.statuses.setdefault(path, Counter())[response.status_code] += 1
            if fault := _fault(response):
                body = json.dumps(case.body, default=str)[:600]
                self.faults.append(f"{path}: {fault}\n  {body}")

        try:
            ask()
        except Exception as error:
            self.faults.append(f"{path}: {type(error).__name__}: {str(error)[:300]}")

    def _cases(self, operation: Any) -> Any:
        modes = schemathesis.GenerationMode
        kinds = [modes.POSITIVE] + [modes.NEGATIVE] * (operation.method == "post")
        return hypothesis.strategies.one_of(
            operation.as_strategy(generation_mode=it) for it in kinds
        )


def _fault(response: Any) -> str:
    """Return what is wrong with an answer, "" if nothing is."""
    status, text = response.status_code, response.text
    kind = response.headers.get("content-type", [""])
    kind = kind[0] if isinstance(kind, list) else kind
    if status >= 500:
        return f"{status} {text[:300]}"
    if status == 200 and kind.startswith("text/event-stream"):
        return "" if text.endswith("\n\n") else f"a cut stream: {text[-200:]}"
    if status == 200 and kind == "application/x-ndjson":
        return "" if text.endswith("}\n") else f"a cut stream: {text[-200:]}"
    if not kind.startswith("application/json"):
        return f"{status} is {kind}: {text[:200]}"
    value = json.loads(text)
    if status == 200 or value.get("error"):
        return ""
    return f"{status} without an error: {text[:200]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    schema = schemathesis.openapi.from_dict(description())
    with served() as url:
        fuzz = Fuzz(url, options.examples, options.seed)
        for found in schema.get_all_operations():
            operation = found.ok()
            fuzz.run(operation)
            print(operation.path, dict(fuzz.statuses.get(operation.path, {})), flush=True)
    for fault in fuzz.faults:
        print("FAULT", fault)
    asked = sum(sum(it.values()) for it in fuzz.statuses.values())
    figure = {"asked": asked, "faults": len(fuzz.faults), "longest_s": round(fuzz.longest, 2)}
    print(json.dumps(figure))
    raise SystemExit(bool(fuzz.faults))


if __name__ == "__main__":
    main()
