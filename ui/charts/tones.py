"""The colors of everything that is drawn from numbers: models, panes and parts of time."""

# In light and dark colors, each with a contrast of at least 3 to its background.
TONES = (
    ("#0a60d8", "#4f9fff"),
    ("#7a5cc4", "#b9a3f2"),
    ("#1a7a33", "#32d74b"),
    ("#b35900", "#ffb340"),
    ("#b0206f", "#ff7ab8"),
    ("#0b6e74", "#4ad3dc"),
    ("#7d6200", "#e6d14a"),
    ("#8c3b2e", "#ff8f7a"),
    ("#8a8a92", "#8e8e98"),
)
BLUE, GREEN, ORANGE = 0, 2, 3
# The last tone is gray, for what belongs to no model.
GRAY = len(TONES) - 1
# The parts of an answer's time, by the keys of their figures.
TIME_TONES = {
    "queued": 8,
    "memory": 4,
    "loading": 1,
    "prepare": 6,
    "vision": 3,
    "skimming": 5,
    "prompt": 2,
    "generation": 0,
}
_order: dict[str, int] = {}


def model_tone(model_id: str) -> int:
    """Return the index of a model's color; colors are assigned in order of first use and kept."""
    return _order.setdefault(model_id, len(_order)) % GRAY
