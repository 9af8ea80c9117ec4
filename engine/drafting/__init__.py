"""Drafting: several tokens of a row in one pass, with exactly the tokens of one pass for each."""
