"""The commands of the menu View."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ui.look import theme
from ui.look.appearance import DARK, LIGHT, SYSTEM, next_zoom
from ui.look.language import tr
from ui.window.commands.command import Command, CommandWindow, Reach


def view_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("View"))
    zooming = partial(new, reach=Reach.ALL)
    scheme = partial(Command, menu="/".join((tr("View"), tr("Appearance"))))

    def wear(**changes: object) -> None:
        window.workspace.settings_requests.appearance_chosen.emit(
            replace(theme.appearance(), **changes)
        )

    def zoom(by: int) -> Callable[[], object]:
        return lambda: wear(zoom=next_zoom(theme.appearance().zoom, by))

    schemes = {SYSTEM: tr("Same as the system"), LIGHT: tr("Light"), DARK: tr("Dark")}
    return [
        zooming(command_id="zoom_in", text=tr("Zoom in"), keys=("Ctrl+=", "Ctrl++"), run=zoom(1)),
        zooming(command_id="zoom_out", text=tr("Zoom out"), keys=("Ctrl+-",), run=zoom(-1)),
        zooming(
            command_id="zoom_reset",
            text=tr("Actual size"),
            keys=("Ctrl+0",),
            run=lambda: wear(zoom=100),
        ),
        *(
            scheme(
                command_id=f"scheme_{name}",
                text=title,
                run=partial(wear, scheme=name),
                checked=lambda name=name: theme.appearance().scheme == name,
            )
            for name, title in schemes.items()
        ),
        new(
            command_id="sidebar",
            text=tr("Sidebar"),
            keys=("Ctrl+Shift+S", "Ctrl+\\"),
            run=window.toggle_sidebar,
            checked=lambda: not window.sidebar.isHidden(),
            line=True,
        ),
        new(
            command_id="stats",
            text=tr("Live stats"),
            keys=("Ctrl+Shift+I",),
            run=window.toggle_stats,
            checked=lambda: window.stats_shown,
        ),
        new(
            command_id="full_screen",
            text=tr("Full screen"),
            keys=("F11", "Ctrl+Meta+F"),
            run=window.toggle_full_screen,
            checked=window.isFullScreen,
        ),
        new(
            command_id="palette",
            text=tr("Command palette…"),
            keys=("Ctrl+Shift+P",),
            run=window.open_palette,
            reach=Reach.RAISING,
            line=True,
        ),
    ]
