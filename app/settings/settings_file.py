"""Reads, validates and writes the settings file, `settings.json` of the data folder.

Validated by hand, since pydantic would delay the first paint: see app/base/json_values.py.
"""

import dataclasses
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.base.disk import read_json, set_aside, write_json
from app.base.logs import LEVELS
from engine.errors import reason
from engine.frozen import frozen
from engine.messages import is_host
from engine.sentences import Sentence, say
from ui.look.appearance import ACCENTS, SCHEMES, SWITCHES, SYSTEM, ZOOMS, Appearance
from ui.state.hub_addresses import is_mirror, is_proxy
from ui.state.settings import (
    ALWAYS,
    DISK_CACHE_GB,
    HIGHEST_PORT,
    LANGUAGES,
    LONGEST_PROMPT,
    LOWEST_PORT,
    NEVER,
    SERVER_PORT,
    UNLOAD_AFTER,
    UPDATE_CHECKS,
    McpServer,
    Settings,
    origin_of,
)
from ui.state.tool_terms import ToolTerms

log = logging.getLogger(__name__)

NAME = "settings.json"
MAX_BYTES = 16 << 20
# Characters of a folder's path, and of a key sequence.
MAX_PATH = 4_096
_LONGEST_KEYS = 100
_LONGEST_ADDRESS = 45
_BOOLEANS = (
    *("notifications", "titles_by_model", "keep_awake", "ask_to_quit", "screen_key_on"),
    *("server_on", "server_any_model", "window_first"),
)
_PROGRAM = ("name", "command")
_APPEARANCE: dict[str, tuple[Any, ...]] = {
    "scheme": SCHEMES,
    "accent": (SYSTEM, *ACCENTS),
    "zoom": ZOOMS,
    "reduced_motion": SWITCHES,
    "high_contrast": SWITCHES,
}


@frozen
class LoadedSettings:
    """`problem` tells a person that the settings could not be read, None if they could. Strict
    offline is on then, since it may have been. The file of `blocked` settings must not be
    overwritten: a person could still fix it."""

    value: Settings
    problem: Sentence | None = None
    blocked: bool = False


def read_settings(folder: Path) -> LoadedSettings:
    """Read the settings and change nothing. A missing or invalid value costs only that value,
    which gets its default."""
    path = folder / NAME
    try:
        return _read(path)
    except (ValueError, RecursionError) as error:
        return _blocked(path, error, say("the file is damaged"))


def open_settings(folder: Path) -> LoadedSettings:
    """Read the settings for the window, which tells of their problem and saves changes: a damaged
    file is set aside."""
    path = folder / NAME
    try:
        return _read(path)
    except (ValueError, RecursionError) as error:
        kept = set_aside(path)
        if not kept.exists():
            return _blocked(path, error, say("the file is damaged"))
        log.warning("%s is kept as %s, using the default settings: %s", path, kept, error)
    value = Settings(offline=True)
    # The next start must not take the missing file for that of a new user.
    with suppress(OSError):
        save_settings(folder, value)
    return LoadedSettings(value, _damaged(kept))


def _read(path: Path) -> LoadedSettings:
    """Raises ValueError or RecursionError for a damaged file."""
    try:
        return LoadedSettings(_settings(read_json(path, MAX_BYTES)))
    except FileNotFoundError:
        log.info("%s does not exist; using the default settings", path)
        return LoadedSettings(Settings())
    except OSError as error:
        return _blocked(path, error, reason(error))


def _blocked(path: Path, error: Exception, reason: str) -> LoadedSettings:
    log.info("%s cannot be read, using the default settings: %s", path, error)
    problem = say(
        "The settings in {path} cannot be read: {reason}. Strict offline is on now, in case it "
        "was. The file is left as it is, and changes to the settings are not saved. Fix or move "
        "the file, then start Duologue again.",
        path=str(path),
        reason=reason,
    )
    return LoadedSettings(Settings(offline=True), problem, blocked=True)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings; those that only a newer version knows stay. Raises OSError."""
    found = dataclasses.asdict(settings)
    for name in ("permissions", "terms", "formats", "keys"):
        found[name] = dict(found[name])
    for server in found["servers"]:
        server["environment"] = dict(server["environment"])
    path = folder / NAME
    before = _before(path)
    if isinstance(appearance := before.get("appearance"), dict):
        found["appearance"] = appearance | found["appearance"]
    if isinstance(servers := before.get("servers"), list):
        found["servers"] = [_same(it, servers) | it for it in found["servers"]]
    write_json(path, before | found)


def _same(server: dict[str, Any], servers: list[Any]) -> dict[str, Any]:
    """Return the fields of the server before, {} if another program had the name or none."""
    for found in servers:
        if isinstance(found, dict) and all(found.get(it) == server[it] for it in _PROGRAM):
            return found
    return {}


def _before(path: Path) -> dict[str, Any]:
    """Return the contents of the file, {} if it has none."""
    try:
        found = read_json(path, MAX_BYTES)
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _damaged(kept: Path) -> Sentence:
    return say(
        "The settings were damaged and cannot be read. The damaged file is kept as {path}. Strict "
        "offline is on now, in case it was. You can turn it off in Settings › Privacy.",
        path=str(kept),
    )


def limit_bytes(gigabytes: float | None) -> int | None:
    return None if gigabytes is None else round(gigabytes * 1e9)


def _settings(found: Any) -> Settings:
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")
    default = Settings()
    level = found.get("log_level", default.log_level)
    limit = found.get("memory_limit_gb", default.memory_limit_gb)
    if not isinstance(level, str) or level.lower() not in LEVELS:
        log.warning("log_level is %.99r; it must be one of %s", level, ", ".join(LEVELS))
        level = default.log_level
    if limit is not None and not _is_size(limit):
        log.warning("memory_limit_gb is %.99r; it must be a number above 0, or null", limit)
        limit = default.memory_limit_gb
    return Settings(
        level.lower(),
        limit,
        _servers(found.get("servers", [])),
        _pairs(found, "permissions", lambda value: value in (ALWAYS, NEVER)),
        _pairs(found, "formats", _is_text),
        _texts(found, "kv_8bit"),
        _appearance(found.get("appearance", {})),
        _one_of(found, "language", LANGUAGES, default.language),
        _pairs(found, "keys", lambda value: isinstance(value, str)),
        **{name: _one_of(found, name, (False, True), getattr(default, name)) for name in _BOOLEANS},
        offline=_offline(found),
        terms=_terms(found.get("terms", {})),
        hub_mirror=_address(found, "hub_mirror", is_mirror),
        proxy=_address(found, "proxy", is_proxy),
        unload_after=_one_of(found, "unload_after", UNLOAD_AFTER, default.unload_after),
        disk_cache_gb=_one_of(found, "disk_cache_gb", DISK_CACHE_GB, default.disk_cache_gb),
        update_checks=_one_of(found, "update_checks", UPDATE_CHECKS, default.update_checks),
        server_port=_port(found.get("server_port", default.server_port)),
        server_address=_short_text(found, "server_address", _LONGEST_ADDRESS),
        server_origins=tuple(filter(None, map(origin_of, _texts(found, "server_origins")))),
        machines=tuple(it for it in _texts(found, "machines") if is_host(it)),
        spread_models=tuple(it for it in _texts(found, "spread_models") if len(it) <= MAX_PATH),
        screen_key=_short_text(found, "screen_key", _LONGEST_KEYS) or default.screen_key,
        default_model=_short_text(found, "default_model", MAX_PATH),
        system_prompt=_short_text(found, "system_prompt", LONGEST_PROMPT),
        models_folder=_models_folder(found),
    )


def _offline(found: dict[str, Any]) -> bool:
    """Return True for an invalid value too: no connection is opened that was not allowed."""
    value = found.get("offline", False)
    if not isinstance(value, bool):
        log.warning("offline is %.99r; it must be true or false", value)
    return value is not False


def _port(value: Any) -> int:
    if (
        isinstance(value, int)
        and not isinstance(value, bool)
        and LOWEST_PORT <= value <= HIGHEST_PORT
    ):
        return value
    log.warning("server_port is %.99r; it must be a number from 1024 to 65535", value)
    return SERVER_PORT


def _short_text(found: dict[str, Any], name: str, longest: int) -> str:
    value = found.get(name, "")
    if isinstance(value, str) and len(value) <= longest:
        return value
    log.warning("%s must be a text of at most %d characters", name, longest)
    return ""


def _models_folder(found: dict[str, Any]) -> str:
    value = _short_text(found, "models_folder", MAX_PATH)
    if not value or (value.startswith("/") and "\0" not in value):
        return value
    log.warning("models_folder is %.99r; it must be the whole path of a folder", value)
    return ""


def _address(found: dict[str, Any], name: str, fits: Callable[[str], bool]) -> str:
    value = found.get(name, "")
    if value == "" or (isinstance(value, str) and fits(value)):
        return value
    # It may contain a password, so it is not logged.
    log.warning("%s is not an address that can be used", name)
    return ""


def _terms(found: Any) -> tuple[tuple[str, ToolTerms], ...]:
    """Return valid permission terms. A tool whose terms are damaged asks again."""
    names = {field.name for field in dataclasses.fields(ToolTerms)}
    return tuple(
        (tool_id, ToolTerms(**terms))
        for tool_id, terms in (found.items() if isinstance(found, dict) else ())
        if isinstance(terms, dict)
        and terms.keys() == names
        and all(isinstance(text, str) for text in terms.values())
    )


def _appearance(found: Any) -> Appearance:
    if not isinstance(found, dict):
        log.warning("appearance is %.99r; it must be a JSON object", found)
        return Appearance()
    default = Appearance()
    return Appearance(
        **{
            field.name: _one_of(
                found, field.name, _APPEARANCE[field.name], getattr(default, field.name)
            )
            for field in dataclasses.fields(Appearance)
        }
    )


def _one_of(found: dict[str, Any], name: str, choices: tuple[Any, ...], default: Any) -> Any:
    value = found.get(name, default)
    # `in` alone would accept 100.0 and True as numbers.
    if type(value) is type(default) and value in choices:
        return value
    log.warning("%s is %.99r; it must be one of %s", name, value, ", ".join(map(repr, choices)))
    return default


def _servers(found: Any) -> tuple[McpServer, ...]:
    if not isinstance(found, list):
        log.warning("servers is %.99r; it must be a list", found)
        return ()
    servers: dict[str, McpServer] = {}
    for fields in found:
        try:
            server = _server(fields)
            if server.name in servers:
                raise ValueError(f"there are two servers called {server.name}")
            servers[server.name] = server
        except ValueError as error:
            # Drop the whole server: it must not do more than its settings say, nor start with less.
            log.warning("a server is ignored: %s", error)
    return tuple(servers.values())


def _server(fields: Any) -> McpServer:
    """Return a server. Raises ValueError."""
    if not isinstance(fields, dict):
        raise ValueError(f"{fields!r:.99} is not a JSON object")
    checks: dict[str, Callable[[Any], bool]] = {
        "name": _is_text,
        "command": _is_text,
        "arguments": _are_texts,
        "environment": _is_environment,
        "enabled": lambda value: isinstance(value, bool),
        "disabled_tools": _are_texts,
    }
    for name, fits in checks.items():
        # The value may contain a secret of the environment, so do not log it.
        if name in fields and not fits(fields[name]):
            raise ValueError(f"{name} of {fields.get('name')!r:.99} is invalid")
    if missing := [name for name in ("name", "command") if name not in fields]:
        raise ValueError(f"it has no {missing[0]}")
    return McpServer(
        fields["name"],
        fields["command"],
        tuple(fields.get("arguments", ())),
        tuple(fields.get("environment", {}).items()),
        fields.get("enabled", True),
        tuple(fields.get("disabled_tools", ())),
    )


def _pairs(
    found: dict[str, Any], name: str, fits: Callable[[Any], bool]
) -> tuple[tuple[str, str], ...]:
    """Return the entries of a JSON object that have valid values."""
    entries = found.get(name, {})
    if not isinstance(entries, dict):
        log.warning("%s is %.99r; it must be a JSON object", name, entries)
        return ()
    bad = [key for key, value in entries.items() if not fits(value)]
    if bad:
        log.warning("%s: the entries of %.99r are ignored", name, bad)
    return tuple((key, value) for key, value in entries.items() if key not in bad)


def _texts(found: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return the valid strings of a JSON list, without duplicates."""
    entries = found.get(name, [])
    if not isinstance(entries, list):
        log.warning("%s is %.99r; it must be a list", name, entries)
        return ()
    if bad := [each for each in entries if not _is_text(each)]:
        log.warning("%s: %.99r is ignored", name, bad)
    return tuple(dict.fromkeys(each for each in entries if _is_text(each)))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "\0" not in value


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, str) and "\0" not in item for item in value
    )


def _is_environment(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _are_texts(list(value.values()))
        and all(name and "=" not in name and "\0" not in name for name in value)
    )


def _is_size(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 < value <= 1e6
