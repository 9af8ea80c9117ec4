"""`duologue cluster`: the machines that run models together, and which models."""

import os.path
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app.cli.option_parser import OptionParser
from app.cli.terminal import write_error, write_output, write_progress
from app.machines.host_check import HostFacts, ask, copy, fits, told
from app.settings import settings_file
from engine import offline
from engine.errors import Refused, no_check, reason
from engine.machines.ssh import check_host
from engine.messages import HERE
from ui.state.settings import Settings

OK, FAULT, BAD_INPUT = 0, 1, 2
# By command, what it is given, and its help.
_COMMANDS = {
    "list": ("", "show the machines and the models that run on them"),
    "test": ("", "ask each machine for its version, memory and models"),
    "copy": ("DIR", "copy what is missing of a model to all machines; a stopped copy continues"),
    "add": ("HOST", "add a machine; localhost is a second process here, for trying it out"),
    "remove": ("HOST", "remove a machine"),
    "spread": ("DIR", "run a model on all machines together"),
    "gather": ("DIR", "run a model on this computer alone again"),
}


def run_cluster(
    arguments: list[str], home: Path, loaded: settings_file.LoadedSettings | None = None
) -> int:
    """Carry out a command and return the exit code. Invalid arguments exit with 2. `loaded` are the
    settings of `home`, if they have been loaded."""
    args = _parser().parse_args(arguments)
    loaded = loaded or settings_file.read_settings(home)
    settings = loaded.value
    try:
        if args.action in _CHANGES:
            if loaded.blocked:
                raise Refused("Nothing was changed, since the settings cannot be read.")
            _save(home, _CHANGES[args.action](settings, args.what))
            return OK
        if args.action == "list":
            write_output(_listed(settings))
            return OK
        _check_online(settings)
        return _copy(settings, args.what) if args.action == "copy" else _test(settings)
    except Refused as error:
        write_error(f"{error}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        write_error("\nStopped. The same command goes on from here.\n")
        return FAULT


def _parser() -> OptionParser:
    result = OptionParser(
        prog="duologue cluster",
        description="Run a model on several machines together: each needs the same version of "
        "Duologue, ssh without a password from here, and the model in the same folder; what "
        "passes between them is not encrypted, so use a network of your own; quit Duologue "
        "before you change something",
    )
    parts = result.add_subparsers(dest="action", required=True, metavar="COMMAND")
    for name, (what, help_text) in _COMMANDS.items():
        command = parts.add_parser(name, help=help_text, description=help_text.capitalize())
        if what:
            command.add_argument("what", metavar=what)
    return result


def _save(home: Path, settings: Settings) -> None:
    """Raises Refused."""
    try:
        settings_file.save_settings(home, settings)
    except OSError as error:
        raise Refused("The settings cannot be saved: {reason}.", reason=reason(error)) from error


def _add(settings: Settings, text: str) -> Settings:
    return replace(settings, machines=(*settings.machines, check_host(text)))


def _remove(settings: Settings, host: str) -> Settings:
    if host not in settings.machines:
        raise Refused("{host} is not among the machines.", host=host)
    at = settings.machines.index(host)
    return replace(settings, machines=settings.machines[:at] + settings.machines[at + 1 :])


def _spread(settings: Settings, text: str) -> Settings:
    folder = Path(text).absolute()
    if not os.path.isfile(folder / "config.json"):
        raise Refused("{folder} is not a model folder: it has no config.json.", folder=str(folder))
    return replace(
        settings, spread_models=tuple(dict.fromkeys((*settings.spread_models, str(folder))))
    )


def _gather(settings: Settings, text: str) -> Settings:
    folder = str(Path(text).absolute())
    if folder not in settings.spread_models:
        raise Refused("{folder} does not run on several machines.", folder=folder)
    return replace(
        settings, spread_models=tuple(it for it in settings.spread_models if it != folder)
    )


_CHANGES: dict[str, Callable[[Settings, str], Settings]] = {
    "add": _add,
    "remove": _remove,
    "spread": _spread,
    "gather": _gather,
}


def _listed(settings: Settings) -> str:
    machines = [f"{HERE} (this computer)", *settings.machines]
    models = settings.spread_models or ("none",)
    return "\n".join(["Machines:", *machines, "", "Models on all of them:", *models, ""])


def _check_online(settings: Settings) -> None:
    """Raise Refused if other computers may not be asked."""
    if offline.is_strict() and any(it != HERE for it in settings.machines):
        raise Refused(
            "Strict offline is on: no other computer is asked. Turn it off in Settings › Privacy."
        )


def _copy(settings: Settings, text: str) -> int:
    folder = Path(text).absolute()
    hosts = [it for it in dict.fromkeys(settings.machines) if it != HERE]
    if not hosts:
        raise Refused("There is no other computer among the machines. Add one first.")
    for host in hosts:
        try:
            copy(str(folder), host, _show_progress, no_check)
        except OSError as error:
            raise Refused(
                "{folder} cannot be copied: {reason}.", folder=folder, reason=reason(error)
            ) from error
        finally:
            write_progress("")
        write_output(f"{host}: copied\n")
    return OK


def _show_progress(name: str, done: int, total: int) -> None:
    write_progress(f"{done * 100 // max(1, total)} % {name}")


def _test(settings: Settings) -> int:
    found: list[HostFacts] = []
    for host in (HERE, *settings.machines):
        try:
            facts = ask(host, settings.spread_models)
        except Refused as error:
            write_output(f"{error}\n")
            continue
        write_output(f"{told(facts, first=not found)}\n")
        found.append(facts)
    if len(found) <= len(settings.machines):
        return FAULT
    for folder in settings.spread_models:
        write_output(f"{fits(folder, found)}\n")
    return OK
