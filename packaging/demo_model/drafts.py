"""Count the tokens a pass that drafts by Dash, or by lookup, give Dot's answers in the engine.

PYTHONPATH=packaging python -m demo_model.drafts DOT DASH [--cases 20] [--skills copy,edit]

Drafts are tried at every token, however long a pass takes, and an answer that differs from the one
without drafts ends the program.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from demo_model.judged.cases import held_out
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

SKILLS = (
    *("copy", "edit", "depth", "table", "not_told", "agent_call", "agent_both", "agent_answer"),
    *("tool_call", "tool_answer", "json", "describe", "color", "count", "where", "happens"),
    *("greet", "refuse", "story", "counting", "recall"),
)
LONGEST = 400
SEED = "drafts"


class Runner:
    """An engine in which Dash may draft for Dot."""

    def __init__(self, dot: Path, dash: Path) -> None:
        self.model = str(dot.resolve())
        self._engine = Engine(lambda event: None)
        profile = ModelProfile(self.model, draft_model=str(dash.resolve()))
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
    """Return tokens a pass by skill and drafter."""
    runner = Runner(options.dot, options.dash)
    tokens: dict[str, int] = defaultdict(int)
    passes: dict[tuple[str, str], int] = defaultdict(int)
    skills = frozenset(options.skills.split(","))
    number = 0
    with tempfile.TemporaryDirectory() as name:
        for case in held_out(options.cases, SEED, Path(name), skills):
            for thinking in (False, True):
                sampling = SamplingParams(temperature=0.0, max_tokens=LONGEST, thinking=thinking)
                number += 3
                asked = Generate(number, runner.model, case.messages, sampling, case.tools)
                said, end = runner.ended(replace(asked, drafting=Drafting.OFF))
                tokens[case.skill] += end.usage.generated
                for index, drafter in enumerate(("dash", "lookup"), 1):
                    with only(drafter):
                        again, end = runner.ended(replace(asked, request_id=number + index))
                    if again != said:
                        raise SystemExit(f"{drafter} changed {said} to {again}.")
                    passes[case.skill, drafter] += end.drafts.passes
    runner.close()
    return {
        skill: {drafter: round(count / passes[skill, drafter], 2) for drafter in ("dash", "lookup")}
        for skill, count in sorted(tokens.items())
    }


@contextmanager
def only(drafter: str) -> Iterator[None]:
    """Let one drafter try at every token."""
    other = "draft_model.DraftModel" if drafter == "lookup" else "lookup.Lookup"
    with (
        patch(f"engine.drafting.{other}.is_promising", lambda _: False),
        patch.object(PassTimes, "is_ready", lambda *_: True),
        patch.object(PassTimes, "is_worth", lambda *_: True),
        patch.object(RowPace, "lost", lambda _: None),
    ):
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dot", type=Path)
    parser.add_argument("dash", type=Path)
    parser.add_argument("--cases", type=int, default=20, help="of each skill, thinking off and on")
    parser.add_argument("--skills", default=",".join(SKILLS))
    found = measured(parser.parse_args())
    print(f"{'skill':16}{'Dash':>8}{'lookup':>8}")
    for skill, counts in found.items():
        print(f"{skill:16}{counts['dash']:8.2f}{counts['lookup']:8.2f}")
    print(json.dumps({"tokens_a_pass": found}))


if __name__ == "__main__":
    main()
