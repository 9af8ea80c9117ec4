"""The ends of a download other than success, each with its sentence."""

from app.base.disk import is_disk_full
from engine.errors import Refused, reason
from engine.sentences import say

OFFLINE = say(
    "Strict offline is on, so nothing is downloaded. Turn it off in Settings › Privacy, then "
    "resume."
)
CONNECTION_LOST = say("The connection was lost.")
STALLED = say("The server stopped sending.")


class DownloadFailed(Refused):
    """The download cannot go on; trying again later may help."""


class DownloadPaused(Refused):
    """The download waits for a person, and goes on from where it stopped."""


class GoneFromHub(DownloadFailed):
    """A model, a revision or a file is not on the hub. `code` is the hub's name for that."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.code = code


class TryAgain(Exception):
    """A passing failure. `seconds` is the time that the server asked to wait, None if it did
    not. `expired`: the link to the file is not valid any more."""

    def __init__(self, sentence: str, seconds: float | None = None, *, expired: bool = False):
        super().__init__(sentence)
        self.sentence, self.seconds, self.expired = sentence, seconds, expired


class ChangedOnHub(Exception):
    """A file has other contents than at the start."""


class Stopped(Exception):
    """A person paused or cancelled the download, or the application quits."""


def no_repository(name: str) -> Refused:
    """Return the refusal of a name that no model on the hub can have."""
    return Refused(
        "“{name}” is not the name of a model on the hub, such as “organization/name”.", name=name
    )


def disk_problem(error: OSError) -> Refused:
    """Return the end of a download whose files cannot be written."""
    if is_disk_full(error):
        return DownloadPaused(
            say("The disk is full. Free some space, then resume; what has arrived is kept.")
        )
    if isinstance(error, FileExistsError):
        return DownloadFailed(
            say(
                "The models folder cannot be written to: {folder} is on a disk that is not "
                "connected, or a file is in its place. Check the disk, then try again.",
                folder=str(error.filename),
            )
        )
    return DownloadFailed(
        say(
            "The models folder cannot be written to: {reason}. Check the disk, then try again.",
            reason=reason(error),
        )
    )
