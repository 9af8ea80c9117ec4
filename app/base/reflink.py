"""Copies that share their blocks with the file they were made of, until one of the two changes."""

import ctypes
import fcntl
import os
import sys
from pathlib import Path

# ioctl_ficlone(2); btrfs, XFS, bcachefs and others have it
FICLONE = 0x40049409
# <sys/fcntl.h> of macOS; fclonefileat(2), on APFS
AT_FDCWD = -2
FOR_OWNER = 0o600


def clone(source: int, target: Path) -> bool:
    """Make `target`, readable by its owner alone, of the open file `source`.

    False, and no `target`, where the file system does not have that or the two are not on one.
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
    made = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER)
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
    target.chmod(FOR_OWNER)
