"""The check of a command's id, before an engine or a group of machines takes the command."""

from collections.abc import Container

from engine.errors import Refused


def check_id(request_id: int, used: Container[int], *, closed: bool) -> None:
    """Raise Refused for an id below 1, for one of the `used`, and once the engine is `closed`."""
    if closed:
        raise Refused("The engine is closing and accepts no more requests.")
    if request_id < 1:
        raise Refused("request_id is {request_id}; it must be at least 1.", request_id=request_id)
    if request_id in used:
        raise Refused("request_id {request_id} is in use. Choose another.", request_id=request_id)
