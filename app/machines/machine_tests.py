"""Tests the machines of the settings, and tells what a person can do."""

from collections.abc import Callable
from threading import Thread

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from app.settings.preferences import Preferences
from engine import offline
from engine.errors import Refused
from engine.messages import HERE
from engine.sentences import say
from ui.state.workspace import Workspace

_STRICT = say(
    "Strict offline is on: no other computer is asked. Turn it off in Settings › Privacy."
)


class MachineTests(QObject):
    """Used on the Qt thread. Other computers are asked on a thread of its own, when a person wants
    it, and nobody waits for it at the end."""

    def __init__(self, workspace: Workspace, preferences: Preferences) -> None:
        super().__init__(workspace)
        self._state = workspace.machines
        self._preferences = preferences
        self._mail = Mailbox(self, frame_ms=0)
        self._mail.arrived.connect(self._show)
        self._state.tested.connect(self._test)

    def _test(self) -> None:
        value = self._preferences.value
        if self._state.runs:
            return
        if offline.is_strict() and any(it != HERE for it in value.machines):
            self._state.show_test((_STRICT,), runs=False)
            return
        self._state.show_test((), runs=True)
        given = ((HERE, *value.machines), value.spread_models, self._mail.post)
        Thread(target=_run, args=given, name="machines", daemon=True).start()

    def _show(self, items: list[str | None]) -> None:
        """Add sentences; None is the end."""
        added = [it for it in items if it is not None]
        self._state.show_test((*self._state.lines, *added), runs=None not in items)


def _run(
    hosts: tuple[str, ...], models: tuple[str, ...], post: Callable[[str | None], object]
) -> None:
    from app.machines.host_check import ask, fits, told  # noqa: PLC0415  seldom needed

    found = []
    for host in hosts:
        try:
            facts = ask(host, models)
            post(told(facts, first=not found))
            found.append(facts)
        except Refused as error:
            post(error.args[0])
    if len(found) == len(hosts):
        for folder in models:
            post(fits(folder, found))
    post(None)
