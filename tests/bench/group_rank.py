"""A rank of a group in a measurement: it can keep to the CPU, and says where it is when asked.

python -m tests.bench.group_rank [SCRIPT ARGUMENT...]
    runs `duologue worker`, or a script of the tests in its place
"""

import faulthandler
import os
import runpy
import signal
import sys
from pathlib import Path

from engine.system import worker_process

MODELS, DEVICE = "DUOLOGUE_BENCH_MODELS", "DUOLOGUE_BENCH_DEVICE"
# A process with this signal writes the stacks of its threads to its standard error.
TELL = signal.SIGUSR1


def use(models: Path, *, cpu: bool) -> None:
    """Make all groups of this process start such ranks. They render the prompts of the `models`
    themselves: a host with PyTorch needs more address space than a text worker may have."""
    os.environ |= {MODELS: str(models.resolve()), DEVICE: "cpu" if cpu else ""}
    worker_process.WORKERS = {**worker_process.WORKERS, "worker": "tests.bench.group_rank"}
    worker_process.KEPT_ENVIRONMENT += (MODELS, DEVICE, "MLX_ENABLE_TF32")
    _follow_device()


def _follow_device() -> None:
    if os.environ.get(DEVICE) == "cpu":
        # Not before a rank has chosen its GPU.
        import mlx.core as mx

        mx.set_default_device(mx.cpu)


def main() -> None:
    faulthandler.register(TELL)
    _follow_device()
    from engine.checkpoints import guard

    guard.OUR_FOLDERS.append(Path(os.environ[MODELS]))
    if len(sys.argv) > 1:
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        from engine import rank

        sys.exit(rank.main())


if __name__ == "__main__":
    main()
