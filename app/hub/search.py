"""Finds models on the hub."""

import re
from dataclasses import replace
from typing import Any

from app.hub.hub_client import HubClient, check_repository
from app.hub.wanted_files import MAX_SIZE
from app.models.repositories import is_repository
from engine.errors import Refused
from engine.plain_names import plain_name
from engine.sentences import say
from ui.state.hub_state import HubModel

MOST_RESULTS = 60
MOST_WORDS = 200
# The fields of each result, which the hub leaves out unless they are asked for.
FIELDS = ("sha", "downloads", "gated", "lastModified", "pipeline_tag", "tags")
# Kinds of models that can chat. Models without a kind are shown too.
_CHATS = (
    *("text-generation", "image-text-to-text", "video-text-to-text", "any-to-any"),
    *("image-to-text", "visual-question-answering", "text2text-generation", "conversational"),
)
STRANGE = say(
    "The hub sent an invalid reply. Check the address of the mirror in Settings › Models."
)
_ADDRESS = re.compile(r"https?://[^/]+/([^/?#]+/[^/?#]+)")
_NAME = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_REVISION = re.compile(r"[0-9a-f]{40}")


def find_models(client: HubClient, words: str) -> tuple[HubModel, ...]:
    """Return models for MLX, most downloaded first. The name or the address of a model finds that
    one, whatever it is for. Raises Refused."""
    words = words.strip()[:MOST_WORDS]
    if found := _ADDRESS.match(words) or _NAME.fullmatch(words):
        return (model_info(client, found[found.lastindex or 0])[0],)
    params = {
        "search": words,
        "filter": ["mlx"],
        "sort": "downloads",
        "direction": -1,
        "limit": MOST_RESULTS,
        "expand": list(FIELDS),
    }
    found = client.json("api/models", params)
    if not isinstance(found, list):
        raise Refused(STRANGE)
    models = (parsed_model(entry) for entry in found if isinstance(entry, dict) and _chats(entry))
    unique = {it.repository: it for it in models if it}
    return tuple(unique.values())[:MOST_RESULTS]


def model_info(
    client: HubClient, repository: str, revision: str = ""
) -> tuple[HubModel, dict[str, int]]:
    """Return a model and the sizes of its files by their names. Raises Refused."""
    check_repository(repository)
    path = f"api/models/{repository}" + (f"/revision/{revision}" if revision else "")
    found = client.json(path, {"blobs": "true"}, repository)
    model = parsed_model(found) if isinstance(found, dict) else None
    if model is None or not model.revision:
        raise Refused(STRANGE)
    # A renamed model answers with its new name.
    return replace(model, repository=repository), _sizes(found.get("siblings"))


def parsed_model(entry: dict[str, Any]) -> HubModel | None:
    """Return the model that an untrusted entry of the hub's API describes, or None."""
    name = entry.get("id") or entry.get("modelId")
    if not isinstance(name, str) or not is_repository(name):
        return None
    sha, updated = entry.get("sha"), entry.get("lastModified")
    downloads, tags = entry.get("downloads"), entry.get("tags")
    return HubModel(
        name,
        revision=sha if isinstance(sha, str) and _REVISION.fullmatch(sha) else "",
        downloads=_count(downloads),
        updated=updated[:10] if isinstance(updated, str) else "",
        licence=_licence(tags if isinstance(tags, list) else []),
        gated=entry.get("gated") not in (None, False),
    )


def _count(value: Any) -> int:
    """Return a number that can be shown, 0 for any other value."""
    return value if type(value) is int and 0 <= value <= MAX_SIZE else 0


def _chats(entry: dict[str, Any]) -> bool:
    return entry.get("pipeline_tag") in (None, *_CHATS)


def _licence(tags: list[Any]) -> str:
    found = (it for it in tags if isinstance(it, str) and it.startswith("license:"))
    return plain_name(next(found, "").removeprefix("license:"))[:60]


def _sizes(siblings: Any) -> dict[str, int]:
    """Return the sizes of files by their names; entries that make no sense are left out."""
    entries = siblings if isinstance(siblings, list) else []
    return {
        entry["rfilename"]: entry["size"]
        for entry in entries
        if isinstance(entry, dict)
        and isinstance(entry.get("rfilename"), str)
        and type(entry.get("size")) is int
        and 0 <= entry["size"] <= MAX_SIZE
    }
