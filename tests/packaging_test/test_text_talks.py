"""Held-out talk about texts: facts at their depth, and nothing that training has."""

import random
from collections import Counter

import pytest

from demo_model.batches import LONG, Size, build, encoder_of
from demo_model.judged.cases import sample_talks
from demo_model.judged.text_talks import (
    DEPTHS,
    KINDS,
    LENGTHS,
    depth_cases,
    depth_table,
)
from tests.conftest import DOT


def test_a_fact_is_told_at_its_depth_of_a_text_of_that_length() -> None:
    cases = list(depth_cases(1, "test"))
    encoder = encoder_of(DOT).tokenizer
    for case, (length, depth) in zip(cases, ((n, d) for n in LENGTHS for d in DEPTHS), strict=True):
        assert case.skill == f"{length} at {depth}"
        text = case.messages[0].content
        assert text.count(case.expected.text) == 1
        assert text.index(case.expected.text) / len(text) == pytest.approx(depth, abs=0.02)
        if length < 8000:
            assert len(encoder.encode(text).ids) == pytest.approx(length, rel=0.15)


def test_questions_about_one_text_follow_each_other_in_the_same_worker() -> None:
    parts = [list(depth_cases(4, "test", index, 2)) for index in (0, 1)]
    texts = [[case.messages[0].content for case in part] for part in parts]
    assert not set(texts[0]) & set(texts[1])
    for part, told in zip(parts, texts, strict=True):
        assert len(part) == 2 * len(LENGTHS) * len(DEPTHS)
        assert {case.skill for case in part} == {f"{n} at {d}" for n in LENGTHS for d in DEPTHS}
        for first in range(0, len(told), len(DEPTHS)):
            together = part[first : first + len(DEPTHS)]
            assert len({case.messages[0].content for case in together}) == 1
            assert all(case.expected.text in told[first] for case in together)
            assert len({case.question for case in together}) == len(DEPTHS)


def test_the_depth_table_has_a_line_for_each_length() -> None:
    head, *lines = depth_table({"4000 at 0.5, thinking on": 0.75, "16000 at 0.1, thinking off": 0})
    assert head.split()[0] == "tokens" and len(lines) == len(LENGTHS)
    assert lines[1].split() == ["4000", "-", "-", "-", "75.0%", "-", "-"]
    assert lines[3].split() == ["16000", "0.0%", "-", "-", "-", "-", "-"]


def test_held_out_talk_is_about_forms_texts_and_tools_in_both_languages() -> None:
    skills = Counter()
    for number in range(600):
        for talk in sample_talks(random.Random(f"held-out/test/{number}")):
            skills.update(talk.skill(index) for index in talk.answers())
    for family in (
        "date",
        "read_file",
        "tool_call",
        "tool_steps",
        "no_tool",
        "declined",
        "json",
        "copy edit",
        "depth table not_told",
        "agent_call agent_none",
    ):
        for german in ("", "german "):
            assert any(skills[german + skill] for skill in family.split())


def test_held_out_questions_are_not_those_of_training() -> None:
    tokens = build(DOT, "1/0", Size(rows=1, length=LONG, vision_rows=4))["tokens"]
    trained = encoder_of(DOT).tokenizer.decode(tokens[0].tolist(), skip_special_tokens=False)
    for number in range(20):
        for kind in KINDS:
            chat = kind(random.Random(f"held-out/0/0/{number}"), False)
            assert chat.messages[0].text not in trained
    assert "<|im_start|>user" in trained
