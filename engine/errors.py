"""The one error that is told to the user as it stands."""


class Refused(Exception):
    """Bad input: the message is a sentence that says what is wrong and what to do."""
