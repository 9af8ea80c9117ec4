"""Reads the page of a model on the hub: its card and the list of its files."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from app.hub.access import HubAccess
from app.hub.card_text import plain_card
from app.hub.hub_client import HubClient
from app.hub.remote_files import read_card
from app.hub.search import model_info
from app.hub.wanted_files import wanted_names
from engine.checkpoints.folder_files import licence_of
from engine.errors import Refused
from engine.sentences import say
from ui.state.hub_state import HubFile, HubModel, HubPage

# A longer card is cut; more files are not listed.
MOST_CARD, MOST_FILES = 200_000, 1000
_CODE = (".py", ".so", ".dylib", ".sh")
_PICKLED = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".h5", ".msgpack", ".onnx")


def read_page(access: HubAccess, model: HubModel, client: HubClient) -> HubPage:
    """Return the page of a model without facts. Called on a worker thread; raises Refused."""
    told, sizes = model_info(client, model.repository, model.revision)
    card = _card(client, told) if "README.md" in sizes else ""
    size = sum(sizes[name] for name in wanted_names(sizes))
    return HubPage(
        replace(told, size=size, licence=told.licence or licence_of(card), peak=model.peak),
        plain_card(card),
        tuple(listed_files(sizes)),
        access.page(model.repository),
    )


def listed_files(sizes: Mapping[str, int]) -> Iterable[HubFile]:
    """Return the files of a model, those that are downloaded first."""
    wanted = wanted_names(sizes)
    names = sorted(sizes, key=lambda name: (name not in wanted, name))[:MOST_FILES]
    return (
        HubFile(it, sizes[it], it in wanted, "" if it in wanted else _reason(it)) for it in names
    )


def _reason(name: str) -> str:
    """Return a sentence why a file is left out."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in _CODE:
        return say("A model's code is never run.")
    if suffix in _PICKLED:
        return say("Weights in another format, which can contain code.")
    if suffix == ".gguf":
        return say("Weights in another format, which MLX cannot read.")
    if suffix == ".safetensors":
        return say("Another version of the weights.")
    return say("Not needed to run the model.")


def _card(client: HubClient, model: HubModel) -> str:
    try:
        return read_card(client, model.repository, model.revision, MOST_CARD)
    except Refused:
        # Cards of gated models may be closed too; the rest of the page is still of use.
        return ""
