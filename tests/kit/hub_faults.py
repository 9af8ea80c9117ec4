"""The faults of the loopback hub, and the requests that it has seen."""

from dataclasses import dataclass, field


@dataclass
class Refusal:
    """An answer other than the file, for the next `times` requests of a path with `part` in it.
    `server` is "hub" or "cdn"."""

    part: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1_000_000
    server: str = "hub"


@dataclass
class Faults:
    """The faults that are switched on. Times are in seconds, sizes in bytes.

    `drop_after` ends each connection after so many bytes of a body, `drop_between` after a random
    number of them, `stall_after` sends nothing more but keeps the connection. `damaged` are names
    of files with a wrong byte. `etag` is "strong", "weak" or "missing"; it is about all headers
    with ETag in their names. `expired_links` is the number of redirects that lead to a 403.
    `ignore_range` answers 200 with the whole file. With `hide_blobs`, models do not tell the sizes
    and checksums of their files. `extra_names` are listed without being there.
    """

    drop_after: int | None = None
    drop_between: tuple[int, int] | None = None
    stall_after: int | None = None
    damaged: tuple[str, ...] = ()
    etag: str = "strong"
    expired_links: int = 0
    first_byte_delay: float = 0.0
    rate: float | None = None
    ignore_range: bool = False
    hide_blobs: bool = False
    extra_names: tuple[str, ...] = ()
    refusals: list[Refusal] = field(default_factory=list)


@dataclass
class Seen:
    """A request that came. `sent` is the number of bytes of a file sent so far."""

    server: str
    method: str
    path: str
    headers: dict[str, str]
    sent: int = 0

    @property
    def token(self) -> str:
        return self.headers.get("authorization", "")
