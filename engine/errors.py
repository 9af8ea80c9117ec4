"""The errors that are told to the user as they stand."""

from engine.sentences import say

# of a reply that is not kept any more; who has its text can ask for it again with that as the end
GONE = say("That answer can no longer be continued. Ask the question again.")


class Refused(Exception):
    """Bad input: the message is a sentence that says what is wrong and what to do."""


class TooLong(Refused):
    """Of a conversation, whose `left_out` oldest messages have to be summarised first; 0 where that
    would not help."""

    def __init__(self, sentence: str, left_out: int = 0) -> None:
        super().__init__(sentence)
        self.left_out = left_out
