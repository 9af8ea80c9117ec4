"""Facts about the program, for the window About and the reports of faults."""

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen


@frozen
class AboutFacts:
    """`build` is "" for a copy that runs from source. `repository` is the address of the source, ""
    if it is not known. `libraries` are names with versions, `system` the computer's. A bundle
    is `under_gpl` as a whole if a part of it demands that."""

    version: str = ""
    build: str = ""
    repository: str = ""
    libraries: tuple[tuple[str, str], ...] = ()
    system: str = ""
    under_gpl: bool = False


@frozen
class Component:
    """A part of the program. `licence` is its short name, `text` the whole of it."""

    name: str
    version: str
    licence: str
    text: str


class About(QObject):
    """`components` are None until they have been read."""

    changed = Signal()
    components_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.facts = AboutFacts()
        self.components: tuple[Component, ...] | None = None

    def set_facts(self, facts: AboutFacts) -> None:
        self.facts = facts
        self.changed.emit()

    def set_components(self, components: tuple[Component, ...]) -> None:
        self.components = components
        self.components_changed.emit()
