"""The numbers of the live panel, and the request or chat that they belong to. No widgets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from engine.frozen import frozen
from engine.messages import EngineStats, Phase, RequestStats, is_remote, model_name
from ui.look.language import tr
from ui.state.answer_stats import stats_of_answer
from ui.state.turn import Turn, TurnState


@frozen
class LiveNumbers:
    """The numbers that the live panel shows. `front` has one request for each pane of the current
    chat, unless `owner` names another one. `live` are all requests that have not ended, each with
    its title. `names` are the names of models by id. If `hidden`, nothing may tell which model
    wrote an answer. `loading` is True while the model of the current chat loads."""

    engine: EngineStats = field(default_factory=EngineStats)
    owner: str = ""
    front: tuple[RequestStats, ...] = ()
    live: tuple[tuple[str, RequestStats], ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    hidden: bool = False
    loading: bool = False

    @property
    def phase(self) -> Phase:
        """The earliest phase of the current answers, else of whatever the engine does: it is idle
        only if there is no live request, whoever asked for one, and queued only if all are."""
        front = [it.phase for it in self.front if it.phase is not Phase.IDLE]
        others = [it.phase for _, it in self.live] + [Phase.LOADING] * self.loading
        working = [it for it in others if it is not Phase.QUEUED]
        return min(front or working or others, key=list(Phase).index, default=Phase.IDLE)

    @property
    def crowded(self) -> bool:
        """True if the current answers alone do not show what the engine is doing."""
        front = {request.request_id for request in self.front}
        return any(it.waiting or it.request_id not in front for _, it in self.live) or (
            len(self.live) > 1
        )

    def name(self, model_id: str) -> str:
        return self.names.get(model_id) or model_name(model_id)

    def context(self, model_id: str) -> int:
        """Return the context length of a model in tokens, 0 if it is unknown."""
        found = (it.context for it in self.engine.models if it.model_id == model_id)
        return next(found, 0)


def live_numbers(
    engine: EngineStats,
    replies: Sequence[Turn],
    title_of: Callable[[int], str],
    names: Mapping[str, str],
    *,
    hidden: bool = False,
    loading: bool = False,
) -> LiveNumbers:
    """Return the numbers to show. `replies` are the newest of the current chat, one for each pane;
    `title_of` returns the title of the tab of a request, "" if it has none."""
    found = LiveNumbers(engine, names=names, hidden=hidden, loading=loading)
    live = tuple((title_of(it.request_id) or _untitled(found, it), it) for it in engine.requests)
    owner, front = ("", ()) if hidden else _front(engine, replies, title_of)
    return replace(found, owner=owner, front=front, live=live)


def _untitled(numbers: LiveNumbers, request: RequestStats) -> str:
    if numbers.hidden or not request.model_id:
        return tr("Starting the engine") if not request.model_id else tr("Loading a model")
    return numbers.name(request.model_id)


def _front(
    engine: EngineStats, replies: Sequence[Turn], title_of: Callable[[int], str]
) -> tuple[str, tuple[RequestStats, ...]]:
    last = engine.last
    if not replies:
        if last is None:
            return "", ()
        title = title_of(last.request_id) or tr("another chat")
        return tr("Last answer: {title}").format(title=title), (_ended(last),)
    front = tuple(_of_reply(engine, reply) for reply in replies)
    if any(reply.growing for reply in replies):
        return tr("This chat"), front
    return tr("This chat, last answer"), front


def _of_reply(engine: EngineStats, reply: Turn) -> RequestStats:
    last = engine.last
    if reply.growing:
        live = {request.request_id: request for request in engine.requests}
        # The engine knows nothing of a reply that a server writes.
        begun = is_remote(reply.model_id) and reply.state is TurnState.STREAMING
        phase = Phase.DECODE if begun else Phase.QUEUED
        unseen = RequestStats(reply.request_id, reply.model_id, phase)
        return live.get(reply.request_id, unseen)
    if reply.state is TurnState.FAILED and last and last.request_id == reply.request_id:
        return _ended(last)
    return stats_of_answer(reply)


def _ended(stats: RequestStats) -> RequestStats:
    return replace(stats, phase=Phase.IDLE, waiting="")
