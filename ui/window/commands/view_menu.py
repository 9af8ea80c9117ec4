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
        zooming("zoom_in", tr("Zoom in"), zoom(1), keys=("Ctrl+=", "Ctrl++")),
        zooming("zoom_out", tr("Zoom out"), zoom(-1), keys=("Ctrl+-",)),
        zooming("zoom_reset", tr("Actual size"), lambda: wear(zoom=100), keys=("Ctrl+0",)),
        *(
            scheme(
                f"scheme_{name}",
                title,
                partial(wear, scheme=name),
                checked=lambda name=name: theme.appearance().scheme == name,
            )
            for name, title in schemes.items()
        ),
        new(
            "sidebar",
            tr("Sidebar"),
            window.toggle_sidebar,
            keys=("Ctrl+Shift+S", "Ctrl+\\"),
            checked=lambda: not window.sidebar.isHidden(),
            line=True,
        ),
        new(
            "stats",
            tr("Live stats"),
            window.toggle_stats,
            keys=("Ctrl+Shift+I",),
            checked=lambda: window.stats_shown,
        ),
        new(
            "full_screen",
            tr("Full screen"),
            window.toggle_full_screen,
            keys=("F11", "Ctrl+Meta+F"),
            checked=window.isFullScreen,
        ),
        new(
            "palette",
            tr("Command palette…"),
            window.open_palette,
            keys=("Ctrl+Shift+P",),
            reach=Reach.RAISING,
            line=True,
        ),
    ]
