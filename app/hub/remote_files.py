"""Reads what describes a model on the hub, without its weights: settings, chat template and the
headers of its weight files."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Thread
from typing import Any, TypeVar

from app.hub.hub_client import HubClient
from app.hub.wanted_files import WEIGHTS, wanted_names
from engine.checkpoints.model_files import ModelFiles
from engine.checkpoints.model_settings import MAX_JSON
from engine.checkpoints.template_files import (
    MAX_TEMPLATE,
    TEMPLATE_SETTINGS,
    template_of_settings,
)
from engine.checkpoints.tensor_headers import LENGTH, Tensor, header_size, parse_header
from engine.errors import Refused
from engine.system import bounded_json

T = TypeVar("T")
# Weight files that are asked at once, and the most that a model may have.
AT_ONCE = 4
MOST_SHARDS = 400
# Bytes of all headers together. The largest known model has 30 MB of them.
MOST_HEADERS = 128 << 20


def read_remote_files(
    client: HubClient, repository: str, revision: str, sizes: Mapping[str, int]
) -> ModelFiles:
    """Return what describes a model; `sizes` are those of its files by their names. What is
    missing is empty. Raises Refused."""

    def read(name: str, most: int) -> bytes:
        return client.file(repository, revision, name, most) if name in sizes else b""

    config = _settings(read("config.json", MAX_JSON), "config.json")
    return ModelFiles(
        config=config,
        tensors=_tensors(client, repository, revision, sizes) if config else (),
        template=_template(read),
        generation=_settings(read("generation_config.json", MAX_JSON), "generation_config.json"),
        names=frozenset(sizes),
    )


def read_card(client: HubClient, repository: str, revision: str, most: int) -> str:
    """Return the beginning of the card of a model. Raises Refused."""
    data = client.start(repository, revision, "README.md", most)
    return data.decode("utf-8", "replace")


def _settings(data: bytes, name: str) -> dict[str, Any]:
    try:
        found = bounded_json.parsed(data) if data else {}
    except ValueError as error:
        raise _damaged(name) from error
    return found if isinstance(found, dict) else {}


def _template(read: Callable[[str, int], bytes]) -> str:
    if found := read("chat_template.jinja", MAX_TEMPLATE):
        return found.decode("utf-8", "replace")
    for name in TEMPLATE_SETTINGS:
        if found := template_of_settings(_settings(read(name, MAX_JSON), name)):
            return found
    return ""


def _tensors(
    client: HubClient, repository: str, revision: str, sizes: Mapping[str, int]
) -> Sequence[Tensor]:
    """Return the tensors of all weight files in the main folder, of which only headers are read."""
    names = [it for it in wanted_names(sizes) if it.endswith(WEIGHTS)]
    if len(names) > MOST_SHARDS:
        raise Refused("The model has more weight files than any model needs. Choose another model.")

    def header(name: str) -> list[Tensor]:
        try:
            size = header_size(client.part(repository, revision, name, 0, LENGTH.size))
            if size > min(sizes[name] - LENGTH.size, MOST_HEADERS // len(names)):
                raise _damaged(name)
            return parse_header(client.part(repository, revision, name, LENGTH.size, size))
        except ValueError as error:
            raise _damaged(name) from error

    return [tensor for found in _all_at_once(header, sorted(names)) for tensor in found]


def _all_at_once(function: Callable[[str], T], names: Iterable[str]) -> list[T]:
    """Return the results for all names in their order, on a few threads. The first error ends the
    work of all and is raised."""
    waiting, results, errors = deque(names), dict[str, T](), list[Exception]()
    order = list(waiting)

    def work() -> None:
        while waiting and not errors:
            try:
                name = waiting.popleft()
                results[name] = function(name)
            except IndexError:
                return
            except Exception as error:  # noqa: BLE001
                errors.append(error)

    threads = [Thread(target=work, name="hub", daemon=True) for _ in order[:AT_ONCE]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return [results[name] for name in order]


def _damaged(name: str) -> Refused:
    return Refused("{name} on the hub is damaged. Choose another model.", name=name)
