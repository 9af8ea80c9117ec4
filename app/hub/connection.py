"""HTTPS to the hub: redirects, the token, ranges, and an end at once from another thread.

Imported on worker threads only, since httpx2 takes long to import.
"""

import errno
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from socket import gaierror, socket
from typing import Any

import httpx2

from app.hub.access import HubAccess
from app.hub.answers import check_status
from app.hub.halt import Halt
from app.hub.hub_problems import (
    CONNECTION_LOST,
    OFFLINE,
    STALLED,
    DownloadFailed,
    DownloadPaused,
    TryAgain,
)
from app.hub.patience import Patience
from engine import offline
from engine.frozen import frozen
from engine.sentences import say
from engine.system import bounded_json

MAX_REDIRECTS = 6
MAX_JSON = 32 << 20
# The text that comes with a redirect.
MAX_NOTE = 1 << 16
_HEADERS = {"User-Agent": "Duologue", "Accept-Encoding": "identity"}
_REDIRECTS = (301, 302, 303, 307, 308)


@frozen
class Answer:
    """The last answer after redirects. `etag` is what the hub says about the file, "" if nothing;
    the ETag of another server's body says nothing about it. `linked_size` is None if unknown."""

    response: httpx2.Response
    etag: str
    linked_size: int | None


class Connection:
    """The connections of one thread; `halt` ends them from any other."""

    def __init__(
        self, access: HubAccess, patience: Patience, halt: Halt, context: ssl.SSLContext
    ) -> None:
        self._access = access
        self._halt = halt
        timeout = httpx2.Timeout(patience.stall, connect=patience.connect)
        try:
            self._client = httpx2.Client(
                headers=_HEADERS,
                timeout=timeout,
                verify=context,
                proxy=access.proxy.strip() or None,
                follow_redirects=False,
            )
        except (ValueError, ImportError, httpx2.InvalidURL) as error:
            raise DownloadFailed(
                say(
                    "{proxy} is not the address of a proxy, such as http://127.0.0.1:8080. "
                    "Correct it in Settings › Models.",
                    proxy=_public(access.proxy),
                )
            ) from error

    def close(self) -> None:
        self._client.close()

    def json(self, path: str, what: str) -> Any:
        """Return what the hub says at a path, about `what`. Raises what `stream` raises."""
        with self.stream(path, what) as answer:
            body = bytearray()
            for piece in answer.response.iter_bytes():
                body += piece
                if len(body) > MAX_JSON:
                    raise _not_a_hub(self._access)
        try:
            return bounded_json.parsed(bytes(body))
        except ValueError as error:
            raise _not_a_hub(self._access) from error

    @contextmanager
    def stream(
        self,
        path: str,
        what: str,
        *,
        start: int = 0,
        size: int | None = None,
        method: str = "GET",
    ) -> Iterator[Answer]:
        """Open a path of the hub and follow its redirects afresh. Ask for `size` bytes from `start`
        on, or for all that follow.

        Raises DownloadFailed for an answer that will not change, TryAgain for one that may, and
        DownloadPaused or Stopped.
        """
        with self._failures_named():
            answer = self._follow(path, what, _range(start, size), method)
            try:
                yield answer
            finally:
                answer.response.close()

    def _follow(self, path: str, what: str, span: str, method: str) -> Answer:
        url, etag, size = httpx2.URL(self._access.address(path)), "", None
        home = _origin(url)
        for _ in range(MAX_REDIRECTS):
            response = self._send(url, home, span, method)
            headers = response.headers
            at_home = _origin(url) == home
            if at_home:
                etag = headers.get("X-Linked-ETag") or etag
                size = _number(headers.get("X-Linked-Size"), size)
            if response.status_code not in _REDIRECTS:
                check_status(response, what, self._access, at_home=at_home)
                etag = etag or (headers.get("ETag", "") if at_home else "")
                return Answer(response, plain_etag(etag), size)
            length = _number(headers.get("Content-Length"), None)
            if length is not None and length <= MAX_NOTE:
                # a connection whose answer was read can be used again
                response.read()
            response.close()
            url = self._next(url, headers.get("Location", ""))
        # in a circle, which would not end
        raise _not_a_hub(self._access)

    def _next(self, url: httpx2.URL, location: str) -> httpx2.URL:
        """Return where a redirect leads."""
        target = url.join(location)
        if target.scheme not in ("http", "https") or (url.scheme, target.scheme) == (
            "https",
            "http",
        ):
            raise DownloadFailed(
                say(
                    "The hub redirected to an address that is not secure: {host}. Check "
                    "the address of the mirror in Settings › Models.",
                    host=target.host or target.scheme,
                )
            )
        return target

    def _send(
        self, url: httpx2.URL, home: tuple[str, str, int], span: str, method: str
    ) -> httpx2.Response:
        self._check()
        headers = {"Range": span} if span else {}
        if self._access.token and _origin(url) == home:
            headers["Authorization"] = f"Bearer {self._access.token}"
        extensions = {"trace": self._trace}
        request = self._client.build_request(method, url, headers=headers, extensions=extensions)
        # a server must not follow people by its cookies
        self._client.cookies.clear()
        return self._client.send(request, stream=True)

    def _check(self) -> None:
        self._halt.check()
        if offline.is_strict():
            raise DownloadPaused(OFFLINE)

    def _trace(self, name: str, about: dict[str, Any]) -> None:
        """Let `halt` know the socket of a new connection."""
        if name.endswith(("connect_tcp.complete", "start_tls.complete")):
            stream = about.get("return_value")
            found = stream.get_extra_info("socket") if stream else None
            if isinstance(found, socket):
                self._halt.watch(found)

    @contextmanager
    def _failures_named(self) -> Iterator[None]:
        """Convert what httpx2 raises. After an interrupt, any failure is its consequence."""
        try:
            yield
        except (httpx2.TransportError, httpx2.StreamError, httpx2.DecodingError) as error:
            self._check()
            raise _named(error, self._access) from error
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise _not_a_hub(self._access) from error


def _range(start: int, size: int | None) -> str:
    """Return a Range header, "" for the whole file."""
    if size is not None:
        return f"bytes={start}-{start + size - 1}"
    return f"bytes={start}-" if start else ""


def plain_etag(etag: str) -> str:
    """Return the checksum in an ETag, weak or not; "" if it is none."""
    found = etag.strip().removeprefix("W/").strip('"').lower()
    is_hex = not set(found) - set("0123456789abcdef")
    return found if is_hex and len(found) in (40, 64) else ""


def _named(error: Exception, access: HubAccess) -> Exception:
    if isinstance(error, httpx2.ReadTimeout):
        return TryAgain(STALLED)
    if isinstance(error, httpx2.UnsupportedProtocol):
        return _not_a_hub(access)
    causes = list(_causes(error))
    if any(isinstance(it, ssl.SSLCertVerificationError) for it in causes):
        return DownloadFailed(
            say(
                "The certificate of {address} is not trusted. Check the address of the mirror, the"
                " proxy and the date of this computer.",
                address=access.endpoint,
            )
        )
    if isinstance(error, httpx2.ProxyError | httpx2.ConnectError | httpx2.ConnectTimeout):
        return TryAgain(_unreachable(access))
    unreachable = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
    if any(isinstance(it, gaierror) or getattr(it, "errno", 0) in unreachable for it in causes):
        return TryAgain(_unreachable(access))
    return TryAgain(CONNECTION_LOST)


def _unreachable(access: HubAccess) -> str:
    if access.proxy:
        return say(
            "Could not connect to {address} through the proxy {proxy}. Check the internet "
            "connection and the proxy in Settings › Models.",
            address=access.endpoint,
            proxy=_public(access.proxy),
        )
    return say(
        "Could not connect to {address}. Check the internet connection.", address=access.endpoint
    )


def _public(proxy: str) -> str:
    """Return the address of a proxy without a name and a password."""
    return proxy.rpartition("@")[2]


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _not_a_hub(access: HubAccess) -> DownloadFailed:
    return DownloadFailed(
        say(
            "{address} does not answer like a model hub. Check the address of the mirror in "
            "Settings › Models.",
            address=access.endpoint,
        )
    )


def _origin(url: httpx2.URL) -> tuple[str, str, int]:
    default = 443 if url.scheme == "https" else 80
    return url.scheme, url.host.lower(), url.port or default


def _number(text: str | None, default: int | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else default
