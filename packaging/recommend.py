"""Fills in what only the hub and a measurement can tell of the recommended models.

uv run python packaging/recommend.py             # asks the hub: commits, checksums, sizes, facts
uv run python packaging/recommend.py --measure   # also downloads each model, and measures its peak
uv run python packaging/recommend.py --check     # fails if an entry is not complete

For the machine that makes releases: a Mac with memory for the models that it measures. A model
that does not fit stays without a peak. The file is written after each model.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.base.disk import write_json
from app.base.json_values import json_value
from app.hub.access import ENDPOINT, HubAccess
from app.hub.descriptions import INDEX, MAX_INDEX
from app.hub.fetcher import Fetch, FetchProgress, FetchState
from app.hub.hub_client import HubClient
from app.hub.recommended import LIST, Recommendation, load_recommendations
from app.hub.remote_files import read_remote_files
from app.hub.search import model_info
from app.hub.wanted_files import wanted_names
from engine.checkpoints.description import describe, problem_of
from engine.errors import Refused
from engine.messages import ChatMessage, Generate, SamplingParams
from engine.sentences import verbatim

# Words of the prompt, about one token each, and tokens of the answer that are measured.
PROMPT, ANSWER = 4096, 128


def main() -> None:
    wanted = arguments()
    listed = load_recommendations(wanted.list)
    if wanted.check:
        check(listed)
        return
    if wanted.peak:
        print(peak(wanted.peak, wanted.words))
        return
    access = HubAccess(wanted.endpoint, token=os.environ.get("HF_TOKEN", ""))
    for place, found in enumerate(listed):
        try:
            listed[place] = asked(found, access)
            if wanted.measure:
                listed[place] = replace(listed[place], peak=measured(listed[place], access))
        except (Refused, subprocess.SubprocessError, OSError) as error:
            print(f"{found.repository}: {error}")
            continue
        print(f"{found.repository}: {listed[place].size / 1e9:.1f} GB, {listed[place].revision}")
        save(wanted.list, listed)


def asked(found: Recommendation, access: HubAccess) -> Recommendation:
    """Return an entry with what the hub tells now. Raises Refused."""
    client = HubClient(access)
    try:
        model, sizes = model_info(client, found.repository)
        files = read_remote_files(client, found.repository, model.revision, sizes)
        index = b""
        if INDEX in sizes:
            index = client.file(found.repository, model.revision, INDEX, MAX_INDEX)
    finally:
        client.close()
    if problem := problem_of(files):
        raise Refused(problem)
    facts = describe(files)
    same = model.revision == found.revision
    return replace(
        found,
        revision=model.revision,
        index_sha256=hashlib.sha256(index).hexdigest(),
        size=sum(sizes[name] for name in wanted_names(sizes)),
        licence=model.licence,
        facts=facts,
        vision=facts.vision,
        peak=found.peak if same else 0,
    )


def measured(found: Recommendation, access: HubAccess) -> int:
    """Return the peak of the memory that a conversation takes, in bytes. Downloads the model, and
    runs it in a process of its own, so that one does not count for the next."""
    with tempfile.TemporaryDirectory() as folder:
        told: list[FetchProgress] = []
        fetch = Fetch(found.repository, found.revision, Path(folder), access, told.append)
        fetch.start()
        fetch.join()
        if told[-1].state is not FetchState.DONE:
            raise Refused(verbatim(told[-1].sentence))
        context = found.facts.context if found.facts else 0
        words = str(min(PROMPT, (context or PROMPT) // 2))
        command = [sys.executable, __file__, "--peak", told[-1].folder, "--words", words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def peak(folder: Path, words: int) -> int:
    """Return the peak of MLX's memory in bytes for a model with one conversation."""
    # Imported here: the hub is asked without a model library.
    from engine.answers import generate  # noqa: PLC0415
    from engine.engine import Engine  # noqa: PLC0415
    from engine.models import peak_memory  # noqa: PLC0415

    messages = (ChatMessage("user", "word " * words),)
    sampling = SamplingParams(max_tokens=ANSWER)
    answer = generate(Engine(lambda _: None), Generate(1, str(folder), messages, sampling))
    if answer.error:
        sys.exit(answer.error)
    return peak_memory.highest()


def save(path: Path, listed: list[Recommendation]) -> None:
    write_json(path, {"version": 1, "models": [json_value(it) for it in listed]})


def check(listed: list[Recommendation]) -> None:
    missing = [it.repository for it in listed if not (it.revision and it.facts and it.peak)]
    print(json.dumps({"models": len(listed), "incomplete": missing}, indent=1))
    if missing:
        sys.exit(1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--peak", type=Path, help="only measure the model in this folder")
    parser.add_argument("--words", type=int, default=PROMPT, help="length of that prompt")
    parser.add_argument("--list", type=Path, default=LIST)
    parser.add_argument("--endpoint", default=ENDPOINT)
    return parser.parse_args()


if __name__ == "__main__":
    main()
