"""Comparisons whose answers a test writes by hand."""

from engine.messages import (
    NO_SKIM,
    Aborted,
    Channel,
    Delta,
    DraftCounts,
    Failed,
    Finished,
    FinishReason,
    SkimReport,
    Timings,
    Usage,
)
from ui.state.chat_options import ChatOptions
from ui.state.comparison import Comparison
from ui.state.question import Question
from ui.state.transcript import Transcript

NO_DRAFTS = DraftCounts()
USAGE = Usage(prompt=120, cached=20, generated=41, content=41)
TIMINGS = Timings(ttft=0.5, prefill=0.4, decode=2.0)


class Panes:
    """A comparison with a transcript for each pane. Pane ids are 1, 2 and so on."""

    def __init__(self, *names: str) -> None:
        # Reversing the panes of a blind round shows that they were shuffled.
        self.comparison = Comparison(shuffle=list.reverse)
        self.transcripts: dict[int, Transcript] = {}
        self._request = 0
        for name in names:
            self.add(name)

    def add(self, name: str, options: ChatOptions | None = None) -> int:
        pane_id = len(self.transcripts) + 1
        self.transcripts[pane_id] = Transcript(self.comparison)
        transcript = self.transcripts[pane_id]
        self.comparison.add_pane(pane_id, transcript, name, options or ChatOptions(), name)
        return pane_id

    def begin(self, question: str = "Why?", *, unattended: bool = False) -> int:
        index = self.comparison.begin_round(Question(question), unattended=unattended)
        for answer in self.comparison.rounds[index].answers:
            transcript = self.transcripts[answer.pane.pane_id]
            transcript.add_question(Question(question))
            self._request += 1
            transcript.begin_reply(self._request, answer.pane.model_id)
        return index

    def request(self, pane_id: int) -> int:
        reply = self.transcripts[pane_id].reply
        assert reply is not None
        return reply.request_id

    def say(self, pane_id: int, text: str) -> None:
        transcript = self.transcripts[pane_id]
        transcript.apply(Delta(self.request(pane_id), Channel.CONTENT, text))

    def end(
        self,
        pane_id: int,
        usage: Usage = USAGE,
        timings: Timings = TIMINGS,
        reason: FinishReason = FinishReason.STOP,
        drafts: DraftCounts = NO_DRAFTS,
        skim: SkimReport = NO_SKIM,
    ) -> None:
        ended = Finished(self.request(pane_id), reason, usage, timings, drafts=drafts, skim=skim)
        self.transcripts[pane_id].apply(ended)

    def stop(self, pane_id: int) -> None:
        self.transcripts[pane_id].apply(Aborted(self.request(pane_id), USAGE, TIMINGS))

    def fail(self, pane_id: int, message: str = "No memory is left.") -> None:
        self.transcripts[pane_id].apply(Failed(self.request(pane_id), message))

    def ask(self, question: str, *texts: str) -> int:
        """Run a round with one of `texts` as each pane's answer, and return its index."""
        index = self.begin(question)
        for pane_id, text in zip(self.transcripts, texts, strict=True):
            self.say(pane_id, text)
            self.end(pane_id)
        return index
