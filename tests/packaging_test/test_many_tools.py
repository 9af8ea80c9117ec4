"""Requests among many tools: the right call, or none."""

import random
from collections import Counter

import pytest

from demo_model.said import many_tools


@pytest.mark.parametrize("german", [False, True])
def test_the_requested_tool_is_called_or_none(german) -> None:
    kinds = Counter()
    for seed in range(300):
        rng = random.Random(seed)
        deeds = many_tools.sample_deeds(rng, 20)
        offered = {many_tools.definition(rng, deed)["function"]["name"]: deed for deed in deeds}
        user, *rest = many_tools.request(rng, deeds, german)
        if len(rest) == 1:
            kinds[rest[0].text] += 1
            assert rest[0].skill == "agent_none" and not rest[0].call
            wanted = [deed for deed in deeds if requested(user.text, deed, german)]
            assert bool(wanted) == (rest[0].text != many_tools.NO_TOOL[german])
            if not wanted:
                missing = missing_in(rest[0].reasoning, german)
                assert "_".join(missing) not in offered
                assert requested(user.text, missing, german)
                known = [any(deed[word] == missing[word] for deed in deeds) for word in (0, 1)]
                kinds["both words known"] += all(known)
            continue
        call, *results, answer = rest
        assert len(call.calls) == len(results)
        assert call.skill == ("agent_both" if len(results) == 2 else "agent_call")
        for name, arguments in call.calls:
            verb, noun = offered[name]
            assert list(arguments) == [noun] and arguments[noun] in user.text
            assert name in user.text or requested(user.text, (verb, noun), german)
            assert name in call.reasoning and name in answer.reasoning
        faults = [result.text.startswith("Error: ") for result in results]
        kinds["both" if len(results) == 2 else "fault" if faults[0] else "done"] += 1
        words = answer.text.rstrip(".").split()
        assert words[-1].rstrip("}") in results[-1].text
        for message in (call, answer):
            assert ("Werkzeug" in message.reasoning) == german
    assert len(kinds) == 6 and min(kinds.values()) > 10


@pytest.mark.parametrize("german", [False, True])
def test_a_single_request_asks_for_a_tool_or_for_one_that_is_missing(german: bool) -> None:
    missing = 0
    for seed in range(200):
        rng = random.Random(seed)
        deeds = many_tools.few_deeds(rng)
        user, said = many_tools.call_or_none(rng, deeds, german)
        wanted = [deed for deed in deeds if requested(user.text, deed, german)]
        if said.skill == "agent_none":
            missing += 1
            assert not wanted and not said.calls
            assert missing_in(said.reasoning, german) not in deeds
        else:
            ((name, arguments),) = said.calls
            (deed,) = wanted
            assert name == "_".join(deed) and arguments[deed[1]] in user.text
            last = user.text.lower().rstrip("?.!… ").split()[-1]
            assert (last == many_tools.VERBS[deed[0]][2]) == german
    assert 60 < missing < 140


def missing_in(reasoning: str, german: bool) -> tuple[str, str]:
    """Return the deed of the tool that a reasoning misses."""
    before, after = many_tools.MISSING[german].split("{}")
    assert reasoning.startswith(before) and reasoning.endswith(after)
    verb, noun = reasoning.removeprefix(before).removesuffix(after).split("_")
    return verb, noun


def requested(text: str, deed: tuple[str, str], german: bool) -> bool:
    """Return True if a request asks for that deed."""
    text = text.lower()
    if not german:
        return f"{deed[0]} the {deed[1]} " in text
    imperative, end, infinitive = many_tools.VERBS[deed[0]]
    noun = many_tools.NOUNS[deed[1]].lower()
    asked = f"{imperative} {noun} " in text and end in text
    return asked or (f" {noun} " in text and infinitive in text)


def test_separable_verbs_are_separated_in_german() -> None:
    found = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        (deed,) = many_tools.sample_deeds(rng, 1)
        asked = many_tools.request(rng, [("rename", deed[1])], german=True)[0].text.lower()
        assert ":" not in asked
        if "benenne " in asked:
            for added in (many_tools.WITHOUT[True], many_tools.WITH[True]):
                asked = asked.removesuffix(added.lower())
            assert asked.rstrip(".!?… ").endswith(" um")
            found["imperative"] += 1
        found["infinitive"] += "umbenennen" in asked
    assert min(found["imperative"], found["infinitive"]) > 50
