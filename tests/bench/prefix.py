"""Tokens that are read of a second question over the length of its prompt, and its first token's
time over that of the first question, for each case and family.

uv run python tests/bench/prefix.py [--quick]      --quick: five families
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.engine import Engine
from engine.messages import (
    ChatMessage,
    Delta,
    Event,
    Finished,
    Generate,
    LoadModel,
    SamplingParams,
    UnloadModel,
)
from tests.kit.images import ask, save_image
from tests.kit.quick import is_quick
from tests.kit.tiny_models import FAMILIES, VISION

QUICK = ("qwen3", "qwen2_5_vl", "qwen3_5", "gemma3", "gemma4")
FEW = SamplingParams(max_tokens=8)
WORDS = "the quick brown fox jumps over the lazy dog and counts one two three shapes "


@dataclass(frozen=True)
class Asked:
    """The result of a question: the engine's counts and times, and the text."""

    done: Finished
    said: ChatMessage


class PrefixRace:
    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.events: list[Event] = []
        self.engine = Engine(self.events.append)
        self.anew()

    def anew(self) -> None:
        """Load the model again, with an empty cache."""
        self._run(UnloadModel(1, self.folder), LoadModel(2, self.folder))

    def ask(self, *messages: ChatMessage) -> Asked:
        return self.at_once(messages)[0]

    def at_once(self, *asked: Sequence[ChatMessage]) -> list[Asked]:
        numbers = range(3, 3 + len(asked))
        self._run(
            *(
                Generate(number, self.folder, tuple(messages), FEW)
                for number, messages in zip(numbers, asked, strict=True)
            )
        )
        return [self._asked(number) for number in numbers]

    def _asked(self, number: int) -> Asked:
        events = [event for event in self.events if getattr(event, "request_id", 0) == number]
        done = next(event for event in events if isinstance(event, Finished))
        said = "".join(event.text for event in events if isinstance(event, Delta))
        return Asked(done, ChatMessage("assistant", said))

    def _run(self, *commands: UnloadModel | LoadModel | Generate) -> None:
        self.events.clear()
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()


def cases(
    race: PrefixRace, sees: bool, red: Path, blue: Path
) -> Iterator[tuple[str, Asked, Asked]]:
    """Yield the name of each case with its first and second question."""
    system = ChatMessage("system", WORDS * 20)
    about = [system, ask(WORDS * 10, *([red] if sees else []))]
    talk = [system, ask(WORDS * 10)]

    def second(name: str, first: list[ChatMessage], *more: ChatMessage) -> tuple[str, Asked, Asked]:
        race.anew()
        one = race.ask(*first)
        return name, one, race.ask(*first, one.said, *more)

    yield second("follow-up", about, ask("and the fox"))
    race.anew()
    one = race.ask(*about)
    race.ask(*about, one.said, ask("and the fox"))
    yield "edited question", one, race.ask(*about, one.said, ask("or the dog"))
    race.anew()
    one = race.ask(*about)
    yield "regenerated", one, race.ask(*about)
    race.anew()
    one = race.ask(*about)
    race.ask(ChatMessage("system", WORDS[::-1] * 20), ask(WORDS))
    yield "switched tab", one, race.ask(*about, one.said, ask("and the fox"))
    race.anew()
    one, two = race.at_once(about, about)
    yield "two panes at once", one, two
    if sees:
        yield second("second image", about, ask("and this", blue))
        yield second("text, then image", talk, ask("and this", red))


def main() -> None:
    quick = is_quick(__doc__)
    found: dict[str, dict[str, float]] = {}
    ttft: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        red = save_image(root / "a.png", ("red", "circle", 0.4, 0.5), size=(160, 120))
        blue = save_image(root / "b.png", ("blue", "square", 0.6, 0.4), size=(96, 128))
        for family in QUICK if quick else FAMILIES:
            FAMILIES[family](root / family)
            race = PrefixRace(root / family)
            found[family] = {}
            for name, one, two in cases(race, family in VISION, red, blue):
                usage = two.done.usage
                found[family][name] = round((usage.prompt - usage.cached) / usage.prompt, 4)
                ttft.append(two.done.timings.ttft / one.done.timings.ttft)
                print(
                    f"{family:13} {name:19} {usage.prompt - usage.cached:4} of {usage.prompt} "
                    f"tokens read, first token in {two.done.timings.ttft * 1e3:.0f} ms "
                    f"after {one.done.timings.ttft * 1e3:.0f} ms"
                )
            race.engine.close()
    worst = max(share for each in found.values() for share in each.values())
    result = {
        "read": found,
        "worst_read": worst,
        "ttft_ratio": round(statistics.median(ttft), 3),
        "ratio": worst,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
