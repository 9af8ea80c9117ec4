"""The token that clients send, in the keychain of the system."""

import secrets

from app.hub.token import keep_token, read_token

USER = "token of the local server"


def server_token() -> tuple[str, str, bool]:
    """Return the token, a sentence if it could not be kept ("" otherwise), and whether it is new.
    Blocks: the system may ask."""
    if token := read_token(USER):
        return token, "", False
    return *new_token(), True


def new_token() -> tuple[str, str]:
    """Replace the token; return it with a sentence if it could not be kept, else "". Blocks."""
    token = secrets.token_urlsafe(24)
    return token, keep_token(token, USER)
