"""Files added to a chat: copied into our folder by content, checked, and shown as thumbnails."""
