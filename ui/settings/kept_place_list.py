"""The list of places that stay on the computer when the program is deleted."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.look.numbers import size_text
from ui.look.system_words import show_in_folder_text
from ui.state.requests import DataRequests
from ui.state.settings import KeptPlace, PlaceKind
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import breakable, plain_label, short_label
from ui.widgets.layouts import bare_grid, clear_layout


class PlaceList(QWidget):
    """One row for each place: its path, its size, and a button that shows it."""

    def __init__(self, requests: DataRequests) -> None:
        super().__init__()
        self._requests = requests
        self._places: tuple[KeptPlace, ...] | None = None
        self.buttons: list[LinkButton] = []
        self._grid = bare_grid(self, 16, 6, stretched=0)

    def show_places(self, places: tuple[KeptPlace, ...]) -> None:
        if places == self._places:
            return
        self._places = places
        self.buttons = []
        clear_layout(self._grid)
        for row, place in enumerate(places):
            self._add(row, place)

    def _add(self, row: int, place: KeptPlace) -> None:
        title = _title(place.kind)
        about = plain_label("settings_line", f"{title}\n{breakable(place.path)}")
        about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        size = short_label("settings_line", size_text(place.size))
        size.setAccessibleName(title)
        show = LinkButton(show_in_folder_text(), f"{title}, {place.path}")
        show.clicked.connect(lambda: self._requests.place_opened.emit(place))
        self.buttons.append(show)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(about, row, 0)
        self._grid.addWidget(size, row, 1, top | Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(show, row, 2, top)


def _title(kind: PlaceKind) -> str:
    titles = {
        PlaceKind.DATA: tr("Conversations, files and settings"),
        PlaceKind.MODELS: tr("Models that you downloaded or converted"),
        PlaceKind.CHOSEN: tr("The folder for downloads, with everything in it"),
        PlaceKind.SYSTEM: tr("Kept by macOS"),
    }
    return titles[kind]
