"""Highlights code line by line; each line starts in the state in which the one before ended."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Signal

from engine.frozen import mutable
from ui.markdown.background import background

LONGEST_LINE = 500
_LONGEST_CARD = 20_000
_DEEPEST = 100
_PLAIN = {"", "text", "plain", "plaintext", "txt", "output", "console", "none"}
# Color names of the theme, by Pygments token type.
KINDS = {
    "Token.Keyword.Type": "type",
    "Token.Keyword": "keyword",
    "Token.Operator.Word": "keyword",
    "Token.Name.Tag": "keyword",
    "Token.Generic.Deleted": "red",
    "Token.Generic.Inserted": "green",
    "Token.Generic.Heading": "keyword",
    "Token.Generic.Subheading": "keyword",
    "Token.Name.Function": "function",
    "Token.Name.Attribute": "function",
    "Token.Name.Decorator": "function",
    "Token.Name.Class": "type",
    "Token.Name.Builtin": "type",
    "Token.Name.Exception": "type",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "number",
    "Token.Name.Constant": "number",
    "Token.Keyword.Constant": "number",
    "Token.Comment": "comment",
    "Token.Comment.Preproc": "keyword",
}


class Word(NamedTuple):
    start: int
    end: int
    kind: str


class State(NamedTuple):
    """The state of a lexer at the end of a line. `comment` is True while a /* is open."""

    stack: tuple[str, ...] = ("root",)
    comment: bool = False


START = State()
Line = tuple[tuple[Word, ...], State]


@mutable
class Coloring:
    """The highlighting state of one code block; very long blocks are highlighted only in part."""

    language: str
    state: State = START
    room: int = _LONGEST_CARD

    def line(self, text: str) -> tuple[Word, ...]:
        self.room -= len(text)
        if self.room < 0:
            return ()
        words, self.state = lexers().words(self.language, text, self.state)
        return words


class Lexers(QObject):
    """The lexers in use. Importing one takes up to 50 ms, so another thread does it; `loaded` then
    has the name of the language."""

    loaded = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lexers: dict[str, Any] = {}
        self._asked: set[str] = set()

    def words(self, language: str, line: str, state: State) -> Line:
        """Return the highlighted words of a line; none if the language is unknown or not yet
        loaded."""
        lexer = self._find(language)
        if lexer is None or len(line) > LONGEST_LINE:
            return (), state
        return _words(lexer, line, state)

    def _find(self, language: str) -> Any:
        if language in self._lexers or language in _PLAIN:
            return self._lexers.get(language)
        if language not in self._asked and len(language) < 40:
            self._asked.add(language)
            background().do(lambda: _load(language), lambda found: self._keep(language, found))
        return None

    def _keep(self, language: str, lexer: Any) -> None:
        self._lexers[language] = lexer
        if lexer is not None:
            self.loaded.emit(language)


def lexers() -> Lexers:
    """Return the lexers of this application."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(Lexers)
    return found if isinstance(found, Lexers) else Lexers(application)


def language_of(info: str) -> str:
    """Return the language named by the line that opens a fence."""
    name = info.strip().partition(" ")[0].strip("{}.").lower()
    return name.partition(":")[0].partition(",")[0]


def _load(language: str) -> Any:
    """Import a lexer; called on the background thread."""
    # An import of 30 ms that a start without code does not need.
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415

    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    # The first use compiles the rules.
    list(lexer.get_tokens_unprocessed("a\n"))
    return lexer


@lru_cache(maxsize=4096)
def _words(lexer: Any, line: str, state: State) -> Line:
    """Return the words of a line, cached: the lines of a growing block are written many times."""
    start, words = 0, []
    if state.comment:
        end = line.find("*/")
        start = len(line) if end < 0 else end + 2
        words.append(Word(0, start, "comment"))
        if end < 0:
            return tuple(words), state
    if not _resumable(lexer):
        found, stack = list(lexer.get_tokens_unprocessed(line)), state.stack
        return _named(found), START._replace(stack=stack)
    found, stack = _lex(lexer, line + "\n", start, state.stack)
    opened = _open_comment(line, found)
    if opened >= 0:
        found, stack = _lex(lexer, line[:opened], start, state.stack)
        rest = (Word(opened, len(line), "comment"),)
        return (*words, *_named(found), *rest), State(stack, comment=True)
    return (*words, *_named(found)), State(stack)


def _resumable(lexer: Any) -> bool:
    from pygments.lexer import ExtendedRegexLexer, RegexLexer  # noqa: PLC0415

    return isinstance(lexer, RegexLexer) and not isinstance(lexer, ExtendedRegexLexer)


def _lex(
    lexer: Any, text: str, position: int, stack: tuple[str, ...]
) -> tuple[list[Any], tuple[str, ...]]:
    """Lex like RegexLexer, from a given state, and return the state at the end."""
    rules, states, found = lexer._tokens, list(stack), []
    # The limit stops rules that change states forever without reading.
    for _ in range(8 * len(text) + 64):
        if position >= len(text):
            break
        for match_at, action, following in rules[states[-1]]:
            match = match_at(text, position)
            if match and (match.end() > position or following is not None):
                found += _acted(lexer, action, match, position)
                position = match.end()
                _enter(states, following)
                break
        else:
            if text[position] == "\n":
                states = ["root"]
            position += 1
        del states[_DEEPEST:]
    return found, tuple(states)


def _acted(lexer: Any, action: Any, match: Any, position: int) -> Iterator[Any]:
    if action is None:
        return
    if isinstance(action, tuple):
        yield position, action, match.group()
    else:
        yield from action(lexer, match)


def _enter(states: list[str], following: Any) -> None:
    if following is None:
        return
    if isinstance(following, int):
        del states[max(1, len(states) + following) :]
        return
    for name in following if isinstance(following, tuple) else (following,):
        if name == "#pop":
            del states[max(1, len(states) - 1) :]
        elif name == "#push":
            states.append(states[-1])
        else:
            states.append(name)


def _open_comment(line: str, found: list[Any]) -> int:
    """Return the position of a /* that is not closed in this line, or -1."""
    last = line.rfind("/*")
    if last < 0 or "*/" in line[last:]:
        return -1
    starts = {position for position, kind, _ in found if "String" not in str(kind)}
    return last if last in starts else -1


def _named(found: list[Any]) -> tuple[Word, ...]:
    words: list[Word] = []
    for position, kind, text in found:
        name = _kind(str(kind)) if kind else ""
        if name and text.strip():
            words.append(Word(position, position + len(text.rstrip("\n")), name))
    return tuple(words)


@lru_cache(maxsize=512)
def _kind(token: str) -> str:
    while token:
        if token in KINDS:
            return KINDS[token]
        token = token.rpartition(".")[0]
    return ""
