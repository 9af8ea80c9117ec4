"""The program of the worker process that renders and tokenizes for one model folder.

A tokenizer and a chat template are programs of whoever made the folder, so they run here, with
limits of memory and time. The process reads pickled tuples from its standard input and answers each
with JSON on its standard output, both in frames. The first tuple is (source, view, memory); jobs
(name, arguments, memory) follow. `memory` is the number of bytes that the work may take.
"""

import gc
import json
import logging
import pickle
import struct
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from engine import offline
from engine.errors import Refused
from engine.sentences import packed
from engine.system import heap, late_modules
from engine.system.process_usage import address_space
from engine.system.worker_process import limit_process, own_output

# The length in bytes before each frame.
LENGTH = struct.Struct("<Q")
# Processor seconds of any job. The engine kills a job long before.
LAST_RESORT = 600


def main() -> int:
    late_modules.import_late()
    offline.follow_environment()
    limit_process(RLIMIT_CORE=0, RLIMIT_FSIZE=0)
    jobs, answers = sys.stdin.buffer, own_output()
    source, view, memory = pickle.loads(_frame(jobs))
    # These imports are the same for every model: their memory does not count as the folder's. They
    # leave no garbage worth the time of collecting it, now or after a job.
    gc.disable()
    from engine.prompts.text_jobs import TextJobs  # noqa: PLC0415

    gc.freeze()
    gc.enable()
    logging.disable()
    _send(answers, {"imported": True})
    work = TextJobs(source, view)
    _send(answers, _within(address_space() + memory, work.introduced))
    # The garbage of one job must not count as memory of the next; what exists now stays.
    settled = address_space()
    gc.freeze()
    while job := _frame(jobs):
        name, arguments, memory = pickle.loads(job)
        _send(answers, _within(settled + memory, getattr(work, name), *pickle.loads(arguments)))
    return 0


def _within(most: int, work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """Do work in `most` bytes of address space, or return why it could not be done."""
    # RLIMIT_CPU ends the process if the engine is no longer there to do so.
    limit_process(RLIMIT_AS=most, RLIMIT_CPU=int(time.process_time()) + LAST_RESORT)
    try:
        return work(*arguments)
    except Refused as error:
        return {"refused": packed(str(error))}
    except MemoryError:
        return {"large": True}
    except BaseException as error:  # noqa: BLE001  a native library's panic is not an Exception
        return {"broken": f"{type(error).__name__}: {error}"[:500]}
    finally:
        limit_process(RLIMIT_AS=sys.maxsize)
        gc.collect()
        heap.trim()


def _frame(file: BinaryIO) -> bytes:
    """Return the next frame, or b"" at the end."""
    head = file.read(LENGTH.size)
    return file.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def _send(file: BinaryIO, answer: dict[str, Any]) -> None:
    data = json.dumps(answer).encode()
    file.write(LENGTH.pack(len(data)) + data)
    file.flush()


if __name__ == "__main__":
    sys.exit(main())
