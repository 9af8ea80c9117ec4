"""One use of a tool, and the exchange that one or several of them make."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from demo_model.said.exchanges import Exchange, Message

# The app's words to a model whose call a person declined.
DECLINED = "The person did not allow this call."
# Dot says this of tools, by True if it is German.
NO_TOOL = {False: "I have no tool for that.", True: "Dafür habe ich kein Werkzeug."}
NEED = {False: "I need the tool {}.", True: "Ich brauche das Werkzeug {}."}
ANSWERED = {False: "The tool {} has answered.", True: "Das Werkzeug {} hat geantwortet."}
NOT_ALLOWED = {
    False: "The person did not allow the call.",
    True: "Der Aufruf wurde nicht erlaubt.",
}
NOT_LET = {False: "You did not let me use {}.", True: "Du hast mir {} nicht erlaubt."}
THE_CALCULATOR = {False: "the calculator", True: "den Taschenrechner"}
THE_TOOL = {False: "{}", True: "das Werkzeug {}"}
# Tools whose skill has a name of its own.
OF_KIND = {"date": "date", "file": "read_file"}


@dataclass(frozen=True)
class Use:
    """`asked` is the question, `call` the name and the arguments of the call, `need` the sentence
    of Dot's reasoning before it. From the `result` Dot concludes `finding` and answers `answer`, ""
    if the result is only used by the next call, or `word`."""

    asked: str
    call: tuple[str, dict[str, Any]]
    need: str
    result: str
    finding: str
    answer: str
    word: str = ""
    kind: str = ""
    german: bool = False

    def declined(self) -> "Use":
        """Return the same use if the person does not allow it."""
        name, german = self.call[0], self.german
        told = THE_CALCULATOR[german] if name == "calculator" else THE_TOOL[german].format(name)
        return replace(
            self,
            result=DECLINED,
            finding=NOT_ALLOWED[german],
            answer=NOT_LET[german].format(told),
            word="",
        )


def exchange(asked: str, uses: Sequence[Use]) -> Exchange:
    """Ask, call as often as needed, and answer. A declined call ends the exchange."""
    messages = [Message("user", asked)]
    thought = ""
    done = list(uses)[: _declined(uses) + 1]
    for use in done:
        reasoning = f"{thought} {use.need}".strip()
        skill = OF_KIND.get(use.kind, "tool_call") if len(uses) == 1 else "tool_steps"
        messages.append(Message("assistant", reasoning=reasoning, call=use.call, skill=skill))
        messages.append(Message("tool", use.result))
        thought = use.finding
    return (*messages, _answer(done, len(uses) > 1))


def maybe_declined(rng: random.Random, uses: Sequence[Use], share: float) -> list[Use]:
    """Return the uses, one of which is declined by chance."""
    changed = list(uses)
    if rng.random() < share:
        index = rng.randrange(len(changed))
        changed[index] = changed[index].declined()
    return changed


def _declined(uses: Sequence[Use]) -> int:
    """Return the index of the declined use, or of the last one if none is."""
    return next((i for i, use in enumerate(uses) if use.result == DECLINED), len(uses) - 1)


def _answer(done: Sequence[Use], steps: bool) -> Message:
    last = done[-1]
    if last.result == DECLINED:
        skill = "declined"
    elif steps:
        skill = "tool_steps"
    else:
        skill = OF_KIND.get(last.kind, "tool_answer")
    told = [use for use in done if use.answer]
    text, word = last.answer, last.word
    if len(told) > 1:
        text, word = " ".join(_sentence(use.answer) for use in told), ""
    return Message("assistant", text, reasoning=last.finding, word=word, skill=skill)


def _sentence(answer: str) -> str:
    return answer if answer[-1] in ".!?" else f"{answer}."
