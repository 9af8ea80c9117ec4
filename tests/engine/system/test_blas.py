"""MLX's products come from OpenBLAS where one is there, and from its own library on request."""

import ctypes
import os
import subprocess
import sys

import pytest

from engine.system import blas

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="Accelerate is fast already")

# The product of OpenBLAS differs from that of the reference in its last bits.
PRODUCT = """
from engine.system import blas
print(blas.prefer_openblas())
import mlx.core as mx
left, right = (mx.random.normal((64, 512), key=mx.random.key(seed)) for seed in (1, 2))
found, exact = (mx.matmul(left.astype(kind), right.T.astype(kind), stream=mx.cpu)
                for kind in (mx.float32, mx.float64))
print(mx.max(mx.abs(found.astype(mx.float64, stream=mx.cpu) - exact), stream=mx.cpu).item())
print(bytes(memoryview(found)).hex())
"""


def product(**env: str) -> tuple[str, float, str]:
    """The library that was loaded, the largest error of a product, and its bytes."""
    program = [sys.executable, "-c", PRODUCT]
    done = subprocess.run(program, env=os.environ | env, capture_output=True, text=True, check=True)
    library, error, found = done.stdout.splitlines()
    return library, float(error), found


@on_linux
def test_products_use_openblas_unless_the_reference_is_requested() -> None:
    library, error, found = product()
    assert "openblas" in library
    _, reference_error, reference = product(**{blas.VARIABLE: blas.REFERENCE})
    assert max(error, reference_error) < 1e-4
    assert found != reference


@on_linux
def test_the_reference_on_request_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(blas.VARIABLE, blas.REFERENCE)
    assert blas.prefer_openblas() == ""


def test_a_system_without_openblas_keeps_the_library_of_mlx(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str, mode: int) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", absent)
    assert blas.prefer_openblas() == ""
    monkeypatch.setattr(blas, "find_spec", lambda name: None)
    assert blas.prefer_openblas() == ""
