"""GPU load is read from the system's programs without ever waiting for them."""

import sys
from collections.abc import Iterator

import pytest

from engine.system.gpu import INTERVAL, TIMEOUT, Gpu, percentage
from tests.kit.clock import Clock

# As `ioreg -r -d 1 -c IOAccelerator` prints it, shortened.
IOREG = """
+-o AGXAcceleratorG14X  <class AGXAcceleratorG14X, id 0x1000003b6, registered, matched, active>
    {
      "IOClass" = "AGXAcceleratorG14X"
      "PerformanceStatistics" = {"In use system memory (driver)"=0,\
"Alloc system memory"=9160949760,"Tiler Utilization %"=11,\
"recoveryCount"=0,"Renderer Utilization %"=84,"Device Utilization %"=87,\
"In use system memory"=6442450944}
      "model" = "Apple M2 Max"
    }
"""


def test_the_load_is_parsed_from_ioreg() -> None:
    assert percentage(IOREG) == 87
    assert percentage(IOREG + IOREG.replace('"Device Utilization %"=87', "")) == 87


def test_the_load_is_parsed_from_nvidia_smi() -> None:
    assert percentage("12\n") == 12
    assert percentage("0\n93\n") == 93, "the busiest"
    assert percentage("31 %\n") == 31


@pytest.mark.parametrize("told", ["", "[N/A]\n", "No devices were found\n", "Driver 12 failed"])
def test_empty_output_gives_no_number(told: str) -> None:
    assert percentage(told) is None


def test_invalid_output_gives_no_number() -> None:
    assert percentage("9" * 5000) is None
    assert percentage('"Device Utilization %"=' + "9" * 5000) is None
    assert percentage("101\n") == 100


@pytest.fixture
def opened_gpus() -> Iterator[list[Gpu]]:
    made: list[Gpu] = []
    yield made
    for gpu in made:
        gpu.close()


def says(code: str, clock: Clock, asked: list[Gpu]) -> Gpu:
    gpu = Gpu([sys.executable, "-S", "-c", code], clock)
    asked.append(gpu)
    return gpu


def wait_for_end(gpu: Gpu) -> None:
    process = gpu._process
    assert process is not None
    process.wait()


def test_the_load_is_polled_and_the_latest_value_counts(opened_gpus) -> None:
    clock = Clock()
    gpu = says("import os; print(41 + os.path.exists('.'))", clock, opened_gpus)
    assert gpu.poll() is None
    wait_for_end(gpu)
    assert gpu.poll() == 42
    assert gpu.poll() == 42
    assert gpu._process is None, "not before its time"
    clock.now += INTERVAL
    assert gpu.poll() == 42
    assert gpu._process is not None
    gpu._process.kill()
    wait_for_end(gpu)
    assert gpu.poll() is None, "what fails says nothing"


def test_a_hanging_program_blocks_nothing_and_is_abandoned(opened_gpus) -> None:
    clock = Clock()
    gpu = says("import time; print(99, flush=True); time.sleep(60)", clock, opened_gpus)
    assert gpu.poll() is None
    process = gpu._process
    clock.now += TIMEOUT
    assert gpu.poll() is None
    wait_for_end(gpu)
    assert gpu.poll() is None, "nor is what it said before"
    assert process is not None
    assert process.returncode is not None, "it was ended, and is no zombie"
    clock.now += INTERVAL
    assert gpu.poll() is None
    assert gpu._process is None


def test_output_larger_than_a_pipe_is_read(opened_gpus) -> None:
    gpu = says("print('x' * 500_000); print(7)", Clock(), opened_gpus)
    assert gpu.poll() is None
    wait_for_end(gpu)
    assert gpu.poll() == 7


def test_a_shorter_output_replaces_all_of_the_previous_one(opened_gpus) -> None:
    clock = Clock()
    gpu = says("print('55\\n' * 9)", clock, opened_gpus)
    gpu.poll()
    wait_for_end(gpu)
    assert gpu.poll() == 55
    gpu._command = [sys.executable, "-S", "-c", "print(3)"]
    clock.now += INTERVAL
    gpu.poll()
    wait_for_end(gpu)
    assert gpu.poll() == 3


def test_without_a_program_there_is_no_number() -> None:
    assert Gpu([]).poll() is None
    gone = Gpu(["/nowhere/nvidia-smi"])
    assert gone.poll() is None
    assert gone.poll() is None
