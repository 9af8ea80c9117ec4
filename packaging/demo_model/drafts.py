"""Measure the tokens per pass with each drafter of a model in the engine: a draft model or the
model's own head, and lookup.

PYTHONPATH=packaging python -m demo_model.drafts DOT DASH [--cases 20] [--skills copy,edit]
PYTHONPATH=packaging python -m demo_model.drafts DIT

Without a draft model, cases with images are left out.

Drafts are tried at every token, however long a pass takes, and an answer that differs from the one
without drafts ends the program.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from demo_model.judged.cases import held_out
from engine.drafting import draft_model
from engine.drafting.draft_model import DraftModel
from engine.drafting.head_drafts import HeadDrafts
from engine.drafting.lookup import Lookup
from engine.drafting.pace import PassTimes, RowPace
from engine.engine import Engine
from engine.messages import (
    Configure,
    Delta,
    Drafting,
    Failed,
    Finished,
    Generate,
    ModelProfile,
    SamplingParams,
    ToolCall,
)

TEXT_SKILLS = (
    *("copy", "edit", "depth", "table", "not_told", "agent_call", "agent_both", "agent_answer"),
    *("tool_call", "tool_answer", "greet", "refuse", "story", "counting", "recall"),
)
SEEING_SKILLS = ("json", "describe", "color", "count", "where", "happens")
DRAFTERS = (DraftModel, HeadDrafts, Lookup)
LONGEST = 400
SEED = "drafts"


class Runner:
    """An engine with one model, and a draft model for it if there is one."""

    def __init__(self, model: Path, small: Path | None) -> None:
        self.model = str(model.resolve())
        self._engine = Engine(lambda event: None)
        profile = ModelProfile(self.model, draft_model=str(small.resolve()) if small else "")
        self._engine.submit(Configure((profile,)))

    def ended(self, asked: Generate) -> tuple[list, Finished]:
        """Return what was said, and how the answer ended."""
        events = list(self._engine.stream(asked))
        last = events[-1]
        if isinstance(last, Failed):
            raise SystemExit(last.message)
        assert isinstance(last, Finished)
        text = "".join(event.text for event in events if isinstance(event, Delta))
        calls = [event.call for event in events if isinstance(event, ToolCall)]
        return [text, *((call.name, call.arguments) for call in calls)], last

    def close(self) -> None:
        self._engine.close()


def measured(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return tokens per pass by skill and drafter."""
    runner = Runner(options.model, options.small)
    drafters = ("model" if options.small else "head", "lookup")
    tokens: dict[str, int] = defaultdict(int)
    passes: dict[tuple[str, str], int] = defaultdict(int)
    usual = (*TEXT_SKILLS, *(SEEING_SKILLS if options.small else ()))
    skills = frozenset(options.skills.split(",") if options.skills else usual)
    number = 0
    with tempfile.TemporaryDirectory() as name:
        for case in held_out(options.cases, SEED, Path(name), skills):
            if not options.small and any(message.media for message in case.messages):
                continue
            for thinking in (False, True):
                sampling = SamplingParams(temperature=0.0, max_tokens=LONGEST, thinking=thinking)
                number += 3
                asked = Generate(number, runner.model, case.messages, sampling, case.tools)
                said, end = runner.ended(replace(asked, drafting=Drafting.OFF))
                tokens[case.skill] += end.usage.generated
                for index, drafter in enumerate(drafters, 1):
                    with only(drafter):
                        again, end = runner.ended(replace(asked, request_id=number + index))
                    if again != said:
                        raise SystemExit(f"{drafter} changed {said} to {again}.")
                    passes[case.skill, drafter] += end.drafts.passes
    runner.close()
    return {
        skill: {drafter: round(count / passes[skill, drafter], 2) for drafter in drafters}
        for skill, count in sorted(tokens.items())
    }


@contextmanager
def only(drafter: str) -> Iterator[None]:
    """Let one drafter try at every token."""
    with ExitStack() as patches:
        for other in DRAFTERS:
            if other.name != drafter:
                patches.enter_context(patch.object(other, "is_promising", lambda _: False))
        patches.enter_context(patch.object(PassTimes, "is_ready", lambda *_: True))
        patches.enter_context(patch.object(PassTimes, "is_worth", lambda *_: True))
        patches.enter_context(patch.object(RowPace, "lost", lambda _: None))
        # A long prompt is read at once: short answers end before a share of the time is enough.
        patches.enter_context(patch.object(draft_model, "MOST_READ", 1 << 20))
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument(
        "small", type=Path, nargs="?", help="a draft model; without it, the model's own head drafts"
    )
    parser.add_argument("--cases", type=int, default=20, help="of each skill, thinking off and on")
    parser.add_argument("--skills", help="separated by commas")
    found = measured(parser.parse_args())
    for skill, counts in found.items():
        told = "".join(f"{drafter:>13}{count:6.2f}" for drafter, count in counts.items())
        print(f"{skill:16}{told}")
    print(json.dumps({"tokens_per_pass": found}))


if __name__ == "__main__":
    main()
