"""The settings of the whole application, and the disk space that its settings page shows."""

import re
from dataclasses import field, replace
from enum import Enum

from engine.frozen import frozen
from ui.look.appearance import Appearance
from ui.state.tool_terms import ToolTerms

# Language codes; "" is the language of the system.
LANGUAGES = ("", "en", "de")
LOG_LEVELS = ("debug", "info", "warning", "error")
# Minutes. The usual 0 keeps a chat as fast after a break as before it: a load takes seconds to
# minutes, and the cached conversation would have to be processed again.
UNLOAD_AFTER = (0, 5, 15, 60)
# 0 saves nothing; AUTOMATIC_GB depends on the free disk space.
AUTOMATIC_GB = -1
DISK_CACHE_GB = (AUTOMATIC_GB, 0, 5, 20, 50)
# The keys that ask about the screen from any program, until a person chooses others.
SCREEN_KEY = "Ctrl+Alt+Shift+A"
# The port of the local server, until a person chooses another.
SERVER_PORT = 8642
# Lower ones belong to the system.
LOWEST_PORT, HIGHEST_PORT = 1024, 65535
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?")
# Browsers leave these out.
_USUAL_PORTS = {"http://": ":80", "https://": ":443"}
ALWAYS, NEVER = "always", "never"
# Characters of the system prompt of new chats.
LONGEST_PROMPT = 100_000
# Ways to look for newer versions. At first a person is asked.
ASK, WEEKLY, BY_HAND = UPDATE_CHECKS = ("ask", "weekly", "by_hand")


def origin_of(text: str) -> str:
    """Return what a browser sends as the Origin of a page at this address, or "" if the text is no
    address of a whole site."""
    found = text.strip().lower().removesuffix("/")
    for scheme, port in _USUAL_PORTS.items():
        found = found.removesuffix(port) if found.startswith(scheme) else found
    return found if _ORIGIN.fullmatch(found) else ""


@frozen
class McpServer:
    """A tool server (MCP) that runs as a program and communicates over its standard input and
    output. `disabled_tools` are not offered to any chat."""

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    enabled: bool = True
    disabled_tools: tuple[str, ...] = ()


@frozen
class Settings:
    """`memory_limit_gb` is the memory for models in units of 10^9 bytes; None leaves it to the
    engine. `permissions` are ALWAYS or NEVER by tool id; without one, a person is asked at each
    call. `terms` are those under which servers' tools are always allowed. `formats` are the names
    of channel formats chosen for models. `kv_8bit` are the ids of the models with 8-bit
    conversation caches. `keys` are key sequences by command id, "" for no keys; other commands have
    their usual ones. No connection is opened while `offline` is set. With `titles_by_model`, the
    model that answers also names the conversation. `hub_mirror` is the address that is asked for
    models instead of huggingface.co, `proxy` that of the proxy on the way there; "" for neither.
    `unload_after` is in minutes, one of UNLOAD_AFTER: idle models leave memory then; 0 for never.
    `update_checks` is one of UPDATE_CHECKS. With `screen_key_on`, the keys `screen_key` ask about
    the screen from any program. `default_model` is the id of the model that new chats begin with,
    "" for the one used last; `system_prompt` is the system prompt of new chats. The prompt cache on
    the disk takes at most `disk_cache_gb`, one of DISK_CACHE_GB, in units of 10^9 bytes. With
    `server_on`, other programs of this computer are answered on `server_port`; with
    `server_any_model` also those that name a model that is not there, and with `window_first` only
    while no answer is written in the window. Requests with an Origin are answered only if it is one
    of `server_origins`. Downloads go to `models_folder`, "" for the standard one. Other computers
    are answered at `server_address`, the address of this one in a network; "" for none. The models
    `spread_models`, by id, run on this computer and the `machines` together, which are names for
    ssh."""

    log_level: str = "warning"
    memory_limit_gb: float | None = None
    servers: tuple[McpServer, ...] = ()
    permissions: tuple[tuple[str, str], ...] = ()
    formats: tuple[tuple[str, str], ...] = ()
    kv_8bit: tuple[str, ...] = ()
    appearance: Appearance = field(default_factory=Appearance)
    language: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    offline: bool = False
    notifications: bool = True
    titles_by_model: bool = True
    keep_awake: bool = True
    ask_to_quit: bool = True
    terms: tuple[tuple[str, ToolTerms], ...] = ()
    hub_mirror: str = ""
    proxy: str = ""
    unload_after: int = 0
    update_checks: str = ASK
    screen_key_on: bool = False
    screen_key: str = SCREEN_KEY
    default_model: str = ""
    system_prompt: str = ""
    disk_cache_gb: int = AUTOMATIC_GB
    server_on: bool = False
    server_port: int = SERVER_PORT
    server_address: str = ""
    server_any_model: bool = False
    server_origins: tuple[str, ...] = ()
    window_first: bool = True
    machines: tuple[str, ...] = ()
    spread_models: tuple[str, ...] = ()
    models_folder: str = ""

    def permission(self, tool_id: str, terms: ToolTerms | None) -> str:
        """Return ALWAYS, NEVER or "" for a tool with its present terms, which only servers' tools
        have. NEVER holds under any terms, so that a server cannot escape it by changing a word."""
        found = dict(self.permissions).get(tool_id, "")
        lapsed = found == ALWAYS and dict(self.terms).get(tool_id) != terms
        return "" if lapsed else found

    def with_permission(
        self, tool_id: str, permission: str, terms: ToolTerms | None = None
    ) -> "Settings":
        """Return the settings with another permission; with "", a person is asked again."""
        others = tuple(pair for pair in self.terms if pair[0] != tool_id)
        return replace(
            self,
            permissions=_changed(self.permissions, tool_id, permission),
            terms=(*others, (tool_id, terms)) if terms and permission == ALWAYS else others,
        )

    def with_format(self, model_id: str, name: str) -> "Settings":
        """Return the settings with another format; with "", the detected one is used."""
        return replace(self, formats=_changed(self.formats, model_id, name))

    def with_kv_8bit(self, model_id: str, on: bool) -> "Settings":
        others = tuple(it for it in self.kv_8bit if it != model_id)
        return replace(self, kv_8bit=(*others, model_id) if on else others)


@frozen
class DiskUsage:
    """Sizes in bytes. `caches` and `disk_cache`, the prompt caches, can be rebuilt
    from the rest. `backups` are copies of the database
    from before an update, or of a damaged one. `places` stay when the program is deleted."""

    database: int = 0
    attachments: int = 0
    backups: int = 0
    caches: int = 0
    disk_cache: int = 0
    places: tuple["KeptPlace", ...] = ()

    @property
    def total(self) -> int:
        parts = self.database, self.attachments, self.backups, self.caches, self.disk_cache
        return sum(parts)


class PlaceKind(Enum):
    DATA = "data"
    MODELS = "models"
    CHOSEN = "chosen"
    SYSTEM = "system"


@frozen
class KeptPlace:
    """A folder or file of the program outside of it; `size` is in bytes."""

    kind: PlaceKind
    path: str
    size: int


def _changed(
    pairs: tuple[tuple[str, str], ...], key: str, value: str
) -> tuple[tuple[str, str], ...]:
    others = tuple(pair for pair in pairs if pair[0] != key)
    return (*others, (key, value)) if value else others
