"""The results of a comparison: wins and averages of each pane, with what they leave out."""

from collections.abc import Iterable, Sequence

from engine.frozen import frozen
from ui.state.compared import TIE, AnswerState, ComparedRound, PaneAnswer

# Prompts of the same chat template have this much in common, in tokens and as a share of a prompt,
# which saves no time to speak of.
_COMMON, _COMMON_SHARE = 16, 0.1


@frozen
class PaneSummary:
    """The results of a pane under one name and model. Averages are over the `whole` answers of all
    `asked`, without `stopped` and `failed` ones. `reused` counts answers for which
    part of the prompt was cached. 0 means unknown."""

    pane_id: int
    name: str
    model_id: str
    asked: int
    whole: int
    stopped: int
    failed: int
    reused: int
    wins: int
    ties: int
    ttft: float
    prompt_tps: float
    generation_tps: float
    tokens: int
    seconds: float
    per_pass: float


# A pane under one name and model.
PaneKey = tuple[int, str, str]


@frozen
class AskedAnswer:
    """The answer of a pane to the question of a round."""

    index: int
    compared: ComparedRound
    answer: PaneAnswer


def answers_by_pane(rounds: Sequence[ComparedRound]) -> dict[PaneKey, list[AskedAnswer]]:
    """Return the answers in the order in which the panes first appear, without those of rounds with
    hidden names: a changed average would give the names away."""
    groups: dict[PaneKey, list[AskedAnswer]] = {}
    for index, compared in enumerate(rounds):
        if not compared.hidden:
            for it in compared.answers:
                key = it.pane.pane_id, it.pane.name, it.pane.model_id
                groups.setdefault(key, []).append(AskedAnswer(index, compared, it))
    return groups


def summaries(rounds: Sequence[ComparedRound]) -> list[PaneSummary]:
    """Return the summaries in the order in which the panes first appear."""
    return [_summary(*key, group) for key, group in answers_by_pane(rounds).items()]


def hidden(rounds: Sequence[ComparedRound]) -> int:
    return sum(compared.hidden for compared in rounds)


def _summary(pane_id: int, name: str, model_id: str, group: Sequence[AskedAnswer]) -> PaneSummary:
    seen = [it.answer.seen for it in group]
    numbers = [it.answer.numbers() for it in group if it.answer.seen.whole]
    votes = [it.compared.vote.pane_id for it in group if it.compared.vote]
    return PaneSummary(
        pane_id,
        name,
        model_id,
        asked=len(group),
        whole=len(numbers),
        stopped=sum(state is AnswerState.STOPPED for state in seen),
        failed=sum(state is AnswerState.FAILED for state in seen),
        reused=sum(it.cached > max(_COMMON, _COMMON_SHARE * it.prompt) for it in numbers),
        wins=votes.count(pane_id),
        ties=votes.count(TIE),
        ttft=_average(it.ttft for it in numbers),
        prompt_tps=_average(it.prompt_tps for it in numbers),
        generation_tps=_average(it.generation_tps for it in numbers),
        tokens=sum(it.tokens for it in numbers),
        seconds=sum(it.seconds for it in numbers),
        per_pass=_average(it.per_pass for it in numbers),
    )


def _average(values: Iterable[float]) -> float:
    """Return the average of the values that are known."""
    known = [value for value in values if value]
    return sum(known) / len(known) if known else 0.0
