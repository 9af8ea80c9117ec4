"""Stored prompts have unique names, are found by words, and their variables are filled."""

import pytest

from ui.state.prompt_variables import MOST_VARIABLES, Variable, built_in, filled, variables
from ui.state.stored_prompts import StoredPrompt, StoredPrompts


def test_variables_are_found_once_with_their_defaults_and_choices() -> None:
    text = "{{ Name }} {{tone:formal|kind}} {{name:Ada}} {{clipboard}} {{DATE}} { {x} } {{}} {{ }}"
    assert variables(text) == (
        Variable("name", "Ada"),
        Variable("tone", "formal", ("formal", "kind")),
    )
    assert built_in(text) == {"clipboard", "date"}


def test_values_are_no_templates_themselves() -> None:
    assert filled("{{a}} {{B:x}} {{c}}", {"a": "{{b}}", "b": "2"}) == "{{b}} 2 {{c}}"


def test_the_number_of_variables_is_bounded() -> None:
    text = "".join(f"{{{{v{n}}}}}" for n in range(MOST_VARIABLES + 5))
    assert len(variables(text)) == MOST_VARIABLES


@pytest.mark.parametrize("text", ["{{" * 50_000, "{{a:" * 25_000, "{{" + " " * 100_000])
def test_a_hostile_text_costs_little(text: str) -> None:
    assert variables(text) == () and filled(text, {}) == text


def test_names_that_begin_with_the_words_come_first() -> None:
    prompts = StoredPrompts()
    prompts.add(
        StoredPrompt("A text", "translate"),
        StoredPrompt("To translate", "x"),
        StoredPrompt("Translate", "y"),
        StoredPrompt("Other", "z"),
    )
    assert [it.name for it in prompts.matching("TRANS")] == ["Translate", "To translate", "A text"]


def test_a_name_in_use_gets_a_number_and_the_same_prompt_is_not_added_twice() -> None:
    prompts = StoredPrompts()
    prompts.add(StoredPrompt("A", "1"), StoredPrompt("A", "2"), StoredPrompt("A", "1"))
    assert prompts.all() == (StoredPrompt("A", "1"), StoredPrompt("A 2", "2"))


def test_a_kept_text_is_shown_in_the_settings() -> None:
    prompts, shown = StoredPrompts(), []
    prompts.page_wanted.connect(shown.append)
    prompts.keep("Say hello\nto all")
    prompts.keep("Say hello\nto all")
    assert shown == ["Say hello to all"] * 2 and len(prompts.all()) == 1
