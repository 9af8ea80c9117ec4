"""`duologue serve`: the local server without a window."""

import argparse
import fcntl
import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from types import FrameType

from app.base import logs
from app.base.paths import DISK_CACHE, DOT, SERVED
from app.cli.ask_options import memory_limit
from app.cli.model_choices import ModelChoices, no_choices
from app.cli.option_parser import OptionParser, number
from app.cli.terminal import Unwritable, write_error, write_output
from app.machines.group_router import chosen as chosen_group
from app.server import client_lines, network
from app.server.catalog import Catalog, Served, served
from app.server.engine_server import EngineServer
from app.server.guard import LOOPBACK, Access
from app.server.server import HOST, listen, port_of
from app.server.server_token import new_token, server_token
from app.settings.disk_cache_limit import disk_cache_limit
from engine import offline
from engine.checkpoints import weight_files
from engine.checkpoints.description import describe, problem_of
from engine.checkpoints.folder_files import read_model_files
from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.messages import Configure, ModelFacts, UseDiskCache, say_value
from engine.plain_names import model_name
from engine.sentences import say_size
from ui.state.settings import AUTOMATIC_GB, HIGHEST_PORT, LOWEST_PORT, SERVER_PORT, origin_of

OK, FAULT, BAD_INPUT = 0, 1, 2
_LOCK = "server.lock"
TOKEN_VARIABLE = "DUOLOGUE_SERVER_TOKEN"
# Stands in the lines for tools where no token can be kept.
PLACEHOLDER = "YOUR-TOKEN"
_NAME = re.compile(r"[\w.:/@+-]{1,100}")
_STOP_TIMEOUT = 20.0
# Characters of a token that strangers in a network cannot guess.
_LEAST_TOKEN = 16


def run_serve(
    arguments: list[str],
    choices_of: Callable[[Path], ModelChoices] = no_choices,
    home: Path | None = None,
    disk_cache_gb: int = AUTOMATIC_GB,
) -> int:
    """Serve until Ctrl-C or a signal to end, and return the exit code. Invalid arguments exit with
    2. `choices_of` returns what was chosen in the window for the model of a folder. System prompts
    and tools are saved in the data folder `home`, if there is one, up to `disk_cache_gb`. Raises
    Unwritable if the lines for a tool cannot be written."""
    try:
        args = serve_parser().parse_args(arguments)
        limit = memory_limit(args)
        pairs = [_model(text, choices_of, limit) for text in args.model or [f"dot={DOT}"]]
        models = [it for it, _ in pairs]
        _check_names(models)
        given = _given_token(args)
        if args.host:
            _check_host(args.host, given)
        if args.print:
            token = given or _token(new=args.new_token, printed=True)
            write_output(_lines(args, models[0], token))
            return OK
        if offline.is_strict():
            raise Refused(
                "Strict offline is on, so there is no server. Turn it off in Settings › Privacy."
            )
        if args.host and not args.yes and not _agreed(args.host):
            write_error("The server was not started.\n")
            return BAD_INPUT
        # Before the token is made: it is shown only once, also if the port is taken.
        listeners = listen(args.port, args.host)
    except (Refused, ValueError) as error:
        write_error(f"{error}\n")
        return BAD_INPUT
    logs.set_level(args.log_level or "warning")
    chosen = models[0].name if args.any_name else ""
    catalog = Catalog(models, chosen, evicts=True)
    token = given or _token(new=args.new_token, printed=False)
    place = Place(port_of(listeners), args.host, token, frozenset(args.origin))
    cache = _disk_cache(home, disk_cache_gb) if home else []
    return _serve(place, listeners, limit, catalog, [it for _, it in pairs], cache)


@frozen
class Place:
    """`host` is an address of this computer in a network, "" to answer only its own programs."""

    port: int
    host: str
    token: str
    origins: frozenset[str] = frozenset()

    def access(self) -> Access:
        named = {network.host_of(self.host)} if self.host else set()
        return Access(self.token, LOOPBACK | named, self.origins)

    @property
    def url(self) -> str:
        return f"http://{network.host_of(self.host or HOST)}:{self.port}"


def serve_parser() -> argparse.ArgumentParser:
    result = OptionParser(
        prog="duologue serve",
        description="Serve models to other programs on this computer, by the APIs of OpenAI, "
        "Anthropic and Ollama.",
    )
    add = result.add_argument
    help_text = f"port to listen on (default: {SERVER_PORT}); 0 takes any free one"
    add("--port", type=_port, default=SERVER_PORT, metavar="N", help=help_text)
    help_text = "answer other computers, too, at this computer's address in a local network"
    add("--host", default="", metavar="ADDRESS", help=help_text)
    add("--yes", action="store_true", help="with --host: do not ask for confirmation")
    help_text = "a web page or editor that may ask, such as http://localhost:3000; repeatable"
    add("--origin", type=_origin, action="append", default=[], metavar="ORIGIN", help=help_text)
    help_text = "a model folder, and its name for clients; repeatable (default: Dot as dot)"
    add("--model", action="append", metavar="[NAME=]DIR", help=help_text)
    add("--any-name", action="store_true", help="answer for unknown names with the first model")
    help_text = "memory limit of all models together (default: what this computer allows)"
    add("--memory-limit", type=number, metavar="GB", help=help_text)
    add("--new-token", action="store_true", help="replace the token that clients send")
    help_text = f"print what points a tool to this server: {', '.join(client_lines.TOOLS)}"
    add("--print", choices=client_lines.TOOLS, metavar="TOOL", help=help_text)
    logs.add_option(result)
    return result


def _disk_cache(home: Path, limit_gb: int) -> list[UseDiskCache]:
    """Return where system prompts and tools are saved: not with those of the window, which may be
    open. Only one server at a time has the folder; others save nothing, and say so."""
    folder = home / DISK_CACHE / SERVED
    limit = disk_cache_limit(limit_gb, home)
    try:
        # first: `mode` is not that of parents
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Held until this process ends.
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if limit:
            write_error(_why_not_saved(folder, error))
        return []
    return [UseDiskCache(folder, limit)]


def _why_not_saved(folder: Path, error: OSError) -> str:
    if isinstance(error, BlockingIOError):
        return (
            f"Another “duologue serve” uses {folder}, so this server saves no processed prompts. "
            "To save them, stop the other one and start this one again.\n"
        )
    return f"Processed prompts cannot be saved in {folder}: {reason(error)}.\n"


def _serve(
    place: Place,
    listeners: list[socket.socket],
    limit: int | None,
    catalog: Catalog,
    choices: list[ModelChoices],
    cache: list[UseDiskCache],
) -> int:
    machines, spread = chosen_group((it.profile.model_id, it.machines) for it in choices)
    made = EngineServer(
        catalog, place.access(), memory_limit=limit, machines=machines, spread=spread
    )
    engine, server = made.engine, made.server
    made.router.submit(Configure(tuple(it.profile for it in choices)))
    for command in cache:
        made.router.submit(command)
    ends = Flag()
    before = {it: signal.signal(it, _end(ends)) for it in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.start_on(listeners)
        engine.start()
        names = ", ".join(it.name for it in catalog.models)
        with suppress(Unwritable):  # clients are answered all the same
            write_output(
                f"Serving {names} on {place.url}\n"
                f"Programs for the OpenAI API need /v1 at the end: {place.url}/v1\n"
            )
        # In steps: Python handles signals only between them on some systems.
        while not ends.wait(1.0):
            pass
    finally:
        # From here on a second Ctrl-C does not wait for the end.
        for number, handler in before.items():
            signal.signal(number, handler)
    stopped = server.stop(_STOP_TIMEOUT)
    ended = made.router.close(_STOP_TIMEOUT)
    return OK if engine.stop(_STOP_TIMEOUT) and ended and stopped else FAULT


def _end(ends: Flag) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        ends.set()

    return handle


def _model(
    text: str, choices_of: Callable[[Path], ModelChoices], limit: int | None = None
) -> tuple[Served, ModelChoices]:
    """Return the model of NAME=DIR or DIR. Raises Refused."""
    # raises nothing, unlike Path.is_dir, for a name that is too long
    alone = "=" not in text or os.path.isdir(text)
    name, path = ("", text) if alone else text.split("=", 1)
    if not path:
        raise Refused("--model has no folder. Write NAME=DIR, or a folder alone.")
    folder = Path(path)
    if not os.path.isdir(folder):
        raise Refused("--model: {folder} is not a folder.", folder=folder)
    name = model_name(str(folder.resolve())) if alone else name
    if not _NAME.fullmatch(name):
        raise Refused(
            "--model: {name} is not a name for clients. Use letters, digits and . - _ : / only.",
            name=say_value(name),
        )
    try:
        files = read_model_files(folder)
        state = weight_files.state(folder)
    except OSError as error:
        raise Refused(
            "{folder} cannot be read: {reason}.", folder=folder, reason=reason(error)
        ) from error
    if problem := problem_of(files):
        raise Refused("{folder}: {problem}", folder=folder, problem=problem)
    choices, facts = choices_of(folder), describe(files)
    _check_size(name, facts, choices, limit)
    modified = max((time for *_, time in state), default=0) / 1e9
    made = served(name, choices.profile.model_id, facts, repr(state), modified)
    chosen = replace(made, channel_format=choices.channel_format, in_8_bit=choices.in_8_bit)
    return chosen, choices


def _check_names(models: list[Served]) -> None:
    names = [it.name for it in models]
    for name in names:
        if names.count(name) > 1:
            raise Refused("--model: two models are named {name}. Write NAME=DIR.", name=name)


def _check_size(name: str, facts: ModelFacts, choices: ModelChoices, limit: int | None) -> None:
    """Check that the model could be loaded. Raises Refused."""
    # Each of several machines has a part of it.
    if limit is None or choices.machines or choices.profile.anyway:
        return
    if facts.load_bytes > limit:
        raise Refused(
            "{name} needs {needed} for its weights, more than --memory-limit. Allow more, or "
            "choose a smaller or quantized version.",
            name=name,
            needed=say_size(facts.load_bytes),
        )


def _given_token(args: argparse.Namespace) -> str:
    """Return the token of the environment, "" if there is none. Raises Refused."""
    given = os.environ.get(TOKEN_VARIABLE, "").strip()
    if given and not (given.isascii() and given.isprintable()):
        raise Refused(
            "{variable} has characters that programs cannot send. Use letters from A to Z, digits "
            "and signs only.",
            variable=TOKEN_VARIABLE,
        )
    if given and args.new_token:
        raise Refused(
            "--new-token changes nothing while {variable} is set. Leave one of them out.",
            variable=TOKEN_VARIABLE,
        )
    return given


def _check_host(host: str, given: str) -> None:
    """Check that other computers may be answered at an address. Raises Refused."""
    network.check_address(host)
    if given and len(given) < _LEAST_TOKEN:
        raise Refused(
            "{variable} is too short for a network. Choose a token of at least {least} "
            "characters, or none to have one made.",
            variable=TOKEN_VARIABLE,
            least=_LEAST_TOKEN,
        )


def _agreed(host: str) -> bool:
    """Ask whether other computers shall be answered, and return True if so."""
    write_error(
        f"Every device on the network of {host} can then reach the server. Anyone with the token "
        "can use your models. Prompts, answers and the token are not encrypted, so others on the "
        "network could read them. Allow this only on a network that you trust.\n"
    )
    if sys.stdin is None or not sys.stdin.isatty():
        write_error("Add --yes to confirm.\n")
        return False
    write_error("Answer other computers? Type yes: ")
    return sys.stdin.readline().strip().lower() == "yes"


def _token(*, new: bool, printed: bool) -> str:
    """Return the token, and show one that was just made. Return PLACEHOLDER for lines that are
    `printed` if the process that will serve cannot know the token."""
    if new:
        (token, problem), fresh = new_token(), True
    else:
        token, problem, fresh = server_token()
    if problem and printed:
        write_error(
            "This computer has no keychain that can be used, so no token is kept for the server.\n"
            f"Set {TOKEN_VARIABLE} to a token of your own before “duologue serve”, and write it in "
            f"place of {PLACEHOLDER}.\n"
        )
        return PLACEHOLDER
    if problem:
        write_error(
            f"{problem}\nSet {TOKEN_VARIABLE} to a token of your own to have the same each time.\n"
        )
    if fresh:
        write_error(f"The token for clients, shown once: {token}\n")
    return token


def _lines(args: argparse.Namespace, model: Served, token: str) -> str:
    url = Place(args.port or SERVER_PORT, args.host, token).url
    address = client_lines.Address(url, token, model.name, model.context)
    return client_lines.lines_for(args.print, address)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            f"{say_value(text)} is not a port; choose {LOWEST_PORT} to {HIGHEST_PORT}, or 0 for "
            "any free one"
        )
    return int(text)


def _origin(text: str) -> str:
    if origin := origin_of(text):
        return origin
    raise argparse.ArgumentTypeError(
        f"{say_value(text)} is not an origin; write one such as http://localhost:3000"
    )
