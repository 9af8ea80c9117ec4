"""The commands of the menu Comparison."""

from collections.abc import Callable
from functools import partial

from ui.compare import compare_tab
from ui.look.language import tr
from ui.state.pane import MOST_PANES
from ui.window.commands.command import Command, CommandWindow


def comparison_commands(window: CommandWindow) -> list[Command]:
    """Return the commands of comparisons, which have no effect while a chat is in front."""
    here = partial(_compares, window)
    on = partial(_on_comparison, window)
    new = partial(Command, menu=tr("Comparison"), enabled=here)
    go = partial(Command, menu="/".join((tr("Comparison"), tr("Go to pane"))), enabled=here)
    return [
        new(
            "differences",
            tr("Show differences…"),
            on(lambda tab: tab.differences_wanted.emit()),
            keys=("Ctrl+D",),
        ),
        new(
            "results",
            tr("Show results…"),
            on(lambda tab: tab.results_wanted.emit()),
            keys=("Ctrl+Shift+R",),
        ),
        new("list", tr("Run a list of prompts…"), on(lambda tab: tab.list_wanted.emit())),
        new("paste_list", tr("Paste a list of prompts…"), on(lambda tab: tab.paste_wanted.emit())),
        new("export", tr("Export…"), on(lambda tab: tab.export_wanted.emit()), keys=("Ctrl+E",)),
        new(
            "step_pane_next",
            tr("Next pane"),
            on(lambda tab: tab.focus.step(1)),
            keys=("F6",),
            line=True,
        ),
        new(
            "step_pane_previous",
            tr("Previous pane"),
            on(lambda tab: tab.focus.step(-1)),
            keys=("Shift+F6",),
        ),
        new(
            "move_front_previous",
            tr("Move pane left"),
            on(lambda tab: tab.move_front(-1)),
            keys=("Alt+Left",),
            fixed=True,
        ),
        new(
            "move_front_next",
            tr("Move pane right"),
            on(lambda tab: tab.move_front(1)),
            keys=("Alt+Right",),
            fixed=True,
        ),
        *(
            go(
                f"pane_{number}",
                tr("Pane {number}").format(number=number),
                on(lambda tab, index=number - 1: tab.focus.go_to(index)),
                keys=(f"Ctrl+Alt+{number}",),
            )
            for number in range(1, MOST_PANES + 1)
        ),
    ]


def _compares(window: CommandWindow) -> bool:
    return isinstance(window.current_tab(), compare_tab.CompareTab)


def _on_comparison(
    window: CommandWindow, run: "Callable[[compare_tab.CompareTab], object]"
) -> Callable[[], object]:
    """Return a function that calls `run` with the tab in front if that is a comparison."""

    def call() -> None:
        tab = window.current_tab()
        if isinstance(tab, compare_tab.CompareTab):
            run(tab)

    return call
