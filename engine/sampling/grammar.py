"""Grammar-constrained decoding: a mask of the token ids that keep an answer valid for a JSON
schema, or make it begin with a tool call, or either."""

from collections.abc import Set
from typing import Any
from weakref import WeakKeyDictionary

import llguidance
import llguidance.hf
import llguidance.numpy
import numpy as np
from llguidance import LLMatcher, LLParserLimits, LLTokenizer
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.errors import FailureKind, Refused, refused_as
from engine.sampling.demand import Demand
from engine.sampling.thinking_budget import Reasoning
from engine.sentences import say

# Models write one space, or a line break with its indentation. Without a bound, a model can emit
# white space forever.
OPTIONS: Any = {"whitespace_pattern": r"\x20|\x0A[\x20\x09]{0,32}", "lenient": False}

# Digits in a row of a number, which has no exponent. Without a bound, a small model writes digits
# to the end of its length, and an exponent can make a number infinite; 2^64 has 20 digits.
MAX_DIGITS = 20

# Building one takes a second for 150,000 tokens. The key is the tokenizer of transformers.
_vocabularies: WeakKeyDictionary[object, LLTokenizer] = WeakKeyDictionary()
# The ids of tokens that begin with a digit, and of those that begin with the letter of an exponent.
_numbers: WeakKeyDictionary[object, tuple[np.ndarray, np.ndarray]] = WeakKeyDictionary()


@refused_as(FailureKind.SCHEMA)
def compile_schema(schema: str, tokenizer: TokenizerWrapper) -> LLMatcher:
    """Return a matcher at the start of an answer that must match `schema`, a JSON text. Raises
    Refused for a schema that cannot be used."""
    try:
        grammar = LLMatcher.grammar_from_json_schema(schema, overrides=OPTIONS)
    except Exception as error:
        raise _unusable(_first_line(str(error))) from error
    return compile_grammar(grammar, tokenizer)


def compile_grammar(grammar: str, tokenizer: TokenizerWrapper) -> LLMatcher:
    """Return a matcher at the start of a grammar in llguidance's own form. Raises Refused."""
    vocabulary = _vocabulary(tokenizer)
    limits = LLParserLimits(verbose_errors=False)
    try:
        matcher = LLMatcher(vocabulary, grammar, log_level=0, limits=limits)
    except Exception as error:
        raise _unusable(_first_line(str(error))) from error
    if matcher.is_error():
        raise _unusable(_first_line(matcher.get_error()))
    # A schema that only refers to itself compiles to a grammar without any text.
    matcher.compute_bitmask()
    if matcher.is_error():
        raise _unusable(say("no value matches it"))
    return matcher


def _vocabulary(tokenizer: TokenizerWrapper) -> LLTokenizer:
    inner = tokenizer._tokenizer
    if inner not in _vocabularies:
        try:
            _vocabularies[inner] = llguidance.hf.from_tokenizer(inner)
        except Exception as error:
            raise Refused(
                "A JSON schema cannot be used with this model: its tokenizer is not supported. "
                "Remove the schema, or choose another model."
            ) from error
    return _vocabularies[inner]


def _number_ids(tokenizer: TokenizerWrapper) -> tuple[np.ndarray, np.ndarray]:
    inner = tokenizer._tokenizer
    if inner not in _numbers:
        vocabulary = _vocabulary(tokenizer)
        first = [vocabulary.decode_bytes([it])[:1] for it in range(vocabulary.vocab_size)]
        digits = np.flatnonzero([byte.isdigit() for byte in first])
        _numbers[inner] = digits, np.flatnonzero([byte in (b"e", b"E") for byte in first])
    return _numbers[inner]


class NumberRun:
    """Counts the digits of the number at the end of a JSON text, which comes in pieces. Digits of a
    word, such as a tool's name before the JSON, are no number."""

    def __init__(self) -> None:
        self.digits = 0
        self._quoted = self._escaped = self._in_word = False

    def add(self, piece: bytes) -> None:
        for byte in piece:
            if self._escaped:
                self._escaped = False
            elif byte == ord("\\"):
                self._escaped = self._quoted
            elif byte == ord('"'):
                self._quoted = not self._quoted
            digit = ord("0") <= byte <= ord("9")
            number = digit and not self._quoted and not self._in_word
            self.digits = self.digits + 1 if number else 0
            self._in_word = chr(byte).isalpha() or byte == ord("_") or (self._in_word and digit)


def _unusable(fault: str) -> Refused:
    return Refused(
        "The JSON schema cannot be used: {reason}. Change or remove the schema.", reason=fault
    )


def _first_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0].rstrip(".: ")[:300] if lines else say("unknown reason")


class Grammar:
    """The grammar of one reply. It constrains the answer, not the reasoning before it.

    A model that `may_think` can open its reasoning with the first token; no model can end its reply
    inside of its reasoning. Up to two line breaks may follow the closing marker, as models write
    them; they mean nothing before JSON. Once what the grammar demands is complete, only `stop_ids`
    can follow, or anything after a beginning.
    """

    def __init__(
        self,
        demand: Demand,
        tokenizer: TokenizerWrapper,
        reasoning: Reasoning,
        stop_ids: Set[int],
        *,
        may_think: bool,
    ) -> None:
        if not stop_ids and (not demand.beginning or demand.opener is not None):
            raise Refused(
                "A JSON schema needs a model with a token that ends its answers. Remove the "
                "schema, or choose another model."
            )
        self._matcher = demand.matcher
        self._opener = demand.opener
        self._beginning = demand.beginning and demand.opener is None
        self._call_begins = demand.beginning
        self._begun = self._calls = self._between = False
        self._vocabulary = _vocabulary(tokenizer)
        self._bits = llguidance.numpy.allocate_token_bitmask(1, self._vocabulary.vocab_size)
        self._reasoning = reasoning
        self._stop_ids = np.array(sorted(stop_ids))
        # Some vocabularies list control tokens as ordinary ones, which a grammar would allow inside
        # of a JSON string.
        hidden = reasoning.markers.hidden | set(self._vocabulary.eos_tokens)
        self._barred = np.array(sorted(hidden))
        self._breaks = tuple(tokenizer.encode("\n\n", add_special_tokens=False))
        self._tokenizer = tokenizer
        self._run = NumberRun()
        # Ids that may precede the answer, one by one. A start marker must be completed.
        self._lead = reasoning.markers.start if may_think and not reasoning.open else ()
        self._must_lead = False

    @property
    def _free(self) -> bool:
        return self._beginning and self._matcher.is_accepting()

    @property
    def opener(self) -> int | None:
        """The token that begins a call, if the next token decides between a call and an answer. The
        decision is the model's: see `decide`."""
        decides = not (self._begun or self._reasoning.open or self._must_lead)
        return self._opener if decides else None

    def decide(self, *, call: bool) -> None:
        """Begin a call if the model would, and else an answer. Among the tokens of the grammar
        alone, a model that wants to say something would seem to want a call."""
        self._calls = call

    def mask(self, size: int) -> np.ndarray:
        """Return booleans (size,): the ids of a vocabulary that may come next, at least one.

        Raises RuntimeError if the grammar allows no token.
        """
        if self._reasoning.open:
            allowed = np.ones(size, dtype=bool)
            _set(allowed, self._stop_ids, False)
            calls = [self._reasoning.completing(it) for it, _ in self._reasoning.markers.calls]
            calls = [call for call in calls if call is not None]
            _set(allowed, np.array(calls, dtype=int), False)
        elif self._must_lead:
            allowed = np.zeros(size, dtype=bool)
        elif self._free:
            return np.ones(size, dtype=bool)
        else:
            allowed = self._grammatical(size)
        if not self._reasoning.open:
            _set(allowed, np.array(self._lead[:1], dtype=int), True)
        if not allowed.any():
            raise RuntimeError("the grammar allows no token of this model here")
        return allowed

    def observe(self, token: int, *, reasoning: bool) -> None:
        """Take the next token. `reasoning`: the token belongs to the reasoning or completes its
        marker."""
        if reasoning:
            self._lead, self._must_lead = self._breaks, False
        elif self._lead and token == self._lead[0]:
            self._must_lead = self._must_lead or self._lead == self._reasoning.markers.start
            self._lead = self._lead[1:]
        else:
            self._lead = ()
            if self._free:
                return
            if not self._begun and token == self._opener:
                self._beginning = self._call_begins
            self._begun = True
            if not self._matcher.consume_token(token):
                raise RuntimeError(f"grammar: {self._matcher.get_error()}")
            text = self._vocabulary.decode_bytes([token])
            self._run.add(text)
            # Line breaks may stand between two calls.
            breaks = self._between and not text.strip(b"\n")
            self._between = breaks or self._matcher.is_accepting()
            self._calls = False

    def forced_tokens(self) -> list[int]:
        """Return the tokens of the text that must come next, if there is one."""
        if self._reasoning.open or self._lead or self._must_lead or self._free:
            return []
        return list(self._matcher.compute_ff_tokens())

    def _grammatical(self, size: int) -> np.ndarray:
        llguidance.numpy.fill_next_token_bitmask(self._matcher, self._bits)
        if self._matcher.is_error():
            raise RuntimeError(f"grammar: {self._matcher.get_error()}")
        bits = np.unpackbits(self._bits.view(np.uint8)[0], bitorder="little")
        bits = bits[: min(size, self._vocabulary.vocab_size)].astype(bool)
        allowed = np.pad(bits, (0, size - bits.size))
        demanded = allowed.copy()
        accepting = self._matcher.is_accepting()
        _set(allowed, self._barred, False)
        if self._opener is not None and (self._between or self._calls):
            marker = demanded & (np.arange(size) == self._opener)
            allowed = allowed | marker if self._begun else marker
        elif self._opener is not None:
            _set(allowed, np.array([self._opener]), False)
        _set(allowed, self._stop_ids, accepting)
        if self._run.digits:
            digits, exponents = _number_ids(self._tokenizer)
            shorter = allowed.copy()
            _set(shorter, exponents, False)
            if self._run.digits >= MAX_DIGITS:
                _set(shorter, digits, False)
            # A schema may ask for more.
            allowed = shorter if shorter.any() else allowed
        # Where only control tokens are left, the grammar of a call demands a marker.
        return allowed if allowed.any() else demanded


def _set(allowed: np.ndarray, ids: np.ndarray, value: bool) -> None:
    """Set the values of ids; a model may have fewer logits than its tokenizer has ids."""
    allowed[ids[ids < allowed.size]] = value
