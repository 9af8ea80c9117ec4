"""Open chats and comparisons, and what the person does in them."""
