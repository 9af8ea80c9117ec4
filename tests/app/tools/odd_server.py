"""A server that does not do what it should, without the `mcp` package so that it starts at once.

Run as a program with one of: silent, crash, old, fifo PATH, stubborn.
"""

import json
import os
import signal
import sys
from typing import Any

PAGES = [["pid", "exit"], ["hang", "strict"], ["unknown", "grow"]]
SCHEMAS = {
    "strict": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "unknown": {"type": "object", "properties": {"n": {"$ref": "http://127.0.0.1:9/schema.json"}}},
}


def say(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def answer(request: dict[str, Any], **result: Any) -> None:
    say(id=request["id"], result=result)


def initialize(request: dict[str, Any]) -> None:
    answer(
        request,
        protocolVersion="2024-11-05",
        capabilities={"tools": {}},
        serverInfo={"name": "odd", "version": "1"},
    )


def list_tools(request: dict[str, Any]) -> None:
    """A page for each cursor."""
    page = int(request.get("params", {}).get("cursor", "0"))
    more = {"nextCursor": str(page + 1)} if page + 1 < len(PAGES) else {}
    tools = [{"name": n, "inputSchema": SCHEMAS.get(n, {"type": "object"})} for n in PAGES[page]]
    answer(request, tools=tools, **more)


def call(request: dict[str, Any]) -> None:
    name = request["params"]["name"]
    if name == "exit":
        complain("my last words")
        os._exit(4)
    if name == "grow":
        PAGES[-1].append("grown")
        say(method="notifications/tools/list_changed")
    if name != "hang":
        text = str(os.getpid()) if name == "pid" else json.dumps(request["params"]["arguments"])
        answer(request, content=[{"type": "text", "text": text}])


def refuse(request: dict[str, Any]) -> None:
    if "id" in request:
        say(id=request["id"], error={"code": -32601, "message": "Method not found"})


def serve(must_initialize: bool) -> None:
    sys.stdout.write("no JSON at all\n")
    complain("listening")
    handlers = {"initialize": initialize, "tools/list": list_tools, "tools/call": call}
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        if must_initialize and number == 0 and request["method"] != "initialize":
            sys.exit("expected initialize")
        handlers.get(request["method"], refuse)(request)


def main(mode: str, *rest: str) -> None:
    if mode == "crash":
        sys.exit("no configuration")
    if mode == "silent":
        sys.stdin.read()
        return
    if mode == "fifo":
        with open(rest[0]) as gate:
            gate.read()
    serve(must_initialize=mode == "old")
    if mode == "stubborn":
        while True:
            signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
