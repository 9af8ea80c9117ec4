"""The program itself: facts about it, reports of its faults, newer versions of it."""
