"""Tokens and keys in the keychain of the system."""

import logging
from typing import Any

from engine.sentences import say

log = logging.getLogger(__name__)

SERVICE, USER = "Duologue", "huggingface.co token"
MOST_CHARACTERS = 4096
NOT_KEPT = say(
    "This computer has no keychain that can be used, so this is kept only until Duologue quits."
)
NOT_FORGOTTEN = say("The keychain did not delete the entry. Delete it there, under “Duologue”.")


def read_token(user: str = USER) -> str:
    """Return the token that is kept for `user`, "" if there is none. Blocks: the system may ask."""
    try:
        return plain_token(_keyring().get_password(SERVICE, user) or "")
    except Exception as error:  # noqa: BLE001
        # The backends of all systems raise errors of their own. The text may name the secret.
        log.info("the keychain cannot be read: %s", type(error).__name__)
        return ""


def keep_token(token: str, user: str = USER) -> str:
    """Write the token to the keychain, or delete it if it is empty. Return a sentence about a
    failure, "" if there was none. Blocks."""
    try:
        if token:
            _keyring().set_password(SERVICE, user, token)
        elif _keyring().get_password(SERVICE, user) is not None:
            _keyring().delete_password(SERVICE, user)
    except Exception as error:  # noqa: BLE001
        log.info("the keychain cannot be written: %s", type(error).__name__)
        return NOT_KEPT if token else NOT_FORGOTTEN
    return ""


def plain_token(text: str) -> str:
    """Return what a person typed as a token can be sent, "" if it is none."""
    token = "".join(text.split())
    fits = token.isascii() and token.isprintable() and len(token) <= MOST_CHARACTERS
    return token if fits else ""


def _keyring() -> Any:
    # Imported here, since it takes 190 ms.
    import keyring  # noqa: PLC0415

    return keyring
