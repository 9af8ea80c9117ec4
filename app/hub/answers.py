"""Statuses of the hub's answers, in words for people."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from app.hub.access import HubAccess
from app.hub.hub_problems import DownloadFailed, GoneFromHub, TryAgain
from engine.sentences import say

if TYPE_CHECKING:
    import httpx2

REVISION_GONE, FILE_GONE = "RevisionNotFound", "EntryNotFound"
_EXPIRED = (400, 401, 403, 404, 410)
_BUSY = (408, 425, 500, 502, 503, 504, 520, 522, 524)


def check_status(
    response: "httpx2.Response", what: str, access: HubAccess, *, at_home: bool
) -> None:
    """Close a response that has no contents, and raise why. `what` is what was asked for, in the
    form "organization/name" or "organization/name/file". `at_home`: the hub answered, not a server
    that it redirected to."""
    status = response.status_code
    if status in (200, 206, 416):
        return
    response.close()
    if status == 429:
        raise TryAgain(say("The hub asks for fewer requests."), _retry_after(response))
    if status in _BUSY:
        busy = say("The server is busy (error {status}).", status=status)
        raise TryAgain(busy, _retry_after(response))
    if not at_home and status in _EXPIRED:
        raise TryAgain(say("The link to the file has expired."), expired=True)
    code = response.headers.get("X-Error-Code", "")
    repository = "/".join(what.split("/")[:2])
    if status in (401, 403):
        raise _refusal(status, code, repository, access)
    if status in (404, 410):
        raise _gone(code, what, repository, access)
    raise _failed(status)


def _failed(status: int) -> DownloadFailed:
    return DownloadFailed(
        say("The hub answered with error {status}. Try again later.", status=status)
    )


def _refusal(status: int, code: str, repository: str, access: HubAccess) -> DownloadFailed:
    page = access.page(repository)
    if access.token and status == 401:
        return DownloadFailed(
            say(
                "The hub does not accept your token. Set a new one in Settings › Models, "
                "then try again."
            )
        )
    if not repository:
        return _failed(status)
    if access.token:
        return DownloadFailed(
            say(
                "{repository} is gated, and your token does not open it yet. Request access at "
                "{page}, then try again.",
                repository=repository,
                page=page,
            )
        )
    if code == "GatedRepo":
        return DownloadFailed(
            say(
                "{repository} is gated. Request access at {page}, set your token in Settings "
                "› Models, then try again.",
                repository=repository,
                page=page,
            )
        )
    if status == 403:
        return _failed(status)
    return DownloadFailed(
        say(
            "The model {repository} is not on the hub, or it is private. For a private one, "
            "set your token in Settings › Models.",
            repository=repository,
        )
    )


def _gone(code: str, what: str, repository: str, access: HubAccess) -> GoneFromHub:
    if code == REVISION_GONE:
        sentence = say("This version of {repository} is gone from the hub.", repository=repository)
        return GoneFromHub(sentence, code)
    if what != repository and code != "RepoNotFound":
        sentence = say(
            "{file} is gone from the hub. Try again, or choose another model.",
            file=what.removeprefix(f"{repository}/"),
        )
        return GoneFromHub(sentence, FILE_GONE)
    sentence = say(
        "The model {repository} was not found at {address}. Check its name.",
        repository=repository,
        address=access.endpoint,
    )
    return GoneFromHub(sentence, code)


def _retry_after(response: "httpx2.Response") -> float | None:
    """Return the seconds that a server asks to wait: it gives a number or a date."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:20]), 1e9)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
