"""What of a comparison is written into a file: plain values, for a thread that is not Qt's."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, Qt
from PySide6.QtGui import QImage

from app.base.paths import model_name
from engine.messages import SamplingParams
from ui.compare.answer_words import state_text, vote_text
from ui.language import tr
from ui.state.chat_options import ChatOptions
from ui.state.compared import TIE, Answer, AnswerNumbers, AnswerState, ComparedRound
from ui.state.comparison import Comparison
from ui.state.pane_summary import PaneSummary, hidden, summaries

# Of a picture in a file that people send each other.
PICTURE_SIDE = 320


@dataclass(frozen=True)
class ExportedPicture:
    """`preview` is None where pictures are left out."""

    title: str
    preview: QImage | None

    def data_uri(self) -> str:
        """Small, and without anything that its file said of itself."""
        if self.preview is None or self.preview.isNull():
            return ""
        image = self.preview
        if max(image.width(), image.height()) > PICTURE_SIDE:
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode
            image = image.scaled(PICTURE_SIDE, PICTURE_SIDE, keep, smooth.SmoothTransformation)
        kind = "PNG" if image.hasAlphaChannel() else "JPEG"
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if not image.save(buffer, kind, 82 if kind == "JPEG" else -1):  # pyright: ignore[reportCallIssue, reportArgumentType]
            return ""
        encoded = base64.b64encode(buffer.data().data()).decode("ascii")
        return f"data:image/{kind.lower()};base64,{encoded}"


@dataclass(frozen=True)
class ExportedAnswer:
    """Without settings, model and numbers while it is hidden whose it is."""

    pane: str
    model: str
    settings: tuple[tuple[str, str], ...]
    state: AnswerState
    stated: str
    text: str
    reasoning: str
    error: str
    numbers: AnswerNumbers | None
    vote: str


@dataclass(frozen=True)
class ExportedRound:
    question: str
    pictures: tuple[ExportedPicture, ...]
    answers: tuple[ExportedAnswer, ...]
    vote: str
    hidden: bool


@dataclass(frozen=True)
class Exported:
    """`panes` are their sums; `note` says what these leave out."""

    rounds: tuple[ExportedRound, ...]
    title: str
    date: str
    application: str
    panes: tuple[PaneSummary, ...]
    note: str


def exported(comparison: Comparison, title: str, *, pictures: bool) -> Exported:
    """As it is now."""
    return Exported(tuple(taken(comparison, pictures=pictures)), *about(comparison, title))


def taken(comparison: Comparison, *, pictures: bool) -> Iterator[ExportedRound]:
    """Round by round, as thousands of them take a while. Texts are shared and not copied."""
    for compared in tuple(comparison.rounds):
        yield _round(compared, pictures=pictures)


def about(comparison: Comparison, title: str) -> tuple[str, str, str, tuple[PaneSummary, ...], str]:
    """Title, date, application, sums and their note."""
    rounds = comparison.rounds
    covered = hidden(rounds)
    note = tr("Means are of whole answers alone; stopped and failed ones are left out.")
    if covered:
        note += " " + tr("%n question(s) hidden until the vote, and not counted.", "", covered)
    name = QCoreApplication.applicationName() or "Duologue"
    date = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z")
    application = f"{name} {QCoreApplication.applicationVersion()}".strip()
    return title, date, application, tuple(summaries(rounds)), note


def _round(compared: ComparedRound, *, pictures: bool) -> ExportedRound:
    shown = tuple(
        ExportedPicture(it.title, it.preview if pictures else None) for it in compared.attachments
    )
    answers = tuple(_answer(compared, answer) for answer in compared.shown())
    vote = vote_text(compared)
    return ExportedRound(compared.question, shown, answers, vote, compared.hidden)


def _answer(compared: ComparedRound, answer: Answer) -> ExportedAnswer:
    pane, covered = answer.pane, compared.hidden
    return ExportedAnswer(
        compared.name(pane.pane_id),
        "" if covered else model_name(pane.model_id),
        () if covered else settings(pane.options, pane.model_id),
        answer.seen,
        state_text(answer.seen),
        answer.text,
        answer.reasoning,
        "" if covered else answer.error,
        None if covered or answer.seen is AnswerState.FAILED else answer.numbers(),
        _vote(compared, pane.pane_id),
    )


def _vote(compared: ComparedRound, pane_id: int) -> str:
    vote = compared.vote
    if vote is None or vote.pane_id not in (TIE, pane_id):
        return ""
    word = "tie" if vote.pane_id == TIE else "won"
    return f"{word}, blind" if vote.blind else word


@lru_cache(maxsize=64)
def settings(options: ChatOptions, model_id: str) -> tuple[tuple[str, str], ...]:
    """By the field's own names; those that change nothing are left out. Thousands of rounds are
    asked with the same ones."""
    sampling, plain = options.sampling, SamplingParams()
    found = [
        ("temperature", f"{sampling.temperature:g}"),
        ("seed", "random" if sampling.seed is None else str(sampling.seed)),
        ("max_tokens", str(sampling.max_tokens)),
        ("thinking", "on" if sampling.thinking else "off"),
    ]
    named = {name for name, _ in found}
    for it in fields(SamplingParams):
        value = getattr(sampling, it.name)
        if it.name not in named and value != getattr(plain, it.name):
            found.append((it.name, str(value)))
    if model_id in options.kv_8bit:
        found.append(("kv_bits", "8"))
    if options.system_prompt.strip():
        found.append(("system_prompt", options.system_prompt.strip()))
    return tuple(found)
