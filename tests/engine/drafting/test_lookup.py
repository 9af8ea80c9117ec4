"""Drafts from what followed when a row's last tokens came before."""

from engine.drafting.lookup import INDEXED_AT_ONCE, Lookup


def test_what_followed_before_is_drafted() -> None:
    tokens = [1, 2, 3, 4, 5, 6, 9, 1, 2, 3]
    lookup = Lookup(tokens)
    assert lookup.is_promising()
    assert lookup.draft(4, 2) == [5, 6]


def test_a_pending_token_that_did_not_follow_before_ends_the_draft() -> None:
    lookup = Lookup([1, 2, 3, 4, 5, 1, 2, 3])
    assert lookup.is_promising()
    assert lookup.draft(7, 4) == []


def test_the_longest_and_then_the_newest_place_counts() -> None:
    long = [1, 2, 3, 4, 5, 6]
    lookup = Lookup([*long, 70, 71, 4, 5, 6, 80, 81, *long])
    assert lookup.is_promising()
    assert lookup.draft(70, 1) == [71]
    newest = Lookup([1, 2, 3, 7, 8, 1, 2, 3, 5, 6, 1, 2, 3])
    assert newest.is_promising()
    assert newest.draft(5, 1) == [6]


def test_new_text_is_not_promising() -> None:
    assert not Lookup([]).is_promising()
    assert not Lookup([1, 2, 3, 4, 5, 6, 7, 8]).is_promising()


def test_tokens_of_the_reply_are_found_too() -> None:
    tokens = [1, 2]
    lookup = Lookup(tokens)
    for token in (3, 4, 5, 1, 2, 3):
        assert not lookup.is_promising()
        tokens.append(token)
    assert lookup.is_promising()
    assert lookup.draft(4, 9) == [5, 1, 2, 3]


def test_a_long_prompt_is_indexed_in_parts() -> None:
    tokens = [7, 8, 9, 10, *range(100, 100 + INDEXED_AT_ONCE), 7, 8, 9]
    lookup = Lookup(tokens)
    assert not lookup.is_promising()
    assert lookup.is_promising()
    assert lookup.draft(10, 1) == [100]
