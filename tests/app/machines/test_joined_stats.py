"""The statistics of the window while a group answers too."""

from app.machines.joined_stats import JoinedStats
from engine.messages import EngineStats, ModelStats, Phase, RequestStats


def test_the_memory_and_requests_of_engine_and_group_add_up() -> None:
    joined = JoinedStats()
    own = RequestStats(1, "/own", Phase.DECODE)
    spread = RequestStats(2, "/spread", Phase.PREFILL)
    engine = EngineStats(
        (own,), active_memory=5, memory_limit=100, models=(ModelStats("/own"),), gpu_busy=50.0
    )
    group = EngineStats(
        (spread,), active_memory=7, memory_limit=90, models=(ModelStats("/spread"),)
    )
    assert joined.of_engine(engine) == engine
    both = joined.of_group(group)
    assert both.requests == (own, spread)
    assert [it.model_id for it in both.models] == ["/own", "/spread"]
    assert (both.active_memory, both.memory_limit, both.gpu_busy) == (12, 100, 50.0)


def test_the_last_answer_is_that_which_ended_last() -> None:
    joined = JoinedStats()
    own, spread = (RequestStats(it, "/model", Phase.DECODE) for it in (1, 2))
    joined.of_engine(EngineStats(last=own))
    assert joined.of_group(EngineStats(last=spread)).last == spread
    assert joined.of_engine(EngineStats(last=own, active_memory=3)).last == spread
    # The group has ended, and with it what it held.
    ended = joined.of_group(EngineStats(last=spread))
    assert ended.active_memory == 3
