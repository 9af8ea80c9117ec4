import random
import time
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from demo_model.judged.judge import same_meaning
from demo_model.said import image_questions, several_images, video_questions
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Exchange
from demo_model.said.german import GERMAN
from demo_model.said.wording import Wording
from demo_model.shown.scenes import Item, Scene, sample_scene
from demo_model.shown.videos import Leg, Mover, Video, sample_video

RED_STAR = Item("star", "red", 0.15, 0.15, 0.1)
BLUE_CIRCLE = Item("circle", "blue", 0.8, 0.5, 0.2)
ORANGE_CROSS = Item("cross", "orange", 0.5, 0.85, 0.1)
SCENE = Scene((BLUE_CIRCLE, ORANGE_CROSS, RED_STAR), "white", 1.0)


def answers(found: list[Exchange], skill: str) -> set[str]:
    return {reply.text for _, reply in found if reply.skill == skill}


@cache
def at_seed(seed: int, scene: Scene, *, german: bool) -> tuple[Exchange, ...]:
    wording = GERMAN if german else ENGLISH
    return tuple(image_questions.exchanges(random.Random(seed), scene, wording))


def over_seeds(scene: Scene, wording: Wording = ENGLISH, times: int = 60) -> list[Exchange]:
    german = wording is GERMAN
    return [it for seed in range(times) for it in at_seed(seed, scene, german=german)]


def answers_about(found: list[Exchange], *parts: str) -> set[str]:
    """Return the answers to the questions that contain all of `parts`."""
    return {
        reply.text
        for question, reply in found
        if all(part in question.text.lower().replace("colour", "color") for part in parts)
    }


def test_a_image_is_described_and_counted():
    found = over_seeds(SCENE)
    assert answers(found, "describe") == {
        "I see three shapes: a red star, an orange cross and a blue circle."
    }
    assert answers(found, "count") == {"There are three shapes."}
    assert answers(found, "count_shape") == {
        "There is one star.",
        "There is one circle.",
        "There is one cross.",
        "There are no squares.",
        "There are no triangles.",
    }
    assert "There is one orange shape." in answers(found, "count_color")
    assert "There are no pink shapes." in answers(found, "count_color")


def test_colors_shapes_and_missing_items_are_asked():
    found = over_seeds(SCENE)
    assert answers(found, "color") == {
        "The star is red.",
        "The circle is blue.",
        "The cross is orange.",
    }
    assert answers(found, "shape") == {
        "The red shape is a star.",
        "The blue shape is a circle.",
        "The orange shape is a cross.",
    }
    missing = answers(found, "missing")
    assert "There is no square in the picture." in missing
    assert "There is no blue star in the picture." in missing
    assert "There is no pink shape in the picture." in missing
    assert not missing & {f"There is no {s} in the picture." for s in ("star", "circle", "cross")}
    assert answers(found, "background") == {"The background is white."}


def test_a_question_may_offer_two_answers():
    found = over_seeds(SCENE, times=300)
    assert answers_about(found, "is the star red or ") == {"The star is red."}
    assert answers_about(found, " or red", "is the star") == {"The star is red."}
    assert answers_about(found, "is the square ", " or ") == {"There is no square in the picture."}
    assert answers_about(found, "a star or ", "the red") == {"The red shape is a star."}
    assert answers_about(found, " or a star", "the red") == {"The red shape is a star."}
    assert answers_about(found, "background", "white or ") == {"The background is white."}
    assert answers_about(found, "three", "four", "shapes") == {"There are three shapes."}
    assert answers_about(found, "two", "three", "shapes") == {"There are three shapes."}


def test_places_sides_and_relations():
    found = over_seeds(SCENE, times=300)
    assert answers(found, "where") == {
        "The red star is in the top left.",
        "The blue circle is on the right.",
        "The orange cross is at the bottom.",
        # In which half it is.
        "The red star is at the top.",
        "The red star is on the left.",
    }
    assert answers_about(found, "corner", "red star") == {"The red star is in the top left."}
    assert answers_about(found, "the red star on the left or ") == {"The red star is on the left."}
    assert answers_about(found, "the red star at the top or ") == {"The red star is at the top."}
    assert not answers_about(found, "corner is the blue circle")
    assert not answers_about(found, "orange cross on the left or ")
    assert answers(found, "side") == {
        "A red star is on the left.",
        "A blue circle is on the right.",
    }
    assert answers(found, "top") == {
        "A red star is at the top.",
        "An orange cross is at the bottom.",
    }
    assert answers_about(found, "is the red star", "above the blue circle") == {
        "Yes, the red star is above the blue circle."
    }
    assert answers_about(found, "is the red star", "below the blue circle") == {
        "No, the red star is above the blue circle."
    }
    assert answers_about(found, "what is above the orange cross") == set()  # two are
    assert answers_about(found, "what is above the blue circle") == {
        "The red star is above the blue circle."
    }
    assert answers_about(found, "what is above the red star") == {
        "There is nothing above the red star."
    }
    assert answers(found, "compare") == {
        "The blue circle is bigger.",
        "The red star is smaller.",
        "The orange cross is smaller.",
        "The blue circle is the biggest shape.",
        "Yes, the blue circle is bigger.",
        "No, the blue circle is bigger.",
        "Yes, the red star is smaller.",
        "No, the red star is smaller.",
        "Yes, the orange cross is smaller.",
        "No, the orange cross is smaller.",
    }
    assert answers_about(found, "is the blue circle bigger than the red star") == {
        "Yes, the blue circle is bigger."
    }


def test_a_place_relative_to_another_is_asked_if_only_one_way_leads_there():
    assert not answers_about(over_seeds(SCENE, times=100), "relative to")
    row = Scene((RED_STAR, Item("circle", "blue", 0.8, 0.15, 0.1)), None, 1.0)
    found = over_seeds(row, times=100)
    assert answers_about(found, "relative to the blue circle") == {
        "The red star is to the left of the blue circle."
    }
    assert answers_about(found, "relative to the red star") == {
        "The blue circle is to the right of the red star."
    }


def test_ambiguous_questions_are_not_asked():
    near_a_border = Item("star", "red", 0.34, 0.5, 0.1)
    close = Item("circle", "blue", 0.40, 0.5, 0.12)
    found = over_seeds(Scene((near_a_border, close), None, 1.0))
    assert not any("red star is" in text for text in answers(found, "where"))
    for skill in ("side", "top", "relation", "compare", "background"):
        assert not answers(found, skill), skill
    twins = over_seeds(Scene((RED_STAR, Item("star", "red", 0.8, 0.8, 0.1)), None, 1.0))
    for skill in ("color", "shape", "where", "relation", "neighbor"):
        assert not answers(twins, skill), skill
    assert answers(twins, "describe") == {"I see two shapes: a red star and a red star."}
    assert answers(twins, "side") == {"A red star is on the left.", "A red star is on the right."}


def test_a_single_shape_is_called_it():
    found = over_seeds(Scene((RED_STAR,), "green", 1.5), times=300)
    assert answers_about(found, "what color is it") == {"The star is red."}
    assert answers_about(found, "what shape is it") == {"The red shape is a star."}
    assert answers_about(found, "where is it") == {"The red star is in the top left."}
    assert answers(found, "describe") == {"I see a red star."}


def test_a_image_without_known_shapes():
    found = over_seeds(Scene((), None, 1.0), times=300)
    assert {reply.skill for _, reply in found} == {"nothing"}
    assert answers_about(found, "what do you see") == {
        "I see none of the shapes that I know. You can choose a bigger model in the model menu."
    }
    assert answers_about(found, "is there a star") == {"No, there is no star."}


def test_exists_asks_for_near_misses():
    asked = over_seeds(SCENE, times=300)
    assert answers_about(asked, "of the stars red") == {"Yes, there is a red star."}
    assert answers_about(asked, "of the stars blue") == {"No, there is no blue star."}
    found = answers(asked, "exists")
    assert {"Yes, there is a red star.", "Yes, there is a blue shape."} <= found
    assert {"No, there is no blue star.", "No, there is no red circle."} <= found
    assert {"No, there is no square.", "No, there is no pink shape."} <= found
    assert not {"No, there is no red star.", "No, there is no star."} & found


@pytest.mark.parametrize(("wording", "yes"), [(ENGLISH, "yes"), (GERMAN, "ja")])
def test_negatives_are_as_frequent_as_positives(wording, yes):
    rng = random.Random(7)
    words, skills = Counter(), Counter()
    for _ in range(200):
        for _, reply in image_questions.exchanges(rng, sample_scene(rng), wording):
            skills[reply.skill] += 1
            words[reply.skill, reply.word] += 1
    for skill in ("exists", "relation"):
        assert skills[skill] > 100
        assert 0.46 < words[skill, yes] / skills[skill] < 0.54, skill
    positive = skills["color"] + skills["where"] + skills["shape"]
    assert 0.7 < skills["missing"] / positive < 1.1


def test_yes_and_no_about_videos_are_balanced():
    rng = random.Random(3)
    words = Counter()
    for _ in range(300):
        for _, reply in video_questions.exchanges(rng, sample_video(rng), ENGLISH):
            words[reply.skill, reply.word] += 1
    for skill in ("direction_check", "moves", "stops", "turns", "clip_exists"):
        yes, no = words[skill, "yes"], words[skill, "no"]
        assert 0.42 < yes / (yes + no) < 0.58, skill


def test_each_wording_is_varied_and_quick():
    rng = random.Random(5)
    scenes = [sample_scene(rng) for _ in range(300)]
    begun = time.process_time()
    found = [e for scene in scenes for e in image_questions.exchanges(rng, scene, ENGLISH)]
    assert (time.process_time() - begun) / len(scenes) < 0.008  # ten times what it takes
    for skill in ("describe", "count", "background"):
        assert len({q.text for q, reply in found if reply.skill == skill}) > 40
    assert not any(set("[]{}/~") & set(q.text) for q, _ in found)
    assert all(len(reply.reasoning.split()) <= 75 for _, reply in found)
    assert all(reply.reasoning.endswith(reply.text) for _, reply in found)


def clip(*movers: Mover) -> list[Exchange]:
    shown = Video(movers, "white", 1.0, 3.0)
    return [
        exchange
        for seed in range(400)
        for exchange in video_questions.exchanges(random.Random(seed), shown, ENGLISH)
    ]


LEFT_THEN_UP = Mover(
    Item("star", "red", 0.8, 0.8, 0.1), (Leg("left", 0.5, 0.2, 0.8), Leg("up", 1.0, 0.2, 0.2))
)
RIGHT_AND_STOP = Mover(
    Item("star", "red", 0.15, 0.15, 0.1), (Leg("right", 0.5, 0.8, 0.15), Leg("", 1.0, 0.8, 0.15))
)
STILL = Mover(Item("circle", "blue", 0.9, 0.5, 0.05))


def test_a_video_with_a_turn():
    found = clip(LEFT_THEN_UP)
    assert answers(found, "happens") == {"The red star moves to the left and then up."}
    assert answers(found, "direction") == {"The red star moves to the left and then up."}
    assert answers(found, "turns") == {
        "Yes, the red star moves to the left and then up.",
        "No, the red star moves to the left and then up.",
        "The red star first moves to the left.",
        "Then the red star moves up.",
    }
    assert answers_about(found, "does the red star turn?") == {
        "Yes, the red star moves to the left and then up."
    }
    assert answers_about(found, "does the red star go straight?") == {
        "No, the red star moves to the left and then up."
    }
    assert not answers(found, "direction_check")
    assert any(
        reply.reasoning
        == "The red star is in the bottom right at the start. Then it is in the bottom left. "
        "Then it is in the top left. The red star moves to the left and then up."
        for _, reply in found
    )


def test_there_and_back_is_a_straight_line_but_not_one_direction():
    back = (Leg("left", 0.5, 0.2, 0.8), Leg("right", 1.0, 0.7, 0.8))
    found = clip(Mover(Item("star", "red", 0.8, 0.8, 0.1), back))
    assert not answers_about(found, "straight")
    assert answers_about(found, "does the red star keep its direction?") == {
        "No, the red star moves to the left and then to the right."
    }
    assert answers_about(found, "does the red star turn?") == {
        "Yes, the red star moves to the left and then to the right."
    }


@pytest.mark.parametrize("wording", [ENGLISH, GERMAN])
def test_questions_about_a_color_do_not_mean_the_background(wording):
    found = over_seeds(Scene((RED_STAR, BLUE_CIRCLE), "white", 1.0), wording, 100)
    skills = ("exists", "missing", "count_color")
    texts = [q.text.lower() for q, reply in found if reply.skill in skills]
    assert len(texts) > 300
    for phrase in ("anything", "everything", "etwas", "was ist weiß", "was siehst du in"):
        assert not [text for text in texts if phrase in text]


def test_a_video_with_a_stop_and_one_that_rests():
    found = clip(RIGHT_AND_STOP, STILL)
    assert answers(found, "happens") == {
        "The red star moves to the right and then stops. The blue circle does not move."
    }
    assert answers(found, "direction_check") == {
        "Yes, the red star moves to the right and then stops.",
        "No, the red star moves to the right and then stops.",
    }
    assert answers_about(found, "the red star", "to the left") == {
        "No, the red star moves to the right and then stops."
    }
    assert answers_about(found, "where does the red star stop?") == {
        "The red star stops in the top right."
    }
    assert answers_about(found, "does the red star stop at the end") == {
        "Yes, the red star moves to the right and then stops."
    }
    assert answers(found, "still_one") == {"The blue circle does not move."}
    assert answers_about(found, "is the blue circle moving in the clip") == {
        "No, the blue circle does not move."
    }
    assert answers_about(found, "does the blue circle stay still?") == {
        "Yes, the blue circle does not move."
    }
    assert answers_about(found, "color is the moving shape") == {"The star is red."}
    assert answers(found, "clip_count") == {"There are two shapes."}


def test_a_clip_without_movement():
    found = clip(STILL)
    assert answers_about(found, "does anything move?") == {"No, nothing moves."}
    assert answers(found, "direction") == {"The blue circle does not move."}
    assert not answers(found, "stops") | answers(found, "turns")


def test_one_of_several_images():
    one, three = Scene((Item("star", "blue", 0.5, 0.5, 0.2),), None, 1.0), SCENE
    found = [
        exchange
        for seed in range(80)
        for exchange in several_images.exchanges(random.Random(seed), [three, one], ENGLISH)
    ]
    assert answers_about(found, "color is the star in the first") == {"The star is red."}
    assert answers_about(found, "color is the star in the last") == {"The star is blue."}
    assert answers_about(found, "what is in the second") == {"I see a blue star."}
    assert answers_about(found, "what is in the previous") == {
        "I see three shapes: a red star, an orange cross and a blue circle."
    }
    assert answers_about(found, "shows a red star") == {"The first picture shows a red star."}
    assert answers_about(found, "shows a circle") == {"The first picture shows a blue circle."}
    assert not answers_about(found, "shows a star")
    assert answers_about(found, "has more shapes") == {"The first picture has more shapes."}
    assert answers_about(found, "has fewer shapes") == {"The second picture has fewer shapes."}


def test_german_grammar():
    found = over_seeds(SCENE, GERMAN, 300)
    assert answers(found, "describe") == {
        "Ich sehe drei Formen: einen roten Stern, ein orange Kreuz und einen blauen Kreis."
    }
    assert answers(found, "color") == {
        "Der Stern ist rot.",
        "Der Kreis ist blau.",
        "Das Kreuz ist orange.",
    }
    assert {"Es gibt einen Stern.", "Es gibt ein Kreuz.", "Es gibt keine Quadrate."} <= answers(
        found, "count_shape"
    )
    assert {
        "Ja, es gibt einen roten Stern.",
        "Nein, es gibt keinen blauen Stern.",
        "Nein, es gibt kein rotes Kreuz.",
        "Nein, es gibt keine rosa Form.",
        "Ja, es gibt eine rote Form.",
    } <= answers(found, "exists")
    assert "Auf dem Bild ist kein blauer Stern." in answers(found, "missing")
    assert answers_about(found, "wo ist der rote stern?") == {"Der rote Stern ist oben links."}
    assert answers_about(found, "wo siehst du den roten stern?") == {
        "Der rote Stern ist oben links."
    }
    assert "Die rote Form ist ein Stern." in answers(found, "shape")
    assert answers_about(found, "stern über dem kreis") == {
        "Ja, der rote Stern ist über dem blauen Kreis."
    }
    assert "Ein roter Stern ist links." in answers(found, "side")
    assert answers_about(found, "der rote stern größer als der blaue kreis") == {
        "Nein, der rote Stern ist kleiner."
    }
    assert answers_about(found, "welche form ist die größte?") == {
        "Der blaue Kreis ist die größte Form."
    }
    assert answers_about(found, "wie viele rote formen gibt es?") == {"Es gibt eine rote Form."}
    two = Scene((RED_STAR, Item("star", "gray", 0.8, 0.8, 0.1)), None, 1.0)
    assert "Es gibt zwei Sterne." in answers(over_seeds(two, GERMAN), "count_shape")


def test_german_earlier_images():
    views = [Scene((RED_STAR, BLUE_CIRCLE), None, 1.0), Scene((ORANGE_CROSS,), None, 1.0)]
    found = [
        exchange
        for seed in range(200)
        for exchange in several_images.exchanges(random.Random(seed), views, GERMAN)
    ]
    assert answers_about(found, "was ist auf dem zweiten bild?") == {"Ich sehe ein orange Kreuz."}
    assert answers_about(found, "welches bild zeigt einen roten stern?") == {
        "Das erste Bild zeigt einen roten Stern."
    }
    assert "Das zweite Bild hat weniger Formen." in answers(found, "which_picture")


def test_german_videos():
    shown = Video((RIGHT_AND_STOP, STILL), None, 1.0, 3.0)
    found = video_questions.exchanges(random.Random(1), shown, GERMAN)
    assert answers(found, "happens") == {
        "Der rote Stern bewegt sich nach rechts und hält dann an. "
        "Der blaue Kreis bewegt sich nicht."
    }


SAME = [
    ("I see a red star.", "i see a  Red star"),
    (
        "I see two shapes: a red star and a blue circle.",
        "I see a blue circle and a red star.",
    ),
    (
        "I see three shapes: a red star, a gray cross and a pink circle.",
        "I see three shapes: a pink circle, a red star and a grey cross.",
    ),
    ("There are three stars.", "There are 3 stars"),
    ("There is one star.", "There is a star."),
    ("three", "3."),
    ("none", "zero"),
    ("There are no stars.", "There are 0 stars."),
    ("No, there is no red star.", "There is no red star."),
    ("There is no star in the picture.", "There is no star."),
    ("The red star is in the top left.", "The red star is in the upper left corner."),
    ("The red star is in the center.", "The red star is in the middle."),
    (
        "The red star is to the left of the blue circle.",
        "The blue circle is to the right of the red star.",
    ),
    (
        "Yes, the red star is above the blue circle.",
        "Yes, the blue circle is below the red star.",
    ),
    (
        "The red star is bigger than the blue circle.",
        "The blue circle is smaller than the red star.",
    ),
    ("The star is red.", "It is a red star."),
    (
        "The red star moves to the left and then up.",
        "The red star moves left, then up.",
    ),
    (
        "The red star moves up. The blue circle does not move.",
        "The blue circle does not move. The red star moves up.",
    ),
    ("Ich sehe einen roten Stern und einen Kreis.", "Ich sehe einen Kreis und einen roten Stern."),
    ("Der rote Stern ist links von dem Kreis.", "Der Kreis ist rechts von dem roten Stern."),
    ("Es gibt drei Sterne.", "Es gibt 3 Sterne."),
    ("Der Stern ist weiß.", "Der Stern ist weiss."),
]
DIFFERENT = [
    ("I see a red star.", "I see a red cross."),
    ("I see a red star.", "I see a red star and a blue circle."),
    ("I see a red star and a blue circle.", "I see a blue star and a red circle."),
    ("I see two shapes: a red star and a red star.", "I see a red star."),
    (
        "I see two shapes: a red star and a blue circle.",
        "I see three shapes: a red star and a blue circle.",
    ),
    ("There are three stars.", "There are two stars."),
    ("There are three stars.", "There are three crosses."),
    ("There are three red shapes.", "There are three shapes."),
    ("There are no stars.", "There is one star."),
    ("Yes, there is a red star.", "No, there is no red star."),
    ("Yes, there is a red star.", "No, there is a red star."),
    ("Yes, there is a red star.", "Yes, there is a star."),
    ("No, there is no red star.", "Yes, there is no red star."),
    ("The star is red.", "The star is not red."),
    ("The star is red.", "The star is red and blue."),
    ("The background is red.", "The star is red."),
    ("The red star is in the top left.", "The red star is in the top right."),
    ("The red star is in the top left.", "The red star is on the left."),
    ("The red star is at the top.", "The blue star is at the top."),
    (
        "The red star is to the left of the blue circle.",
        "The blue circle is to the left of the red star.",
    ),
    (
        "Yes, the red star is to the left of the blue circle.",
        "No, the red star is to the left of the blue circle.",
    ),
    ("There is nothing above the red star.", "There is nothing below the red star."),
    ("The red star is bigger.", "The red star is smaller."),
    ("The red star is the biggest shape.", "The red star is the smallest shape."),
    ("The red star moves to the left and then up.", "The red star moves up and then left."),
    ("The red star moves to the left and then up.", "The red star moves to the left."),
    ("The red star moves up.", "The red star moves up and then stops."),
    ("The red star moves up.", "The red star does not move."),
    (
        "The red star moves up. The blue circle moves down.",
        "The red star moves down. The blue circle moves up.",
    ),
    ("The red star first moves up.", "The red star moves up."),
    ("The first picture shows a red star.", "The second picture shows a red star."),
    ("The first picture has more shapes.", "The first picture has fewer shapes."),
    ("No picture shows a red star.", "The first picture shows a red star."),
    ("The result is 12 minus 5.", "The result is 5 minus 12."),
    ("The result is -5.", "The result is 5."),
    ("The result is 3.5.", "The result is 35."),
    ("three", "two"),
    ("yes", "no"),
    ("Hello! I am Dot.", "Hello!"),
    ("I see a red star.", ""),
    ("Ja, es gibt einen roten Stern.", "Nein, es gibt keinen roten Stern."),
    ("Der rote Stern ist oben links.", "Der rote Stern ist unten links."),
    ("Es gibt drei Sterne.", "Es gibt drei Kreise."),
]


@pytest.mark.parametrize(("expected", "answer"), SAME)
def test_the_same_in_other_words(expected, answer):
    assert same_meaning(expected, answer)
    assert same_meaning(answer, expected)


@pytest.mark.parametrize(("expected", "answer"), DIFFERENT)
def test_near_misses_are_wrong(expected, answer):
    assert not same_meaning(expected, answer)
    assert not same_meaning(answer, expected)


@pytest.mark.parametrize("wording", [ENGLISH, GERMAN])
def test_answers_of_a_skill_are_equal_only_to_themselves(wording):
    rng = random.Random(11)
    by_skill: dict[str, set[str]] = {}
    for _ in range(20):
        found = image_questions.exchanges(rng, sample_scene(rng), wording)
        found += video_questions.exchanges(rng, sample_video(rng), wording)
        pair = [sample_scene(rng), sample_scene(rng)]
        found += several_images.exchanges(rng, pair, wording)
        for _, reply in found:
            if reply.skill not in (
                "describe",
                "relation",
                "neighbor",
                "nothing",
            ) and not reply.text.startswith(("I see", "Ich sehe")):  # their form is free
                by_skill.setdefault(reply.skill, set()).add(reply.text)
    for skill, texts in by_skill.items():
        chosen = rng.sample(sorted(texts), min(40, len(texts)))
        for expected in chosen:
            equal = [answer for answer in chosen if same_meaning(expected, answer)]
            assert equal == [expected], skill


def test_german_has_every_kind_of_question_and_answer():
    assert GERMAN.questions.keys() == ENGLISH.questions.keys()
    assert GERMAN.phrases.keys() == ENGLISH.phrases.keys()
    assert ENGLISH.words.keys() <= GERMAN.words.keys()


def test_a_number_may_be_offered_in_nearly_all_questions_about_an_image():
    scene = Scene((RED_STAR, replace(RED_STAR, x=0.8), BLUE_CIRCLE), "white", 1.0)
    asked = image_questions.counts(random.Random(1), scene, GERMAN, 24)
    texts = [question.text.lower() for question, _ in asked]
    assert len(asked) == 24
    assert sum(" oder " in text for text in texts) > 8
    assert {reply.text for question, reply in asked if "rote" in question.text.lower()} == {
        "Es gibt zwei rote Formen."
    }
