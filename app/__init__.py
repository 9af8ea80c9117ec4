"""The application: wires the window to the engine; stores, exports and imports conversations.

Start with `assembly`, which builds the parts, and `chats.controller`, which connects them.
"""
