"""The option to read only a part of a long prompt, and the report of what was read."""

from engine.frozen import frozen
from engine.sentences import say

# The smallest share of a prompt that may be read.
LEAST_KEPT = 0.1


@frozen
class Skim:
    """Read only the parts of a long prompt that the draft model chooses: the share `keep` of the
    tokens that are not cached, or more if more of them must be read in any case. A prompt is read
    in full if `least` of its tokens or fewer are not cached, or more than `most`.

    Raises ValueError for a share that cannot be read.
    """

    keep: float = 0.3
    least: int = 8_192
    most: int = 65_536

    def __post_init__(self) -> None:
        if not LEAST_KEPT <= self.keep <= 1:
            raise ValueError(say("keep is {value}; it must be a number, 0.1 to 1", value=self.keep))


@frozen
class SkimReport:
    """The model `chooser` chose `read` of the `whole` tokens of a prompt, in `seconds`; 0 seconds
    if it chose them for an earlier question. `note` is a sentence that says why a prompt was read
    in full that should have been skimmed. All are empty if nothing was to be skimmed."""

    whole: int = 0
    read: int = 0
    chooser: str = ""
    seconds: float = 0.0
    note: str = ""

    @property
    def left_out(self) -> int:
        """Tokens of the prompt that the model has not read."""
        return self.whole - self.read


# The report of a prompt that was not to be skimmed.
NO_SKIM = SkimReport()
