"""A typical server, written with the `mcp` package's own class and run as a program."""

import os
import sys

import anyio
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import EmbeddedResource, ResourceLink, TextContent, TextResourceContents

server = MCPServer("everyday")
started, cancelled = anyio.Event(), anyio.Event()


@server.tool(title="Add two numbers")
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@server.tool()
def divide(a: float, b: float) -> float:
    """Divide a by b."""
    if b == 0:
        raise ToolError("b must not be zero")
    return a / b


@server.tool()
def broken() -> str:
    """Raise an unexpected exception."""
    raise KeyError("lost")


@server.tool()
def environment() -> str:
    """Return the names of all environment variables, and the value of TOKEN."""
    return f"{os.environ.get('TOKEN')} {' '.join(sorted(os.environ))}"


@server.tool()
def pid() -> int:
    """Return the process id."""
    return os.getpid()


@server.tool(structured_output=False)
def mixed() -> list:
    """Return a text, an image, a link and a file."""
    uri = "file:///notes.txt"
    return [
        TextContent(type="text", text="Look:"),
        Image(data=b"\x89PNG" * 1000, format="png"),
        ResourceLink(type="resource_link", name="notes", uri=uri),
        EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, text="milk")),
    ]


@server.tool()
def much() -> str:
    """Return more text than anyone reads."""
    return "ä" * 100_000


@server.tool()
async def hang() -> None:
    """Wait until the call is cancelled."""
    started.set()
    try:
        await anyio.sleep_forever()
    finally:
        cancelled.set()


@server.tool()
async def hanging() -> str:
    """Wait until `hang` has started."""
    await started.wait()
    return "yes"


@server.tool()
async def was_cancelled() -> str:
    """Wait until `hang` has been cancelled."""
    await cancelled.wait()
    return "yes"


@server.tool()
def crash() -> str:
    """End the process in the middle of a call."""
    sys.stderr.write("out of cheese\n")
    sys.stderr.flush()
    os._exit(3)


@server.tool()
async def grow(ctx: Context) -> str:
    """Add another tool, and announce it."""

    def grown() -> str:
        return "new"

    server.add_tool(grown)
    await ctx.notify_tools_changed()
    return "grown"


if __name__ == "__main__":
    server.run()
