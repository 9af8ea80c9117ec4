"""Reads the headers of safetensors files: names, types and sizes of tensors, without their data."""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import MAX_JSON
from engine.frozen import frozen
from engine.system import bounded_json
from engine.system.files import open_file

LENGTH = struct.Struct("<Q")
# Bytes of a tensor, or the length of one of its sides.
MAX_SIZE = 1 << 50


@frozen
class Tensor:
    """`dtype` is a name of the format, such as "BF16" or "U32"; `nbytes` the size of the data."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    nbytes: int


def header_size(start: bytes) -> int:
    """Return the bytes of the header by the first 8 bytes of a file. Raises ValueError."""
    if len(start) < LENGTH.size:
        raise ValueError("the file is shorter than its header")
    size = LENGTH.unpack(start[: LENGTH.size])[0]
    if size > MAX_JSON:
        raise ValueError("the header is larger than any model needs")
    return size


def parse_header(data: bytes) -> list[Tensor]:
    """Return the tensors of a header, given without its length. Raises ValueError."""
    found = bounded_json.parsed(data)
    if not isinstance(found, dict):
        raise ValueError("the header is not a JSON object")
    return [_tensor(name, entry) for name, entry in found.items() if name != "__metadata__"]


def read_tensors(paths: Iterable[Path]) -> list[Tensor]:
    """Return the tensors of weight files. Raises ValueError or OSError."""
    tensors: list[Tensor] = []
    for path in paths:
        with open_file(path) as file:
            tensors += parse_header(file.read(header_size(file.read(LENGTH.size))))
    return tensors


def _is_size(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_SIZE


def _tensor(name: str, entry: Any) -> Tensor:
    try:
        begin, end = entry["data_offsets"]
        shape, dtype = entry["shape"], entry["dtype"]
        sizes = [begin, end, *shape]
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"{name[:80]} is not described") from error
    if not isinstance(dtype, str) or not all(_is_size(it) for it in sizes):
        raise ValueError(f"{name[:80]} is not described")
    if end < begin:
        raise ValueError(f"{name[:80]} ends before it begins")
    return Tensor(name, dtype, tuple(shape), end - begin)
