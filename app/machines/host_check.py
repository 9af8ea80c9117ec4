"""Asks computers by ssh what they offer to a group, before a model is loaded."""

import json
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import Refused
from engine.machines import ssh
from engine.machines.versions import version
from engine.messages import HERE
from engine.sentences import say, say_size
from engine.system import worker_process

# Seconds for the connection, and for a computer to import MLX.
_ANSWERING = 60
_FACTS = "--facts"
# The weights may take this share of a computer's limit: prompts and their caches need the rest.
_WEIGHTS = 0.8


@dataclass(frozen=True, slots=True)
class HostFacts:
    """`memory` is in bytes, `seconds` what it took to ask; `found` are folders of models."""

    host: str
    version: str
    memory: int
    backends: tuple[str, ...]
    found: tuple[str, ...]
    seconds: float


def ask(host: str, folders: Sequence[str] = ()) -> HostFacts:
    """Ask a computer; takes seconds. Raises Refused with what a person can do."""
    here = host == HERE
    command = worker_process.command("worker") if here else ssh.command(host, _FACTS)
    began = time.perf_counter()
    try:
        said = subprocess.run(
            [*command, _FACTS] if here else command,
            input=json.dumps(list(folders)).encode() + b"\n",
            capture_output=True,
            timeout=_ANSWERING,
            cwd=worker_process.ROOT if here else None,
            env=worker_process.environment() if here else None,
            check=False,
        )
    except FileNotFoundError as error:
        raise Refused("This computer has no ssh. Install OpenSSH.") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refused("{host} does not answer.", host=host) from error
    return _read(host, said, time.perf_counter() - began)


def _read(host: str, said: subprocess.CompletedProcess[bytes], seconds: float) -> HostFacts:
    try:
        # A login shell may greet before.
        line = said.stdout.decode(errors="replace").strip().rpartition("\n")[2]
        facts = json.loads(line)
        result = HostFacts(
            host,
            str(facts["version"]),
            int(facts["memory"]),
            tuple(str(it) for it in facts["backends"]),
            tuple(str(it) for it in facts["found"]),
            seconds,
        )
    except (ValueError, LookupError, TypeError) as error:
        raise Refused(_why(host, said.returncode, said.stderr)) from error
    if result.version != version():
        raise Refused(
            "{host} has a different version ({found}). Install the same version as here: {asked}.",
            host=host,
            found=result.version,
            asked=version(),
        )
    return result


def _why(host: str, code: int, errors: bytes) -> str:
    last = errors.decode(errors="replace").strip().rpartition("\n")[2][:200]
    # ssh's own faults.
    if code == 255:
        return say(
            "ssh cannot connect to {host}: {reason}. Log in there once without a password: "
            "ssh-copy-id {host}.",
            host=host,
            reason=last.rstrip(".") or say("no reason given"),
        )
    return say(
        "{host} does not run Duologue. Install it there so that its shell finds “duologue worker”.",
        host=host,
    )


def told(facts: HostFacts, *, first: bool) -> str:
    """Return what a person reads about a machine that can take part; the first is this computer."""
    return say(
        "{host}: the same version, {memory} for models, {backends}, answered in {seconds} s.",
        host=say("This computer") if first else facts.host,
        memory=say_size(facts.memory),
        backends=", ".join(facts.backends),
        seconds=f"{facts.seconds:.1f}",
    )


def weight_bytes(folder: str) -> int:
    """Return the bytes of the weights in a folder."""
    return sum(it.stat().st_size for it in Path(folder).glob("*.safetensors") if it.is_file())


def fits(folder: str, machines: Iterable[HostFacts]) -> str:
    """Return a sentence: does a model fit on these machines? It is split evenly, so the one with
    the least memory decides."""
    found = list(machines)
    part, least = weight_bytes(folder) / len(found), min(it.memory for it in found)
    name = Path(folder).name
    missing = [it.host for it in found if folder not in it.found]
    if missing:
        return say(
            "{model} is not at {folder} on {hosts}. Copy its folder there.",
            model=name,
            folder=folder,
            hosts=", ".join(missing),
        )
    sizes = {"part": say_size(round(part)), "least": say_size(least)}
    if part > least * _WEIGHTS:
        return say(
            "{model} does not fit: each machine would hold {part}, and the smallest has {least}.",
            model=name,
            **sizes,
        )
    return say("{model} fits: each machine holds {part} of at least {least}.", model=name, **sizes)
