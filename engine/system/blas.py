"""Replace MLX's slow BLAS on Linux by the OpenBLAS that OpenCV's wheel carries.

MLX's Linux wheel links the reference BLAS; float32 products of OpenBLAS are up to 35 times as fast.
16-bit and quantized products are MLX's own and stay as they are.
"""

import ctypes
import logging
import os
import sys
from importlib.util import find_spec
from pathlib import Path

log = logging.getLogger(__name__)

VARIABLE = "DUOLOGUE_BLAS"
REFERENCE = "reference"

_loaded: set[str] = set()


def prefer_openblas() -> str:
    """Return the path of the library that was loaded, or "" where MLX's own is used.

    Call this before MLX is imported, which binds all functions of its libraries; later calls do
    nothing. The loader searches libraries that were loaded as global first. Unlike LD_PRELOAD, this
    affects only this process and no tool server or worker.
    """
    if sys.platform != "linux" or os.environ.get(VARIABLE) == REFERENCE:
        return ""
    for library in [*_bundled(), "libopenblas.so.0"]:
        if "mlx.core" in sys.modules and library not in _loaded:
            log.debug("MLX was imported before %s", library)
            continue
        try:
            ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
        except OSError:
            continue
        _loaded.add(library)
        log.debug("MLX computes with %s", library)
        return library
    return ""


def _bundled() -> list[str]:
    """Return the paths of the OpenBLAS that OpenCV's wheel carries, without importing OpenCV. The
    version is locked and the same on every system."""
    spec = find_spec("cv2")
    if spec is None or spec.origin is None:
        return []
    packages = Path(spec.origin).parent.parent
    return [str(path) for path in packages.glob("opencv_python*.libs/libopenblas*.so*")]
