"""Tokens that end an answer, as people type and read them."""

from collections.abc import Iterable

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.messages import StopToken

# The escapes that a person types for characters that a field of one line cannot hold.
_ESCAPES = (("\\n", "\n"), ("\\t", "\t"))
MAX_TEXT = 200


def find_stops(
    texts: Iterable[str], tokenizer: TokenizerWrapper
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the tokens of the texts, and the texts that are not one token each. A text of digits
    is the id of a token."""
    vocabulary = tokenizer.get_vocab()
    ids = frozenset(vocabulary.values())
    found: dict[int, None] = {}
    missing: list[str] = []
    for text in texts:
        token = _token(text, tokenizer, vocabulary)
        if token in ids:
            found[token] = None
        else:
            missing.append(text)
    return tuple(found), tuple(missing)


def stop_token(token: int, tokenizer: TokenizerWrapper) -> StopToken:
    """Return a token with its text."""
    added = tokenizer.added_tokens_decoder
    text = str(added[token]) if token in added else tokenizer.decode([token])
    return StopToken(token, text[:MAX_TEXT])


def _token(text: str, tokenizer: TokenizerWrapper, vocabulary: dict[str, int]) -> int:
    """Return the id of a token, -1 if the text is not one token."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) < 10 else -1
    for typed, meant in _ESCAPES:
        text = text.replace(typed, meant)
    if text in vocabulary:
        return vocabulary[text]
    tokens = tokenizer.encode(text, add_special_tokens=False) if text else []
    return tokens[0] if len(tokens) == 1 else -1
