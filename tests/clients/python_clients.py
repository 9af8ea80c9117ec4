"""Python clients through whole tool rounds, images and objects of the local server, with Dot: run
by run.py, each in an environment of its own."""

import base64
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PIL import Image, ImageDraw
from pydantic import BaseModel
from served import MODEL, TOKEN, Cases

URL = "data:image/png;base64,"
SUM = "What is 3 + 4?"
# Dot was taught to see an image before the question about it.
LOOK = "What color is the square?"


class Shape(BaseModel):
    """Bounded: Dot was not taught to fill in forms, and goes on to the end of a text. Anthropic's
    client sends no bounds of numbers, but takes a list of them."""

    color: Literal["red", "green", "blue"]
    count: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


SHAPES = "There are two red squares."
PARAMETERS = {
    "type": "object",
    "properties": {"expression": {"type": "string"}},
    "required": ["expression"],
}
FUNCTION = {"name": "calculator", "description": "Calculate.", "parameters": PARAMETERS}


def calculator(expression: str) -> str:
    """Calculate.

    Args:
        expression: such as 1 + 2
    """
    return str(sum(int(it) for it in expression.split("+")))


def image() -> str:
    """Return a red square as the base64 of a PNG file."""
    drawn, file = Image.new("RGB", (128, 128), "white"), io.BytesIO()
    ImageDraw.Draw(drawn).rectangle((40, 40, 88, 88), fill="red")
    drawn.save(file, "png")
    return base64.b64encode(file.getvalue()).decode()


def said(text: object, word: str) -> str:
    assert word in str(text).lower(), f"{word!r} is not in {text!r}"
    return str(text)


def run_openai(url: str, cases: Cases) -> None:
    import openai

    client = openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0)
    chat = client.chat.completions
    tools: Any = [{"type": "function", "function": FUNCTION}]
    ask: Any = [{"role": "user", "content": SUM}]

    def chat_round() -> str:
        first = chat.create(model=MODEL, messages=ask, tools=tools).choices[0].message
        [call] = first.tool_calls or []
        result = calculator(**json.loads(call.function.arguments))
        more = [first, {"role": "tool", "tool_call_id": call.id, "content": result}]
        second = chat.create(model=MODEL, messages=ask + more, tools=tools)
        return said(second.choices[0].message.content, "7")

    def chat_stream() -> str:
        with chat.stream(model=MODEL, messages=ask, tools=tools) as stream:
            kinds = {it.type for it in stream}
            final = stream.get_final_completion().choices[0].message
        assert "tool_calls.function.arguments.done" in kinds, kinds
        return said(final.tool_calls[0].function.arguments, "expression")

    def chat_image() -> str:
        parts: Any = [
            {"type": "image_url", "image_url": {"url": URL + image()}},
            {"type": "text", "text": LOOK},
        ]
        found = chat.create(model=MODEL, messages=[{"role": "user", "content": parts}])
        return said(found.choices[0].message.content, "red")

    def chat_object() -> object:
        asked: Any = [{"role": "user", "content": SHAPES}]
        found = chat.parse(model=MODEL, messages=asked, response_format=Shape, max_tokens=60)
        assert found.choices[0].message.parsed
        return found.choices[0].message.parsed

    def completion() -> str:
        made = client.completions.create(model=MODEL, prompt="Once", max_tokens=5, stream=True)
        return "".join(it.choices[0].text for it in made if it.choices)

    def errors() -> str:
        try:
            chat.create(model="nothing", messages=ask)
        except openai.NotFoundError as error:
            return said(error.code, "model_not_found")
        raise AssertionError("an unknown model answers")

    def models() -> str:
        [one] = client.models.list().data
        return client.models.retrieve(one.id).id

    for case in (chat_round, chat_stream, chat_image, chat_object, completion, errors, models):
        cases.run(f"openai {case.__name__}", case)
    run_responses(client, cases)


def run_responses(client: Any, cases: Cases) -> None:
    """The part of OpenAI's client that is newer than chat completions."""
    responses = client.responses
    ask: Any = [{"role": "user", "content": SUM}]

    def response_round() -> str:
        mine: Any = [{"type": "function", "strict": False} | FUNCTION]
        first = responses.create(model=MODEL, input=SUM, tools=mine)
        [call] = [it for it in first.output if it.type == "function_call"]
        result = calculator(**json.loads(call.arguments))
        back = {"type": "function_call_output", "call_id": call.call_id, "output": result}
        second: Any = [*ask, *(it.to_dict() for it in first.output), back]
        return said(responses.create(model=MODEL, input=second, tools=mine).output_text, "7")

    def response_image() -> str:
        parts: Any = [
            {"type": "input_image", "image_url": URL + image(), "detail": "auto"},
            {"type": "input_text", "text": LOOK},
        ]
        asked: Any = [{"role": "user", "content": parts}]
        with responses.stream(model=MODEL, input=asked) as stream:
            kinds = [it.type for it in stream]
            final = stream.get_final_response()
        assert kinds[0] == "response.created" and kinds[-1] == "response.completed"
        return said(final.output_text, "red")

    def response_object() -> object:
        found = responses.parse(
            model=MODEL, input=SHAPES, text_format=Shape, max_output_tokens=60
        ).output_parsed
        assert found
        return found

    for case in (response_round, response_image, response_object):
        cases.run(f"openai {case.__name__}", case)


def run_anthropic(url: str, cases: Cases) -> None:
    import anthropic

    client = anthropic.Anthropic(base_url=url, api_key=TOKEN, max_retries=0)
    ask: Any = [{"role": "user", "content": SUM}]
    tools: Any = [{"name": "calculator", "description": "Calculate.", "input_schema": PARAMETERS}]
    common: Any = {"model": MODEL, "max_tokens": 200}

    def tool_round() -> str:
        with client.messages.stream(**common, messages=ask, tools=tools) as stream:
            first = stream.get_final_message()
        [call] = [it for it in first.content if it.type == "tool_use"]
        result = {
            "type": "tool_result",
            "tool_use_id": call.id,
            "content": calculator(**call.input),
        }
        said_: Any = [
            *ask,
            {"role": "assistant", "content": first.content},
            {"role": "user", "content": [result]},
        ]
        second = client.messages.create(**common, messages=said_, tools=tools)
        return said("".join(it.text for it in second.content if it.type == "text"), "7")

    def picture() -> str:
        source = {"type": "base64", "media_type": "image/png", "data": image()}
        parts = [{"type": "image", "source": source}, {"type": "text", "text": LOOK}]
        asked: Any = [{"role": "user", "content": parts}]
        found = client.messages.create(**common, messages=asked)
        return said(found.content[0].text, "red")  # pyright: ignore

    def thinking() -> list[str]:
        budget: Any = {"type": "enabled", "budget_tokens": 1024}
        found = client.messages.create(
            model=MODEL, max_tokens=1100, messages=ask, thinking=budget
        ).content
        again: Any = [
            *ask,
            {"role": "assistant", "content": found},
            {"role": "user", "content": SUM},
        ]
        assert client.messages.create(**common, messages=again).content
        return [it.type for it in found]

    def parsed() -> object:
        asked: Any = [{"role": "user", "content": SHAPES}]
        found = client.messages.parse(**common, messages=asked, output_format=Shape)
        assert found.parsed_output
        return found.parsed_output

    def counted() -> int:
        return client.messages.count_tokens(model=MODEL, messages=ask, tools=tools).input_tokens

    def models() -> str:
        return client.models.list().data[0].id

    for case in (tool_round, picture, thinking, parsed, counted, models):
        cases.run(f"anthropic {case.__name__}", case)


def run_ollama(url: str, cases: Cases) -> None:
    import ollama

    client = ollama.Client(host=url, headers={"authorization": f"Bearer {TOKEN}"})
    ask: list[Any] = [{"role": "user", "content": SUM}]

    def tool_round() -> str:
        first = client.chat(MODEL, messages=ask, tools=[calculator]).message
        [call] = first.tool_calls or []
        result = calculator(**call.function.arguments)
        more = [first, {"role": "tool", "tool_name": "calculator", "content": result}]
        second = client.chat(MODEL, messages=ask + more, tools=[calculator])
        return said(second.message.content, "7")

    def picture() -> str:
        asked = [{"role": "user", "content": LOOK, "images": [image()]}]
        parts = client.chat(MODEL, messages=asked, stream=True)
        return said("".join(it.message.content or "" for it in parts), "red")

    def parsed() -> object:
        asked = [{"role": "user", "content": SHAPES}]
        schema, options = Shape.model_json_schema(), {"num_predict": 60}
        found = client.chat(MODEL, messages=asked, format=schema, options=options)
        return Shape.model_validate_json(found.message.content or "")

    def single() -> str:
        client.generate(MODEL)
        [loaded] = client.ps().models
        assert loaded.digest == client.list().models[0].digest
        parts = client.generate(MODEL, LOOK, images=[image()], stream=True)
        return said("".join(it.response for it in parts), "red")

    for case in (tool_round, picture, parsed, single):
        cases.run(f"ollama {case.__name__}", case)


def run_pydantic_ai(url: str, cases: Cases) -> None:
    from pydantic_ai import Agent, BinaryContent
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    openai = OpenAIProvider(base_url=f"{url}/v1", api_key=TOKEN)
    for model in (
        OpenAIChatModel(MODEL, provider=openai),
        OpenAIResponsesModel(MODEL, provider=openai),
        AnthropicModel(MODEL, provider=AnthropicProvider(base_url=url, api_key=TOKEN)),
    ):
        name = f"pydantic-ai {type(model).__name__}"
        agent = Agent(model, tools=[calculator])
        cases.run(f"{name} tool_round", lambda it=agent: said(it.run_sync(SUM).output, "7"))
        picture = BinaryContent(base64.b64decode(image()), media_type="image/png")
        looks = Agent(model)
        cases.run(
            f"{name} image",
            lambda it=looks, file=picture: said(it.run_sync([file, LOOK]).output, "red"),
        )
        cases.run(f"{name} object", lambda it=model: _object(Agent(it, output_type=Shape)))


def _object(agent: Any) -> Shape:
    found = agent.run_sync(SHAPES, model_settings={"max_tokens": 100}).output
    assert isinstance(found, Shape)
    return found


def run_litellm(url: str, cases: Cases) -> None:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    litellm.telemetry = False
    bases = {
        "openai": f"{url}/v1",
        "anthropic": url,
        "hosted_vllm": f"{url}/v1",
        "lm_studio": f"{url}/v1",
        "ollama_chat": url,
    }

    def asked(kind: str, content: Any, **more: Any) -> Any:
        messages = content if isinstance(content, list) else [{"role": "user", "content": content}]
        return litellm.completion(
            f"{kind}/{MODEL}",
            messages=messages,
            api_base=bases[kind],
            api_key=TOKEN,
            num_retries=0,
            **({"max_tokens": 100} | more),
        )

    def stream(kind: str) -> str:
        found = asked(kind, "Tell me your shapes.", stream=True)
        return said("".join(it.choices[0].delta.content or "" for it in found), "circles")

    def tool_round(kind: str) -> str:
        tools = [{"type": "function", "function": FUNCTION}]
        ask = [{"role": "user", "content": SUM}]
        first = asked(kind, ask, tools=tools).choices[0].message
        [call] = first.tool_calls
        result = calculator(**json.loads(call.function.arguments))
        back = {"role": "tool", "tool_call_id": call.id, "name": "calculator", "content": result}
        more = [*ask, first.model_dump(), back]
        return said(asked(kind, more, tools=tools).choices[0].message.content, "7")

    def picture(kind: str) -> str:
        address = {"url": URL + image()}
        parts = [{"type": "image_url", "image_url": address}, {"type": "text", "text": LOOK}]
        ask = [{"role": "user", "content": parts}]
        return said(asked(kind, ask).choices[0].message.content, "red")

    def parsed(kind: str) -> object:
        found = asked(kind, SHAPES, response_format=Shape).choices[0].message.content
        return Shape.model_validate_json(found)

    for kind in bases:
        for case in (stream, tool_round, picture, parsed):
            cases.run(f"litellm {kind} {case.__name__}", partial(case, kind))


def run_langchain(url: str, cases: Cases) -> None:
    from langchain_anthropic import ChatAnthropic
    from langchain_core.messages import HumanMessage
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI

    common: Any = {"model": MODEL, "api_key": TOKEN, "max_retries": 0, "max_tokens": 100}
    mine = tool(calculator)

    def tool_round(model: Any) -> str:
        bound, ask = model.bind_tools([mine]), HumanMessage(SUM)
        first = bound.invoke([ask])
        [call] = first.tool_calls
        return said(bound.invoke([ask, first, mine.invoke(call)]).text, "7")

    def picture(model: Any) -> str:
        file = {"type": "image", "base64": image(), "mime_type": "image/png"}
        parts: Any = [file, {"type": "text", "text": LOOK}]
        found = "".join(it.text for it in model.stream([HumanMessage(parts)]))
        return said(found, "red")

    def parsed(model: Any) -> object:
        found = model.with_structured_output(Shape).invoke(SHAPES)
        assert isinstance(found, Shape)
        return found

    for name, model in (
        ("chat", ChatOpenAI(base_url=f"{url}/v1", **common)),
        ("responses", ChatOpenAI(base_url=f"{url}/v1", use_responses_api=True, **common)),
        ("anthropic", ChatAnthropic(base_url=url, **common)),
    ):
        for case in (tool_round, picture, parsed):
            cases.run(f"langchain {name} {case.__name__}", partial(case, model))


def run_instructor(url: str, cases: Cases) -> None:
    import anthropic
    import instructor
    import openai

    chat = openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0)
    messages = anthropic.Anthropic(base_url=url, api_key=TOKEN, max_retries=0)
    modes = instructor.Mode

    def parsed(client: Any) -> object:
        ask = [{"role": "user", "content": SHAPES}]
        common = {"model": MODEL, "messages": ask, "max_retries": 0, "max_tokens": 100}
        return client.chat.completions.create(response_model=Shape, **common)

    for mode in (modes.TOOLS, modes.JSON_SCHEMA, modes.TOOLS_STRICT):
        cases.run(
            f"instructor {mode.name}", partial(parsed, instructor.from_openai(chat, mode=mode))
        )
    for mode in (modes.ANTHROPIC_TOOLS,):
        made = instructor.from_anthropic(messages, mode=mode)
        cases.run(f"instructor {mode.name}", partial(parsed, made))


def run_llm(url: str, cases: Cases) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LLM_USER_PATH"] = folder
        name = json.dumps({"model_id": "mine", "model_name": MODEL, "api_base": f"{url}/v1"})
        more = {
            "api_key_name": "duologue",
            "supports_tools": True,
            "supports_schema": True,
            "vision": True,
        }
        entry = json.loads(name) | more
        Path(folder, "keys.json").write_text(json.dumps({"duologue": TOKEN}))
        # JSON is YAML.
        Path(folder, "extra-openai-models.yaml").write_text(json.dumps([entry]))
        import llm

        model = llm.get_model("mine")

        def tool_round() -> str:
            return said(model.chain(SUM, tools=[llm.Tool.function(calculator)]).text(), "7")

        def picture() -> str:
            file = llm.Attachment(content=base64.b64decode(image()), type="image/png")
            talk = model.conversation()
            # It puts an image behind its prompt.
            talk.prompt("", attachments=[file]).text()
            return said(talk.prompt(LOOK).text(), "red")

        def parsed() -> object:
            found = model.prompt(SHAPES, schema=Shape, max_tokens=60).text()
            return Shape.model_validate_json(found)

        for case in (tool_round, picture, parsed):
            cases.run(f"llm {case.__name__}", case)


CLIENTS: dict[str, Callable[[str, Cases], None]] = {
    "openai": run_openai,
    "anthropic": run_anthropic,
    "ollama": run_ollama,
    "pydantic-ai": run_pydantic_ai,
    "litellm": run_litellm,
    "langchain": run_langchain,
    "instructor": run_instructor,
    "llm": run_llm,
}


if __name__ == "__main__":
    tried = Cases()
    CLIENTS[sys.argv[2]](sys.argv[1], tried)
    tried.end()
