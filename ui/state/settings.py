"""What a person sets once for the whole application."""

from dataclasses import dataclass, field, replace

from ui.state.appearance import Appearance
from ui.state.tool_terms import ToolTerms

# codes of languages; "" is that of the system
LANGUAGES = ("", "en", "de")
LOG_LEVELS = ("debug", "info", "warning", "error")
ALWAYS, NEVER = "always", "never"


@dataclass(frozen=True, slots=True)
class McpServer:
    """A Model Context Protocol server that is started as a program and spoken to over its standard
    input and output. `disabled_tools` are not offered to any chat."""

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    enabled: bool = True
    disabled_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """`memory_limit_gb` is what models may take, in units of 10^9 bytes; None leaves it to the
    engine. `permissions` are ALWAYS or NEVER by the id of a tool; the others are asked about at
    each call. `terms` are those under which tools of servers are always allowed. `formats` are
    names of channel formats, by the model they override. Models in `kv_8bit` keep their
    conversations in 8 bit. `keys` are key sequences by the id of a command, "" for none; the others
    have their usual ones. While it is `offline`, no connection is opened; with `titles_by_model`
    the model that answers also names the conversation."""

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

    def permission(self, tool_id: str, terms: ToolTerms | None) -> str:
        """ALWAYS, NEVER or "", for a tool as it is now; only tools of servers have terms. NEVER
        holds under any terms: no server gets out of it by changing a word."""
        found = dict(self.permissions).get(tool_id, "")
        lapsed = found == ALWAYS and dict(self.terms).get(tool_id) != terms
        return "" if lapsed else found

    def with_permission(
        self, tool_id: str, permission: str, terms: ToolTerms | None = None
    ) -> "Settings":
        """With "" the tool is asked about again."""
        others = tuple(pair for pair in self.terms if pair[0] != tool_id)
        return replace(
            self,
            permissions=_changed(self.permissions, tool_id, permission),
            terms=(*others, (tool_id, terms)) if terms and permission == ALWAYS else others,
        )

    def with_format(self, model_id: str, name: str) -> "Settings":
        """With "" the one that is found for the model is used."""
        return replace(self, formats=_changed(self.formats, model_id, name))

    def with_kv_8bit(self, model_id: str, on: bool) -> "Settings":
        others = tuple(it for it in self.kv_8bit if it != model_id)
        return replace(self, kv_8bit=(*others, model_id) if on else others)


def _changed(
    pairs: tuple[tuple[str, str], ...], key: str, value: str
) -> tuple[tuple[str, str], ...]:
    others = tuple(pair for pair in pairs if pair[0] != key)
    return (*others, (key, value)) if value else others
