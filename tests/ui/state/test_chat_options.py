"""Options of a chat after another model is chosen."""

from engine.messages import SamplingParams
from ui.state.chat_options import ChatOptions

FORMER = SamplingParams(temperature=0.6, top_p=0.9)
NEW = SamplingParams(temperature=1.0, top_k=64, thinking=True)


def test_one_changed_option_lets_the_others_follow_the_model() -> None:
    own = ChatOptions(sampling=SamplingParams(temperature=0.6, top_p=0.5, max_tokens=100))
    followed = own.following(FORMER, NEW).sampling
    assert followed == SamplingParams(temperature=1.0, top_p=0.5, top_k=64, max_tokens=100)


def test_thinking_is_never_carried_over() -> None:
    assert not ChatOptions(sampling=FORMER).following(FORMER, NEW).thinking
    thinks = ChatOptions(sampling=FORMER).with_thinking(True)
    assert thinks.following(FORMER, SamplingParams()).thinking
