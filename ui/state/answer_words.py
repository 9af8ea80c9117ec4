"""Texts for an answer, its state and the vote of its round."""

from ui.look.language import tr, translated
from ui.state.compared import TIE, AnswerState, ComparedRound, PaneAnswer


def state_text(state: AnswerState) -> str:
    match state:
        case AnswerState.GROWING:
            return tr("answering")
        case AnswerState.DONE:
            return tr("answered")
        case AnswerState.LENGTH:
            return tr("cut at its length")
        case AnswerState.STOPPED:
            return tr("stopped")
    return tr("failed")


def answer_text(answer: PaneAnswer, *, hidden: bool = False) -> str:
    """Return the text of an answer, or its state in brackets. While names are `hidden`, the reason
    for a failure is omitted, since it could reveal the model."""
    if answer.text:
        return answer.text
    if answer.error and not hidden:
        return tr("(Failed: {reason})").format(reason=translated(answer.error))
    return "(" + state_text(answer.state) + ")"


def vote_text(compared: ComparedRound) -> str:
    """Return the winner of a round, or "" without a vote."""
    vote = compared.vote
    if vote is None:
        return ""
    name = tr("Tie") if vote.pane_id == TIE else compared.name(vote.pane_id)
    return tr("{name}, blind").format(name=name) if vote.blind else name


def one_line(text: str, most: int = 200) -> str:
    """The beginning of a question, for a title or a row of a table."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
