"""How far the load of a model is, in words."""

from ui.look.numbers import share_text, time_left_text
from ui.state.engine_state import EngineState


def load_text(engine: EngineState, model_id: str) -> str:
    """Return how much of a model is in memory, and the time that is left: "20 of 47 GB · 12 s
    left"; "" while that is not known."""
    done, total = engine.loading.get(model_id, (0, 0))
    share = share_text(done, total) if total else ""
    return " · ".join(filter(None, (share, time_left_text(engine.load_seconds_left(model_id)))))
