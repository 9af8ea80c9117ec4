"""Copy-on-write copies: they share disk blocks with the original until one of the two changes."""

import ctypes
import fcntl
import os
import sys
from pathlib import Path

from app.base.disk import PRIVATE, create_private

# ioctl_ficlone(2), on btrfs, XFS, bcachefs and others
FICLONE = 0x40049409
# <sys/fcntl.h> of macOS; fclonefileat(2), on APFS
AT_FDCWD = -2


def clone(source: int, target: Path) -> bool:
    """Clone the open file `source` to `target`, private to its owner.

    Return False, and leave no `target`, if the file system has no clones or the two are on
    different ones.
    """
    try:
        if sys.platform == "darwin":
            _clone_on_mac(source, target)
        else:
            _clone_on_linux(source, target)
    except OSError:
        return False
    return True


def _clone_on_linux(source: int, target: Path) -> None:
    made = create_private(target)
    try:
        fcntl.ioctl(made, FICLONE, source)
    except OSError:
        target.unlink()
        raise
    finally:
        os.close(made)


def _clone_on_mac(source: int, target: Path) -> None:
    fclonefileat = ctypes.CDLL(None, use_errno=True).fclonefileat
    fclonefileat.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
    fclonefileat.restype = ctypes.c_int
    if fclonefileat(source, AT_FDCWD, os.fsencode(target), 0):
        raise OSError(ctypes.get_errno(), "fclonefileat")
    target.chmod(PRIVATE)
