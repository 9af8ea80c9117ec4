"""Try a chat template with a sample conversation."""

from engine.channels.detection import template_of
from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import ChatMessage
from engine.rendering.control_tokens import unguarded
from engine.rendering.family_templates import family_template
from engine.rendering.model_language import Language
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import abilities_of
from engine.rendering.rendered_conversation import render_conversation
from engine.rendering.template_problem import TemplateProblem, template_problem
from engine.sentences import packed, verbatim

SYSTEM = ChatMessage("system", "You are a helpful assistant.")
SAMPLE = (
    ChatMessage("user", "What is the capital of France?"),
    ChatMessage("assistant", "Paris."),
    ChatMessage("user", "And that of Italy?"),
)
MAX_SHOWN = 200_000


@frozen
class Trial:
    """The fields of a ProfileTried that the template gives. `problem` is a packed sentence."""

    template: str
    family_template: str
    family_name: str
    prompt: str
    problem: object
    line: int
    channel_format: str
    thinking_switch: bool
    tools: bool


def rendered_sample(language: Language) -> Trial:
    """Render the sample, and again without the system message if the template refuses that."""
    prompt, problem = _rendered((SYSTEM, *SAMPLE), language)
    if problem:
        prompt, _ = _rendered(SAMPLE, language)
    family = family_template(language.tokenizer.get_vocab())
    abilities = abilities_of(language)
    return Trial(
        template=template_of(language.tokenizer),
        family_template=family.text if family else "",
        family_name=family.name if family else "",
        prompt=prompt[:MAX_SHOWN],
        problem=packed(problem.sentence) if problem else "",
        line=problem.line if problem else 0,
        channel_format=language.channels.name,
        thinking_switch=abilities.thinking_switch,
        tools=abilities.tools,
    )


def _rendered(
    messages: tuple[ChatMessage, ...], language: Language
) -> tuple[str, TemplateProblem | None]:
    sample = PromptInput(messages, (), thinking=False)
    try:
        return unguarded(render_conversation(sample, (), language)), None
    except Refused as error:
        if error.__cause__ is None:
            return "", TemplateProblem(verbatim(str(error)), 0)
        return "", template_problem(error.__cause__)
