"""Tests the machines of the settings, and copies models to them."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from threading import Event, Thread

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from app.settings.preferences import Preferences
from engine import offline
from engine.errors import Refused, reason
from engine.messages import HERE
from engine.plain_names import folder_name
from engine.sentences import Sentence, say
from ui.state.workspace import Workspace

_STRICT = say(
    "Strict offline is on: no other computer is asked. Turn it off in Settings › Privacy."
)
_STOPPED = say("Stopped. The next copy continues from here.")


class MachineTests(QObject):
    """Used on the Qt thread. Other computers are asked on a thread of its own, when a person wants
    it, and nobody waits for it at the end: a copy that was cut goes on next time."""

    def __init__(self, workspace: Workspace, preferences: Preferences) -> None:
        super().__init__(workspace)
        self._state = workspace.machines
        self._preferences = preferences
        self._stopped = Event()
        self._mail = Mailbox(self, frame_ms=0)
        self._mail.arrived.connect(self._show)
        self._state.tested.connect(lambda: self._start(_test))
        self._state.copied.connect(lambda: self._start(_copy))
        self._state.stopped.connect(self._stop)

    def _start(self, work: Callable[..., None]) -> None:
        value = self._preferences.value
        if self._state.runs:
            return
        if offline.is_strict() and any(it != HERE for it in value.machines):
            self._state.show_test((_STRICT,), runs=False)
            return
        self._stopped = Event()
        self._state.copies = work is _copy
        self._state.show_test((), runs=True)
        given = (value.machines, value.spread_models, self._mail.post, self._stopped)
        Thread(target=work, args=given, name="machines", daemon=True).start()

    def _stop(self) -> None:
        self._stopped.set()

    def _show(self, items: list[str | None]) -> None:
        """Add sentences; None is the end. A sentence about progress takes the place of the last."""
        lines = list(self._state.lines)
        for item in items:
            if item is None:
                continue
            if lines and _is_progress(lines[-1]):
                lines.pop()
            lines.append(item)
        self._state.show_test(lines, runs=None not in items)


def _is_progress(line: str) -> bool:
    return isinstance(line, Sentence) and "percent" in line.values


def _test(
    machines: tuple[str, ...],
    models: tuple[str, ...],
    post: Callable[[str | None], object],
    stopped: Event,
) -> None:
    from app.machines.host_check import ask, fits, told  # noqa: PLC0415  seldom needed

    found = []
    hosts = (HERE, *machines)
    for host in hosts:
        if stopped.is_set():
            break
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


def _copy(
    machines: tuple[str, ...],
    models: tuple[str, ...],
    post: Callable[[str | None], object],
    stopped: Event,
) -> None:
    from app.machines.host_check import copy  # noqa: PLC0415  seldom needed

    def check() -> None:
        if stopped.is_set():
            raise Refused(_STOPPED)

    hosts = dict.fromkeys(it for it in machines if it != HERE)
    for host, folder in product(hosts, models):
        model = folder_name(Path(folder))
        try:
            copy(folder, host, _Progress(post, model, host).tell, check)
            post(say("{model} is on {host}.", model=model, host=host))
        except Refused as error:
            post(error.args[0])
        except OSError as error:
            post(say("{model}: {reason}", model=model, reason=reason(error)))
        if stopped.is_set():
            break
    post(None)


class _Progress:
    """Posts a sentence for each percent of a copy."""

    def __init__(self, post: Callable[[str], object], model: str, host: str) -> None:
        self._post = post
        self._names = {"model": model, "host": host}
        self._last = -1

    def tell(self, name: str, done: int, total: int) -> None:
        percent = done * 100 // max(1, total)
        if percent != self._last:
            self._last = percent
            self._post(say("{model} to {host}: {percent}%", percent=percent, **self._names))
