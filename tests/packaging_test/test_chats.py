"""Labels of made-up conversations: each answer fits its question."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from demo_model.said import english, german_talk, small_talk, tool_talk
from demo_model.said.arithmetic import Sum
from demo_model.said.chats import seen_chat, talk_while_seeing, text_chat
from demo_model.said.exchanges import Chat, Exchange, Message, question
from demo_model.said.instructions import CAPITALS, ONE_WORD, in_capitals, in_one_word, sample
from demo_model.said.memory import Memory
from demo_model.said.refused import REFUSAL, TEMPLATES, refused_question
from demo_model.said.tool_definitions import DATE_TOOL
from demo_model.said.tool_use import DECLINED
from demo_model.said.unseen import NO_IMAGE, NO_VIDEO
from demo_model.shown.scenes import SHAPES

CHATS = 1500
NUMBERS = {word: at for said in (english, german_talk) for at, word in enumerate(said.NUMBERS)}
SKILLS = {
    *("greet", "identity", "name", "recall", "repeat", "counting", "story", "refuse", "unclear"),
    *("no_picture", "no_video", "tool_call", "tool_answer", "no_tool", "capitals", "one_word"),
    *("tool_steps", "date", "read_file", "declined"),
}


@pytest.fixture(scope="module")
def chats() -> list[Chat]:
    return [text_chat(random.Random(seed)) for seed in range(CHATS)]


def turns(chats: list[Chat], skill: str) -> Iterator[tuple[Chat, int, Message]]:
    for chat in chats:
        for index, message in enumerate(chat.messages):
            if message.skill == skill:
                yield chat, index, message


def calls(chats: list[Chat]) -> Iterator[tuple[Chat, int, Any]]:
    """Return every call, with the index of its question."""
    for chat in chats:
        asked_at = 0
        for index, message in enumerate(chat.messages):
            asked_at = index if message.role == "user" else asked_at
            if message.call:
                yield chat, asked_at, message


def about(color: str) -> list[Exchange]:
    """Return questions about an image of one thing."""
    return [
        question("What color is it?", f"It is {color}.", f"I see {color}.", skill="color"),
        question("What do you see?", f"A {color} star.", "I look.", skill="describe"),
        question("Where is it?", "It is on the left.", "I look.", skill="where", word="left"),
        question("How many are there?", "There is one.", "I look.", skill="count", word="one"),
    ]


def test_a_seed_gives_the_same_conversation():
    assert text_chat(random.Random(3)) == text_chat(random.Random(3))
    assert text_chat(random.Random(3)) != text_chat(random.Random(4))


def test_every_skill_appears_and_none_dominates(chats):
    count = Counter(m.skill for chat in chats for m in chat.messages if m.role == "assistant")
    assert set(count) == SKILLS
    assert min(count.values()) >= 0.01 * count.total()
    assert max(count.values()) <= 0.2 * count.total()
    # Both calling a tool and having none to call.
    calls = sum(message.call is not None for chat in chats for message in chat.messages)
    assert 1 < calls / count["no_tool"] < 3


def test_messages_take_turns(chats):
    for chat in chats:
        roles = "".join(message.role[0] for message in chat.messages)
        assert re.fullmatch("(s?u(at)*a)+", roles) and roles[0] == "u", roles
        assert all(m.reasoning and m.skill for m in chat.messages if m.role == "assistant")


def test_a_recalled_name_is_the_last_one_given(chats):
    recalled = 0
    for chat, index, message in turns(chats, "recall"):
        told = [m.text for m in chat.messages[:index] if m.skill == "name"]
        if not told:
            assert "noch nicht" in message.text or "did not tell" in message.text
            continue
        name = re.split(", ", told[-1])[1].rstrip("!")
        assert message.text in (f"Your name is {name}.", f"Du heißt {name}.")
        recalled += 1
    assert recalled > 60


def test_a_name_appears_in_the_question_that_introduces_it(chats):
    for chat, index, message in turns(chats, "name"):
        assert message.text.split(", ")[1].rstrip("!") in chat.messages[index - 1].text


def test_repeated_words_are_in_the_question(chats):
    for chat, index, message in turns(chats, "repeat"):
        assert chat.messages[index - 1].text.endswith(message.text)


def test_counting_goes_from_the_first_to_the_last_number(chats):
    for chat, index, message in turns(chats, "counting"):
        asked = re.findall(r"[^\W_]+", chat.messages[index - 1].text.lower())
        told = [
            int(word) if word.isdigit() else NUMBERS[word]
            for word in asked
            if word.isdigit() or word in NUMBERS
        ]
        # Who names one number only is counted for from one.
        first, last = told[-2:] if len(told) > 1 else (1, *told)
        numbers = [int(n) for n in message.text.rstrip(".").split(", ")]
        step = 1 if last > first else -1
        assert numbers == list(range(first, last + step, step))


def test_a_story_has_the_requested_subject(chats):
    for chat, index, message in turns(chats, "story"):
        if message.text.startswith("Es war einmal"):
            continue  # the one that Dot knows in German
        color, shape = message.text.split(". ")[0].split()[-2:]
        asked = chat.messages[index - 1].text
        assert f"{color} {shape}" in asked or not any(one in asked for one in SHAPES)
        assert message.text.count(shape) >= 3


def test_a_call_uses_an_offered_tool_and_copies_the_question(chats):
    for chat, asked_at, message in calls(chats):
        name, arguments = message.call
        offered = {t["function"]["name"]: t["function"]["parameters"] for t in chat.tools}
        assert set(offered[name].get("required", ())) <= set(arguments)
        assert set(arguments) <= set(offered[name]["properties"])
        if message.skill == "tool_steps" or "timezone" in arguments:
            continue
        asked = chat.messages[asked_at].text
        for value in arguments.values():
            if name != "calculator":
                assert value in asked
            elif "that" not in asked and chat.messages[0].text == asked:
                typed = re.sub(r"(?<=\d),(?=\d)", ".", asked)
                assert set(re.findall(r"[\d.]*\d", value)) <= set(re.findall(r"[\d.]*\d", typed))


def test_a_calculation_gets_the_calculators_result(chats):
    results = 0
    for chat in chats:
        for call, result, answer in zip(
            chat.messages, chat.messages[1:], chat.messages[2:], strict=False
        ):
            if not call.call or call.call[0] != "calculator" or answer.skill != "tool_answer":
                continue
            expected = Sum("", **call.call[1]).result
            assert result.text == expected
            assert expected.removeprefix("Error: ").rstrip(".") in answer.text
            assert answer.text.startswith(
                ("That could not", "Das lässt sich nicht")
                if "Error" in expected
                else call.call[1]["expression"]
            )
            results += 1
    assert results > 150


def test_a_declined_call_is_not_repeated(chats):
    count = 0
    for chat, index, message in turns(chats, "declined"):
        *_, before, result = chat.messages[:index]
        assert before.call and result.text == DECLINED
        name = before.call[0]
        calculator = name == "calculator"
        english = "the calculator" if calculator else name
        german = "den Taschenrechner" if calculator else f"das Werkzeug {name}"
        assert message.text.endswith(
            (f"You did not let me use {english}.", f"Du hast mir {german} nicht erlaubt.")
        )
        assert not message.call
        count += 1
    assert count > 30


def test_without_a_calculator_nothing_is_calculated(chats):
    for chat, _, message in turns(chats, "no_tool"):
        names = {tool["function"]["name"] for tool in chat.tools}
        if message.text in tool_talk.NO_CALCULATOR.values():
            assert "calculator" not in names
        else:
            assert message.text in tool_talk.NO_TOOL.values()


def test_a_third_of_the_conversations_with_tools_are_german(chats):
    share = {}
    for tools in (True, False):
        some = [chat for chat in chats if bool(chat.tools) == tools]
        german = [chat for chat in some if any(map(in_german, chat.messages))]
        share[tools] = len(german) / len(some)
    assert share[True] == pytest.approx(0.35, abs=0.07)
    assert share[False] == pytest.approx(0.14, abs=0.04)
    missing = {message.text for _, _, message in turns(chats, "no_tool")}
    assert missing == {*tool_talk.NO_CALCULATOR.values(), *tool_talk.NO_TOOL.values()}


def in_german(message: Message) -> bool:
    """Return True if the assistant thinks in German."""
    words = re.findall(r"\w+", message.reasoning.lower())
    return bool({"ich", "der", "das", "es", "dafür"} & set(words))


@pytest.mark.parametrize("german", [False, True])
def test_a_conversation_in_one_language_has_no_other(german):
    for seed in range(300):
        chat = text_chat(random.Random(seed), german)
        assert all(in_german(m) == german for m in chat.messages if m.role == "assistant")


@pytest.mark.parametrize("german", [False, True])
def test_talk_beside_an_image_is_about_tools_in_its_language(german):
    rng = random.Random(0)
    said = [talk_while_seeing(rng, Memory(), [DATE_TOOL], german) for _ in range(300)]
    asked = [talk for talk in said if any(m.call or m.skill == "no_tool" for m in talk)]
    assert 100 < len(asked) < 200
    assert all(in_german(talk[-1]) == german for talk in asked)


def test_refused_questions_are_many_and_filled_in():
    questions = {refused_question(random.Random(seed)) for seed in range(3000)}
    assert len(questions) > 1500
    assert not any("{" in text or "}" in text or "\n" in text for text in questions)
    assert sum(map(len, TEMPLATES)) > 200


def test_instructions_are_obeyed(chats):
    prompted = Counter()
    for system, said in parts(chats):
        capital = any(p.lower().rstrip(".") in system.lower() for p in CAPITALS)
        short = any(p.lower().rstrip(".") in system.lower() for p in ONE_WORD)
        prompted["capitals"] += capital
        prompted["one_word"] += short
        if capital:
            assert all(m.text == m.text.upper() and m.skill == "capitals" for m in said)
        elif short:
            assert all(" " not in m.text and m.skill == "one_word" for m in said)
        else:
            assert not {m.skill for m in said} & {"capitals", "one_word"}
    assert 0.12 < prompted.total() / CHATS < 0.22


def parts(chats: list[Chat]) -> Iterator[tuple[str, list[Message]]]:
    """Yield each system message with the answers that follow it, up to the next one."""
    for chat in chats:
        system, said = chat.system, []
        for message in chat.messages:
            if message.role == "system":
                yield system, said
                system, said = message.text, []
            elif message.role == "assistant" and message.text:
                said.append(message)
        yield system, said


def test_a_system_message_in_the_middle_changes_the_answers_after_it(chats):
    middle = [chat for chat in chats if any(m.role == "system" for m in chat.messages)]
    assert 0.02 < len(middle) / CHATS < 0.08
    for chat in middle:
        (before, plainly), (after, changed) = parts([chat])
        assert before != after
        assert not {m.skill for m in plainly} & {"capitals", "one_word"}
        assert {m.skill for m in changed} <= {"capitals", "one_word"}


def test_a_follow_up_keeps_question_and_reasoning():
    asked = question("What color is it?", "It is red.", "I see red.", skill="color", word="red")
    capital, word = in_capitals(asked), in_one_word(asked)
    assert word
    assert [m.text for m in capital] == ["What color is it?", "IT IS RED."]
    assert [m.text for m in word] == ["What color is it?", "red"]
    assert capital[1].reasoning == word[1].reasoning == "I see red."
    assert in_one_word(question("Who?", "I do not know.", "Hm.", skill="refuse")) is None


def test_most_system_prompts_change_nothing():
    asked = question("Hi", "Hello!", "A greeting.", skill="greet")
    samples = [sample(random.Random(seed)) for seed in range(1000)]
    unchanged = [one for one in samples if one.follow(asked) == asked]
    assert 0.84 < len(unchanged) / 1000 < 0.92
    assert len({one.system for one in unchanged}) > 50


def test_a_image_comes_with_its_first_question():
    for seed in range(300):
        chat = seen_chat(random.Random(seed), [about("red")])
        shown = [index for index, m in enumerate(chat.messages) if m.media]
        assert len(shown) == 1
        assert chat.messages[shown[0]].role == "user"
        before, after = chat.messages[: shown[0]], chat.messages[shown[0] :]
        assert not {m.skill for m in before} & {"color", "where", "describe", "count"}
        assert not any(m.text in (NO_IMAGE, NO_VIDEO) for m in after)


def test_a_image_without_words_is_described():
    wordless = 0
    for seed in range(600):
        chat = seen_chat(random.Random(seed), [about("red")])
        for asked, answer in zip(chat.messages, chat.messages[1:], strict=False):
            if asked.role == "user" and asked.text.strip("?") == "":
                assert answer.text.lower() == "a red star."
                wordless += 1
    assert wordless > 10


def test_a_image_of_nothing_known_may_come_without_words_too():
    unknown = "I see none of the shapes that I know."
    group = [
        question("What is it?", unknown, "I look.", skill="nothing", word="nothing"),
        question("Is there a star?", "No.", "I look.", skill="nothing", word="no"),
    ]
    chats = [seen_chat(random.Random(seed), [group]) for seed in range(600)]
    shown = [chat.messages[:2] for chat in chats if chat.messages[0].text.strip("?") == ""]
    assert len(shown) > 10
    assert {answer.text.lower() for _, answer in shown} <= {unknown.lower(), "nothing"}


def test_revealing_facts_mostly_come_last():
    early = late = 0
    for seed in range(500):
        chat = seen_chat(random.Random(seed), [about("red")])
        # Later small talk says nothing about the image.
        seen = {answer.skill for _, answer in about("red")}
        skills = [m.skill for m in chat.messages if m.skill in seen]
        for index, skill in enumerate(skills):
            if skill in ("describe", "count"):
                early += index < len(skills) - 1
                late += index == len(skills) - 1
    assert late > 1.5 * early


def test_images_come_one_by_one_or_together():
    counts = Counter()
    for seed in range(300):
        chat = seen_chat(random.Random(seed), [about("red"), about("blue")])
        counts[tuple(m.media for m in chat.messages if m.media)] += 1
        said = " ".join(m.text for m in chat.messages if m.role == "assistant").lower()
        red, blue = said.rfind("it is red"), said.find("it is blue")
        assert blue == -1 or red < blue
    assert set(counts) == {(2,), (1, 1)}
    assert min(counts.values()) > 60


@pytest.mark.parametrize(
    ("kind", "german", "answer"),
    [
        ("image", False, NO_IMAGE),
        ("video", False, NO_VIDEO),
        ("image", True, "Ich sehe kein Bild. Zieh eines in den Chat und frag noch einmal."),
    ],
)
def test_a_question_may_come_before_its_image(kind, german, answer):
    firsts = [
        seen_chat(random.Random(seed), [about("red")], kind, german).messages for seed in range(400)
    ]
    early = [m for m in firsts if m[1].text == answer]
    assert len(early) > 5
    assert all(not m[0].media for m in early)


def test_german_is_answered_in_german():
    said = small_talk.exchanges(random.Random(1), 600, german=True)
    answers = {answer.text for _, answer in said}
    assert not answers & {REFUSAL, NO_IMAGE, NO_VIDEO, "You are welcome!"}
    assert {"Gern geschehen!", "Tschüss! Bis bald."} <= answers
    asked = {q.text.lower().rstrip("!.?"): a.text for q, a in said}
    assert asked["wer bist du"].startswith("Ich bin Dot")


@pytest.mark.parametrize("german", [False, True])
def test_what_could_be_asked_of_an_image_is_not_asked_before_a_video(german) -> None:
    group = [
        question("What color is the shape?", "It is red.", "I look.", skill="clip_color"),
        question("Where does it go?", "It moves up.", "I look.", skill="direction"),
    ]
    chats = [seen_chat(random.Random(seed), [group], "video", german) for seed in range(600)]
    early = [chat.messages[0].text for chat in chats if chat.messages[1].skill == "no_video"]
    assert len(early) > 5 and set(early) == {"Where does it go?"}
