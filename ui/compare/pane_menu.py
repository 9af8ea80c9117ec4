"""The menu of one pane."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QMenu

from ui.compare.model_button import fill_models
from ui.compare.pane import PaneView
from ui.language import tr
from ui.state.pane import PaneSettings

# Where no seed is set, the copy and the original get these.
_SEEDS = (1, 2)


@dataclass(frozen=True)
class PaneActions:
    """What a pane's menu does. `duplicate` has the copy's settings and the name of an option that
    is to be changed at once, or ""; `move` how far to the right."""

    open_settings: Callable[[str], None]
    open_tools: Callable[[], None]
    duplicate: Callable[[PaneSettings, str], None]
    move: Callable[[int], None]
    go_on: Callable[[], None]
    ask_here: Callable[[], None]
    remove: Callable[[], None]


@dataclass(frozen=True)
class PaneOffers:
    """What is possible just now. `models` are names by ids."""

    models: dict[str, str]
    thinks: bool = False
    calls: bool = False
    place: int = 0
    count: int = 2
    resumable: bool = False
    behind: bool = False
    removable: bool = False
    duplicable: bool = False


def fill_pane_menu(menu: QMenu, pane: PaneView, offers: PaneOffers, actions: PaneActions) -> None:
    menu.clear()

    def entry(text: str, act: Callable[[], None], *, enabled: bool = True, key: str = "") -> None:
        action = menu.addAction(f"{text}\t{key}" if key else text)
        action.setEnabled(enabled)
        action.triggered.connect(lambda: act())

    entry(tr("Settings…"), lambda: actions.open_settings("temperature"))
    entry(tr("System prompt…"), lambda: actions.open_settings("system_prompt"))
    entry(tr("Tools…"), actions.open_tools, enabled=offers.calls)
    copies = menu.addMenu(tr("Duplicate with"))
    copies.setEnabled(offers.duplicable)
    _fill_copies(copies, pane.settings, offers, actions)
    menu.addSeparator()
    entry(tr("Move left"), lambda: actions.move(-1), enabled=offers.place > 0, key=tr("Alt+Left"))
    last = offers.place == offers.count - 1
    entry(tr("Move right"), lambda: actions.move(1), enabled=not last, key=tr("Alt+Right"))
    menu.addSeparator()
    entry(tr("Continue this answer"), actions.go_on, enabled=offers.resumable)
    entry(tr("Ask the last prompt here"), actions.ask_here, enabled=offers.behind)
    menu.addSeparator()
    entry(tr("Remove pane"), actions.remove, enabled=offers.removable)


def _fill_copies(
    menu: QMenu, settings: PaneSettings, offers: PaneOffers, actions: PaneActions
) -> None:
    sampling = settings.options.sampling
    seed = _SEEDS[0] if sampling.seed is None else sampling.seed + 1

    def with_sampling(**fields: object) -> PaneSettings:
        options = replace(settings.options, sampling=replace(sampling, **fields))
        return replace(settings, options=options)

    def entry(text: str, copy: PaneSettings, option: str = "") -> None:
        menu.addAction(text).triggered.connect(lambda: actions.duplicate(copy, option))

    entry(tr("Seed {value}").format(value=seed), with_sampling(seed=seed))
    if offers.thinks:
        words = tr("Thinking off") if sampling.thinking else tr("Thinking on")
        entry(words, with_sampling(thinking=not sampling.thinking))
    entry(tr("Another temperature…"), settings, "temperature")
    entry(tr("Another system prompt…"), settings, "system_prompt")
    entry(tr("Another setting…"), settings, "top_p")
    others = menu.addMenu(tr("Another model"))
    fill_models(
        others,
        offers.models,
        settings.model_id,
        lambda model_id: actions.duplicate(replace(settings, model_id=model_id), ""),
    )
