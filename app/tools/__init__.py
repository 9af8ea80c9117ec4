"""Tools a model may call: built in, or from MCP servers."""
