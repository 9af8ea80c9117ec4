"""Names of files and folders, made safe to show: whoever made a file chose its name."""

from pathlib import Path
from unicodedata import category

from engine.remote_ids import address_and_name, is_remote

# Marks that turn the direction of text: with them "gnp.exe" is shown as "exe.png".
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

# The beginning of the name of a repository's folder in the Hugging Face cache.
REPOSITORY = "models--"
# The end of the built-in model's folder, in this or an earlier installation.
_BUILT_IN = ("resources", "dot")


def unturned(name: str) -> str:
    """Return the name without marks that turn the direction of text."""
    return "".join(sign for sign in name if sign not in TURNING)


def plain_name(name: str) -> str:
    """Return the name without such marks and without control characters, on one line."""
    line = " ".join(unturned(name).split())
    return "".join(sign for sign in line if category(sign) != "Cc")


def folder_name(folder: Path) -> str:
    """Return the name of a model by its folder, as the window, the command line and exports show
    it. The built-in model is Dot."""
    if folder.parts[-2:] == _BUILT_IN:
        return "Dot"
    return plain_name((cached_repository(folder) or (folder.name,))[-1])


def cached_repository(folder: Path) -> tuple[str, ...]:
    """Return the maker, if there is one, and the name of a repository in the Hugging Face cache by
    the folder of one of its commits, () for another folder."""
    *_, repository, snapshots, _commit = ("", "", "", *folder.parts)
    if snapshots != "snapshots" or not repository.startswith(REPOSITORY):
        return ()
    return tuple(repository.split("--", 2)[1:])


def model_name(model_id: str) -> str:
    """Return the name of a model for people, by its id."""
    if is_remote(model_id):
        return plain_name(address_and_name(model_id)[1])
    return folder_name(Path(model_id))


def maker_name(model_id: str) -> str:
    """Return the name of a model's maker for people, by its id: the folder around the model, or the
    maker of its repository. It is "" for Dot and for models of servers."""
    folder = Path(model_id)
    if is_remote(model_id) or folder.parts[-2:] == _BUILT_IN:
        return ""
    *makers, _name = cached_repository(folder) or (folder.parent.name, folder.name)
    return plain_name("".join(makers))
