"""The menus of a comparison: what can be done with one pane, and the models of a new one."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from ui.compare.model_button import fill_models
from ui.look.language import tr
from ui.state.pane import FEWEST_PANES, MOST_PANES
from ui.state.shortcuts import native
from ui.widgets.menu import Menu, PopupMenu

if TYPE_CHECKING:
    from ui.compare.compare_tab import CompareTab
    from ui.compare.pane_view import PaneView


def open_pane_menu(tab: "CompareTab", pane: "PaneView") -> None:
    menu = PopupMenu(pane)
    place, count = tab.panes.index(pane), len(tab.panes)
    info = tab.infos.get(pane.settings.model_id)

    def entry(text: str, act: Callable[[], object], *, enabled: bool = True, key: str = "") -> None:
        action = menu.addAction(f"{text}\t{native(key)}" if key else text)
        action.setEnabled(enabled)
        action.triggered.connect(lambda: act())

    entry(tr("Settings…"), lambda: tab.open_settings(pane))
    entry(tr("System prompt…"), lambda: tab.open_settings(pane, "system_prompt"))
    entry(tr("Tools…"), pane.header.tools.open, enabled=info is None or info.tools)
    copies = Menu(menu, tr("Duplicate with"))
    menu.addMenu(copies)
    _add_copies(copies, tab, pane)
    menu.addSeparator()
    left, right = place - 1, place + 1
    entry(tr("Move left"), lambda: tab.move_pane(pane, left), enabled=left >= 0, key="Alt+Left")
    last = right == count
    entry(tr("Move right"), lambda: tab.move_pane(pane, right), enabled=not last, key="Alt+Right")
    menu.addSeparator()
    resumable = pane.transcript.resumable is not None
    entry(tr("Continue this answer"), pane.state.message_requests.continued.emit, enabled=resumable)
    late = tab.behind(pane)
    entry(
        tr("Ask the last prompt in this pane"),
        lambda: tab.chat.asked_again.emit(pane.state),
        enabled=late,
    )
    menu.addSeparator()
    entry(tr("Remove pane"), lambda: tab.remove(pane), enabled=count > FEWEST_PANES)
    button = pane.header.menu
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))


def fill_add_menu(menu: QMenu, tab: "CompareTab") -> None:
    """A new pane has the options of the last one."""
    menu.clear()
    fill_models(menu, tab.names, "", tab.chat.use_model)
    menu.addSeparator()
    menu.addAction(tr("Models…"), tab.open_library)


def _add_copies(menu: QMenu, tab: "CompareTab", pane: "PaneView") -> None:
    menu.setEnabled(len(tab.panes) < MOST_PANES)
    settings = pane.settings
    sampling = settings.options.sampling
    seed = 1 if sampling.seed is None else (sampling.seed + 1) % 2**64

    def entry(text: str, option: str = "", **changed: object) -> None:
        options = replace(settings.options, sampling=replace(sampling, **changed))
        copy = replace(settings, options=options)
        menu.addAction(text).triggered.connect(lambda: tab.duplicate(pane, copy, option))

    entry(tr("Seed {value}").format(value=seed), seed=seed)
    info = tab.infos.get(settings.model_id)
    if info is not None and info.thinking and info.thinking_switch:
        words = tr("Thinking off") if sampling.thinking else tr("Thinking on")
        entry(words, thinking=not sampling.thinking)
    entry(tr("A different temperature…"), "temperature")
    entry(tr("A different system prompt…"), "system_prompt")
    entry(tr("A different setting…"), "top_p")
    models = Menu(menu, tr("A different model"))
    menu.addMenu(models)
    fill_models(
        models,
        tab.names,
        settings.model_id,
        lambda model_id: tab.duplicate(pane, replace(settings, model_id=model_id)),
    )
