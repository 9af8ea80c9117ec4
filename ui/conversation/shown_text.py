"""The text of a message as its widget would show it, for messages without a widget."""

import re
from collections.abc import Callable
from itertools import chain

from PySide6.QtGui import QTextCharFormat, QTextDocument

from ui.look.language import translated
from ui.markdown.markdown_document import MarkdownDocument
from ui.markdown.markdown_source import LONGEST_SHOWN
from ui.markdown.named_images import FindImage, no_image
from ui.state.call_words import argument_text, result_text
from ui.state.turn import Turn
from ui.widgets.folded_text import broken, cut
from ui.widgets.plain_document import PlainDocument

# Characters of a question, and of an error, that are shown: Qt lays a document out in one go.
LONGEST_QUESTION = 10_000
LONGEST_ERROR = 10_000
_NO_LETTERS = re.compile(r"[\W_]+")
# Markdown hides letters only between these: in the targets and labels of links.
_BRACKETS = re.compile(r"[\[\]()]")
Over = Callable[[], bool]
_Content = tuple[str, ...]


def write_question(plain: PlainDocument, turn: Turn, mark: QTextCharFormat) -> None:
    """Write the text of a question, with `[1]` where an attachment stands in it."""
    done = 0
    for number, place in enumerate(turn.places, 1):
        plain.add(turn.content[done:place])
        if place:
            plain.mark(f"[{number}]", mark)
        done = place
    plain.add(turn.content[done:])


class ShownTexts:
    """Plain texts of turns, written as the widgets write them and kept until `clear`."""

    def __init__(self, find_image: FindImage = no_image) -> None:
        self._find_image = find_image
        # Both keep what a turn had when its texts, or the letters in them, were found.
        self._done: dict[Turn, tuple[_Content, tuple[str, ...]]] = {}
        self._letters: dict[Turn, tuple[_Content, list[str]]] = {}
        self._open: dict[Turn, _Reply] = {}

    def clear(self) -> None:
        self._done.clear()
        self._letters.clear()
        self._open.clear()

    def may_have(self, turn: Turn, words: str) -> bool:
        """Return False if the letters of `words` cannot be in the shown text of the turn. Much
        faster than writing it: only links and entities hide letters, and only numbers are added."""
        letters = _letters_of(words)
        if any(it.isdigit() for it in letters) or "&" in turn.content:
            return True
        if len(turn.content) + len(turn.reasoning) > LONGEST_SHOWN:
            return True
        content, pieces = self._letters.get(turn, (("", ""), []))
        if content != _content(turn):
            pieces = [*_BRACKETS.split(turn.content), turn.reasoning, *_call_texts(turn)]
            pieces += [translated(turn.error), turn.summary]
            pieces = [it for it in map(_letters_of, pieces) if it]
            self._letters[turn] = _content(turn), pieces
        return any(letters in it for it in pieces) or _across(pieces, letters)

    def of(self, turn: Turn, over: Over) -> tuple[str, ...] | None:
        """Return the texts of a turn from top to bottom, or None if `over` returned True before all
        was written."""
        content, texts = self._done.get(turn, (("", ""), ()))
        if content == _content(turn):
            return texts
        if turn.role == "user":
            texts = (_question(turn),)
        else:
            reply = self._open.get(turn)
            if reply is None or not reply.grows_to(turn):
                reply = self._open[turn] = _Reply(self._find_image)
            if not reply.write(turn, over):
                return None
            texts = (*reply.texts, *map(_plain, _call_texts(turn)), *_below(turn))
            if turn.growing:
                return texts
            del self._open[turn]
        self._done[turn] = _content(turn), texts
        return texts


class _Reply:
    """The texts of a reply, which grow with its turn."""

    def __init__(self, find_image: FindImage) -> None:
        self._documents = QTextDocument(), QTextDocument()
        self._reasoning = PlainDocument(self._documents[0])
        self._answer = MarkdownDocument(self._documents[1], text_only=True)
        self._answer.set_images(find_image)
        self._finished = False

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(document.toPlainText() for document in self._documents)

    def grows_to(self, turn: Turn) -> bool:
        answered, reasoned = self._answer.source, self._reasoning.text
        grown = turn.content.startswith(answered) and turn.reasoning.startswith(reasoned)
        return grown and not (self._finished and (turn.growing or turn.content != answered))

    def write(self, turn: Turn, over: Over) -> bool:
        """Return True if all of the turn is written."""
        if added := turn.reasoning[len(self._reasoning.text) :]:
            self._reasoning.add(added)
        if added := turn.content[len(self._answer.source) :]:
            self._answer.append(added, over)
        elif self._answer.pending:
            self._answer.work(over)
        if not turn.growing and not self._answer.pending and not self._finished:
            self._finished = True
            self._answer.finish(over)
        return not self._answer.pending


def _content(turn: Turn) -> _Content:
    """Return all that the texts of a turn are made of."""
    calls = ((it.call.arguments, result_text(it)) for it in turn.tool_calls)
    below = translated(turn.error), turn.summary
    return (turn.content, turn.reasoning, *chain.from_iterable(calls), *below)


def _call_texts(turn: Turn) -> list[str]:
    """Return the arguments and the result of each tool call."""
    calls = ((argument_text(it.call.arguments), result_text(it)) for it in turn.tool_calls)
    return [cut(it) for it in chain.from_iterable(calls)]


def _below(turn: Turn) -> tuple[str, str]:
    """Return the error and the summary that stand below the tool calls."""
    return _plain(translated(turn.error), LONGEST_ERROR), _plain(broken(turn.summary))


def _plain(text: str, *longest: int) -> str:
    document = QTextDocument()
    PlainDocument(document, *longest).add(text)
    return document.toPlainText()


def _letters_of(text: str) -> str:
    return _NO_LETTERS.sub("", text).casefold()


def _across(pieces: list[str], letters: str) -> bool:
    """Return True if `letters` may be there once the text between two pieces is hidden."""
    for at in range(1, len(letters)):
        before, rest = letters[:at], letters[at:]
        if any(it.endswith(before) for it in pieces) and any(
            it.startswith(rest) or rest.startswith(it) for it in pieces
        ):
            return True
    return False


def _question(turn: Turn) -> str:
    document = QTextDocument()
    write_question(PlainDocument(document, LONGEST_QUESTION), turn, QTextCharFormat())
    return document.toPlainText()
