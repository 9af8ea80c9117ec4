"""The syntaxes in which model families write tool calls, and the schemas of their arguments."""
