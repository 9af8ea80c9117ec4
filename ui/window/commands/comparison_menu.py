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
            command_id="differences",
            text=tr("Show differences…"),
            keys=("Ctrl+D",),
            run=on(lambda tab: tab.differences_wanted.emit()),
        ),
        new(
            command_id="results",
            text=tr("Show results…"),
            keys=("Ctrl+Shift+R",),
            run=on(lambda tab: tab.results_wanted.emit()),
        ),
        new(
            command_id="list",
            text=tr("Run a list of prompts…"),
            run=on(lambda tab: tab.list_wanted.emit()),
        ),
        new(
            command_id="paste_list",
            text=tr("Paste a list of prompts…"),
            run=on(lambda tab: tab.paste_wanted.emit()),
        ),
        new(
            command_id="export",
            text=tr("Export…"),
            keys=("Ctrl+E",),
            run=on(lambda tab: tab.export_wanted.emit()),
        ),
        new(
            command_id="step_pane_next",
            text=tr("Next pane"),
            keys=("F6",),
            run=on(lambda tab: tab.step_pane(1)),
            line=True,
        ),
        new(
            command_id="step_pane_previous",
            text=tr("Previous pane"),
            keys=("Shift+F6",),
            run=on(lambda tab: tab.step_pane(-1)),
        ),
        new(
            command_id="move_front_previous",
            text=tr("Move pane left"),
            keys=("Alt+Left",),
            run=on(lambda tab: tab.move_front(-1)),
            fixed=True,
        ),
        new(
            command_id="move_front_next",
            text=tr("Move pane right"),
            keys=("Alt+Right",),
            run=on(lambda tab: tab.move_front(1)),
            fixed=True,
        ),
        *(
            go(
                command_id=f"pane_{number}",
                text=tr("Pane {number}").format(number=number),
                keys=(f"Ctrl+Alt+{number}",),
                run=on(lambda tab, index=number - 1: tab.go_to_pane(index)),
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
