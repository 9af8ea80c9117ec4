"""Packs the tokens and logprobs of a reply, which may be far longer than the reply itself."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

from engine.messages import Channel, Logprobs, TokenLogprob, Traced, TracedToken

# Characters of prompts saved with one message, from its newest part on: each prompt repeats the
# conversation before it.
KEPT_PROMPT = 200_000
# Limit of the unpacked size: damaged data must not fill the memory.
_MOST_BYTES = 64_000_000

_CHANNELS = tuple(Channel)


def packed_traces(traces: Sequence[Traced]) -> str:
    room, prompts = KEPT_PROMPT, []
    for trace in reversed(traces):
        room -= len(trace.prompt)
        prompts.append(trace.prompt if room >= 0 else "")
    return _packed([_trace(*it) for it in zip(traces, reversed(prompts), strict=True)])


def traces(value: Any) -> list[Traced]:
    """Unpack traces. Raises ValueError, TypeError or LookupError if they are damaged."""
    return [_read_trace(*it) for it in _unpacked(value)]


def packed_logprobs(found: Sequence[Logprobs]) -> str:
    return _packed([[_logprob(it.chosen), [_logprob(top) for top in it.top]] for it in found])


def logprobs(value: Any) -> list[Logprobs]:
    """Unpack logprobs. Raises as `traces` does."""
    return [
        Logprobs(0, _token_logprob(*chosen), tuple(_token_logprob(*it) for it in top))
        for chosen, top in _unpacked(value)
    ]


def _trace(trace: Traced, prompt: str) -> list[Any]:
    return [
        trace.channel_format,
        prompt,
        _CHANNELS.index(trace.opened),
        [it.token for it in trace.tokens],
        [it.text for it in trace.tokens],
        [_CHANNELS.index(it.channel) for it in trace.tokens],
        [int(it.special) for it in trace.tokens],
        [int(it.drafted) for it in trace.tokens],
        trace.left_out if prompt else [],
    ]


def _read_trace(name: Any, prompt: Any, opened: int, *columns: list) -> Traced:
    """Return a trace; earlier versions did not save what was left out of the prompt."""
    tokens = tuple(map(_token, *columns[:5]))
    left_out = tuple((int(start), int(stop)) for each in columns[5:] for start, stop in each)
    return Traced(0, str(name), str(prompt), _CHANNELS[opened], tokens, left_out)


def _token(token: int, text: str, channel: int, special: int, drafted: int = 0) -> TracedToken:
    """Return a token; earlier versions did not save if it was drafted."""
    return TracedToken(int(token), str(text), _CHANNELS[channel], bool(special), bool(drafted))


def _logprob(found: TokenLogprob) -> list[Any]:
    return [found.text, found.token, found.logprob]


def _token_logprob(text: str, token: int, logprob: float) -> TokenLogprob:
    return TokenLogprob(str(text), int(token), float(logprob))


def _packed(value: list) -> str:
    return b64encode(zlib.compress(json.dumps(value, ensure_ascii=False).encode(), 1)).decode()


def _unpacked(value: Any) -> list:
    try:
        inflate = zlib.decompressobj()
        text = inflate.decompress(b64decode(value, validate=True), _MOST_BYTES)
        found = json.loads(text)
    except (zlib.error, RecursionError) as error:
        raise ValueError(f"damaged: {error}") from error
    if not isinstance(found, list):
        raise ValueError("no list of tokens")
    return found
