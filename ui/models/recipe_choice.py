"""The choice of a recipe, with what it would take, and the button that starts a conversion."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.messages import Recipe, RecipeOffer
from ui.look.language import tr
from ui.models.recipe_words import impossible_text, offer_text, recipe_text
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import ComboBox
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import hbox, vbox


class RecipeChoice(QWidget):
    """`chosen` has the Recipe of a conversion that shall start."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[RecipeOffer] = []
        self._original = 0
        self.recipes = ComboBox()
        self.recipes.setAccessibleName(tr("Bits per weight"))
        self.start = push_button(tr("Convert"))
        self.about = plain_label("settings_line")
        self.impossible = plain_label("settings_note")
        row = hbox(spacing=8)
        row.addWidget(self.recipes)
        row.addWidget(self.start)
        row.addStretch()
        column = vbox(self, spacing=6)
        column.addLayout(row)
        column.addWidget(self.about)
        column.addWidget(self.impossible)
        self.recipes.currentIndexChanged.connect(self._show_chosen)
        self.start.clicked.connect(self._choose)

    def show_offers(self, offers: tuple[RecipeOffer, ...], usual: Recipe, original: int) -> None:
        """Show the offers for a model whose weights take `original` bytes, 0 if unknown."""
        possible = [offer for offer in offers if not offer.problem]
        self._original = original
        if possible != self._offers:
            self._offers = possible
            self.recipes.clear()
            self.recipes.addItems([recipe_text(offer.recipe) for offer in possible])
            places = [at for at, offer in enumerate(possible) if offer.recipe == usual]
            self.recipes.setCurrentIndex(places[0] if places else 0)
        show_text(self.impossible, impossible_text(offers))
        self._show_chosen()

    def _show_chosen(self) -> None:
        offer = self._offer()
        self.start.setEnabled(offer is not None)
        self.about.setText(offer_text(offer, self._original) if offer else "")

    def _choose(self) -> None:
        if offer := self._offer():
            self.chosen.emit(offer.recipe)

    def _offer(self) -> RecipeOffer | None:
        at = self.recipes.currentIndex()
        return self._offers[at] if 0 <= at < len(self._offers) else None
