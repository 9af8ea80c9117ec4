"""The conversions of models and the checks of their results, as a model's page shows them."""

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from engine.messages import Divergence, Recipe, RecipeOffer


@frozen
class Offers:
    """The recipes that a model can be converted to. `ready` is False until they are known;
    `problem` is a sentence why it cannot be converted at all."""

    recipes: tuple[RecipeOffer, ...] = ()
    ready: bool = False
    problem: str = ""


@frozen
class Conversion:
    """The last conversion of a model. `target` is the new folder, which is there once it is
    `finished`. `done` of `total` bytes are converted; `waiting` is the reason why none are yet, and
    `problem` a sentence about a failure."""

    recipe: Recipe
    target: str
    done: int = 0
    total: int = 0
    waiting: str = ""
    problem: str = ""
    running: bool = True

    @property
    def finished(self) -> bool:
        return not self.running and not self.problem


@frozen
class Check:
    """The last comparison of a model with its conversion `other_id`. `done` of `total` prompts have
    been asked; `divergence` is the result."""

    other_id: str
    done: int = 0
    total: int = 0
    waiting: str = ""
    problem: str = ""
    running: bool = True
    divergence: Divergence | None = None


@frozen
class SavedCheck:
    """The result of a check, and when it ended, in seconds since 1970."""

    divergence: Divergence
    ended: float


class Conversions(QObject):
    """Offers, conversions and checks by the id of the original model, the last one of each.
    `saved_checks` are by the ids of the original and of its conversion, and are there after a
    restart. `changed` has the id of the original, or of the conversion if `saved_checks` has
    changed."""

    changed = Signal(str)
    saved_checks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.offers: dict[str, Offers] = {}
        self.conversions: dict[str, Conversion] = {}
        self.checks: dict[str, Check] = {}
        self.saved_checks: dict[tuple[str, str], SavedCheck] = {}

    @property
    def running(self) -> list[Conversion]:
        return [it for it in self.conversions.values() if it.running]

    def set_offers(self, model_id: str, offers: Offers) -> None:
        self.offers[model_id] = offers
        self.changed.emit(model_id)

    def set_conversion(self, model_id: str, conversion: Conversion | None) -> None:
        """Show a conversion; None for one that was cancelled."""
        self.conversions.pop(model_id, None)
        if conversion is not None:
            self.conversions[model_id] = conversion
        self.changed.emit(model_id)

    def set_check(self, model_id: str, check: Check | None) -> None:
        """Show a check; None for one that was cancelled."""
        self.checks.pop(model_id, None)
        if check is not None:
            self.checks[model_id] = check
        self.changed.emit(model_id)

    def forget_target(self, target: str) -> None:
        """Drop the conversions to a folder that is gone, and the checks of it. One that runs is
        about to make the folder anew."""
        for model_id, conversion in [*self.conversions.items()]:
            if conversion.finished and conversion.target == target:
                self.set_conversion(model_id, None)
        for model_id, check in [*self.checks.items()]:
            if check.other_id == target:
                self.set_check(model_id, None)

    def fill_saved_checks(self, checks: dict[tuple[str, str], SavedCheck]) -> None:
        """Show what was saved; this is no change."""
        self.saved_checks = dict(checks)
        for _, other_id in checks:
            self.changed.emit(other_id)

    def save_check(self, check: SavedCheck) -> None:
        """Keep a result, instead of an earlier one of the same models."""
        found = check.divergence
        self.saved_checks[found.model_id, found.other_id] = check
        self._saved_checks_changed(found.other_id)

    def forget_checks(self, other_id: str) -> None:
        """Drop the results of a model whose folder is now another conversion."""
        former = [ids for ids in self.saved_checks if ids[1] == other_id]
        for ids in former:
            del self.saved_checks[ids]
        if former:
            self._saved_checks_changed(other_id)

    def newest_check(self, other_id: str) -> SavedCheck | None:
        """Return the newest result of a converted model."""
        found = (check for ids, check in self.saved_checks.items() if ids[1] == other_id)
        return max(found, key=lambda it: it.ended, default=None)

    def _saved_checks_changed(self, other_id: str) -> None:
        self.saved_checks_changed.emit()
        self.changed.emit(other_id)
