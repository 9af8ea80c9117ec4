"""A misbehaving server, without the `mcp` package so that it starts at once.

Run as a program with one of: silent, crash, old, fifo PATH, stubborn, deaf, chatty, flood, line,
ping. A fifo supplies the names of more tools.
"""

import json
import os
import signal
import subprocess
import sys
from typing import Any

PAGES = [["pid", "exit"], ["hang", "strict"], ["unknown", "children"], ["half", "deep", "grow"]]
SCHEMAS = {
    "strict": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "unknown": {"type": "object", "properties": {"n": {"$ref": "http://127.0.0.1:9/schema.json"}}},
}


# The results do not match it; trying would take longer than a lifetime.
EVIL = {"type": "object", "properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}}

# Answers as Python and JavaScript write them, with half a character and with far too many levels.
BROKEN = {
    "half": '{"jsonrpc": "2.0", "id": ID, "result": {"content": ["\\ud83d"]}}',
    "deep": '{"result":' + '{"x":' * 5_000 + "1" + "}" * 5_000 + ',"jsonrpc":"2.0","id":ID}',
}


def send_message(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def respond(request: dict[str, Any], **result: Any) -> None:
    send_message(id=request["id"], result=result)


def initialize(request: dict[str, Any]) -> None:
    respond(
        request,
        protocolVersion="2024-11-05",
        capabilities={"tools": {}},
        serverInfo={"name": "odd", "version": "1"},
    )


def list_tools(request: dict[str, Any]) -> None:
    """Return one page for each cursor."""
    page = int(request.get("params", {}).get("cursor", "0"))
    more = {"nextCursor": str(page + 1)} if page + 1 < len(PAGES) else {}
    plain = {"type": "object"}
    tools = [
        {
            "name": name,
            "description": f"One of {sum(map(len, PAGES))}.",
            "inputSchema": SCHEMAS.get(name, plain),
            "outputSchema": EVIL,
        }
        for name in PAGES[page]
    ]
    respond(request, tools=tools, **more)


def run_tool(request: dict[str, Any]) -> None:
    name = request["params"]["name"]
    if name == "exit":
        complain("my last words")
        os._exit(4)
    if name in BROKEN:
        sys.stdout.write(BROKEN[name].replace("ID", str(request["id"])) + "\n")
        sys.stdout.flush()
        return
    if name == "children":
        respond(request, content=[{"type": "text", "text": json.dumps(children())}])
        return
    if name == "grow":
        PAGES[-1].append("grown")
        send_message(method="notifications/tools/list_changed")
    if name != "hang":
        text = str(os.getpid()) if name == "pid" else json.dumps(request["params"]["arguments"])
        evil = {"x": "a" * 40 + "!"}
        respond(request, content=[{"type": "text", "text": text}], structuredContent=evil)


def children() -> list[int]:
    """Start processes in the server's group, in a session of their own, and there without its
    environment."""
    long = ["sleep", "600"]
    return [
        subprocess.Popen(long).pid,
        subprocess.Popen(long, start_new_session=True).pid,
        subprocess.Popen(long, start_new_session=True, env={"PATH": os.environ["PATH"]}).pid,
    ]


def write_without_end(text: str) -> None:
    while True:
        sys.stdout.write(text)


def refuse(request: dict[str, Any]) -> None:
    if "id" in request:
        send_message(id=request["id"], error={"code": -32601, "message": "Method not found"})


def serve(must_initialize: bool) -> None:
    sys.stdout.write("no JSON at all\n")
    complain("listening")
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        if must_initialize and number == 0 and request["method"] != "initialize":
            sys.exit("expected initialize")
        handle(request)


def handle(request: dict[str, Any]) -> None:
    handlers = {"initialize": initialize, "tools/list": list_tools, "tools/call": run_tool}
    handlers.get(request["method"], refuse)(request)


def main(mode: str, *rest: str) -> None:
    if mode == "crash":
        sys.exit("no configuration")
    if mode == "silent":
        sys.stdin.read()
        return
    if mode == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "chatty":
        sys.stdout.write('hello\n[1]\n{}\n{"jsonrpc": 2}\n' * 500)
    if mode == "ping":
        handle(json.loads(sys.stdin.readline()))
        write_without_end('{"jsonrpc": "2.0", "id": 7, "method": "ping"}\n')
    if mode in ("flood", "line"):
        write_without_end("no JSON\n" if mode == "flood" else "no end of a line")
    if mode == "fifo":
        with open(rest[0]) as gate:
            PAGES[-1].extend(gate.read().split())
    serve(must_initialize=mode == "old")
    if mode in ("stubborn", "deaf"):
        while True:
            signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
