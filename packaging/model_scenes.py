"""Scenes of the models window for screenshots: each page, from an empty library to a check."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QScrollArea, QWidget

from engine.messages import (
    Divergence,
    ModelProfile,
    ModelSpeed,
    ProfileTried,
    PromptDivergence,
    Recipe,
    RecipeOffer,
    StopToken,
)
from tests.kit.library_models import GB, model_facts, model_fit, shelf
from tests.kit.loop import run_for
from ui.models.models_window import DOWNLOADS, GET, LIBRARY, ModelsWindow
from ui.state.conversions import Check, Conversion, Offers
from ui.state.downloads import Download, DownloadPhase
from ui.state.hub_state import HubFile, HubModel, HubPage
from ui.state.workspace import Workspace

REVISION = "a" * 40
CARD = """# Qwen3-VL-8B-Thinking-4bit

This model was converted to MLX from [Qwen/Qwen3-VL-8B-Thinking](https://huggingface.co/Qwen).

| Benchmark | Score |
|-----------|------:|
| MMMU      | 74.1  |

```bash
mlx_vlm.generate --model mlx-community/Qwen3-VL-8B-Thinking-4bit --prompt "Describe this image."
```
"""
TEMPLATE = """{%- for message in messages %}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n<think>\\n' }}{%- endif %}
"""
PROMPT = "<|im_start|>user\nWhat is 17 + 25?<|im_end|>\n<|im_start|>assistant\n<think>\n"


class ModelScenes:
    """`save` saves a widget under a name."""

    def __init__(self, save: Callable[[str, QWidget], None], parent: QWidget | None = None) -> None:
        self._save = save
        self._workspace = workspace = Workspace()
        workspace.library.set_models(shelf())
        self._window = ModelsWindow(workspace, parent)

    def take(self) -> None:
        """Save all scenes."""
        self._window.resize(980, 680)
        self._window.show()
        self._library()
        self._model()
        self._get()
        self._downloads()
        self._window.close()

    def _library(self) -> None:
        library = self._workspace.library
        self._window.show_page(LIBRARY)
        self._save("models_list", self._window)
        self._window.library.list.view.choose("/models/falcon-11b")
        self._save("models_list_unusable", self._window)
        library.set_models(shelf()[:1])
        self._save("models_empty", self._window)
        library.set_models(shelf())

    def _model(self) -> None:
        """Save the pages of a model that fits, section by section, of one that does not, and of one
        that cannot be used."""
        fits, too_large, away = (shelf()[place].model_id for place in (1, 2, 6))
        self._open(fits)
        self._fill_profile(fits)
        self._scroll_through("models_page")
        self._convert(fits)
        self._workspace.engine.set_loading({fits: (2 * GB, 5 * GB)})
        self._scroll_through("models_page_busy")
        for name, model_id in (("too_large", too_large), ("away", away)):
            self._open(model_id)
            self._save(f"models_page_{name}", self._window)
        self._open("")

    def _open(self, model_id: str) -> None:
        self._workspace.library.shown.emit(model_id)

    def _fill_profile(self, model_id: str) -> None:
        library = self._workspace.library
        library.set_profile(ModelProfile(model_id, stop_ids=(151_645,)))
        adapter = "/Users/ada/poet-lora"
        library.set_profile(ModelProfile(f"{model_id}-poet", folder=model_id, adapter=adapter))
        tried = ProfileTried(1, model_id, TEMPLATE, TEMPLATE, "{{ messages }}", "ChatML", PROMPT)
        own, added = StopToken(151_643, "<|endoftext|>"), StopToken(151_645, "<|im_end|>")
        tried = replace(tried, own_stops=(own,), added_stops=(added,))
        library.set_trial(replace(tried, channel_format="qwen", thinking_switch=True, tools=True))

    def _convert(self, model_id: str) -> None:
        """Show a finished conversion with its check."""
        four, six = Recipe(4), Recipe(4, high_bits=6)
        offers = (
            RecipeOffer(four, 5 * GB, 7 * GB),
            RecipeOffer(six, 6 * GB, 8 * GB),
            RecipeOffer(Recipe(4, 32, "mxfp4"), problem="This Mac has no kernels for it."),
        )
        target = f"{model_id}-mixed"
        same = PromptDivergence("Explain a proof, step by step.", 32, 32, 0.0004)
        other = PromptDivergence("Write a poem about the sea.", 32, 29, 0.04, 7, " a", " the")
        prompts = (same, *(replace(other) for _ in range(19)))
        speeds = ModelSpeed(412.0, 38.0), ModelSpeed(430.5, 61.7)
        found = Divergence(model_id, target, prompts, *speeds)
        conversions = self._workspace.conversions
        conversions.set_offers(model_id, Offers(offers, ready=True))
        conversions.set_conversion(model_id, Conversion(six, target, running=False))
        conversions.set_check(model_id, Check(target, 8, 8, running=False, divergence=found))

    def _scroll_through(self, name: str) -> None:
        """Save a page of a model screen by screen."""
        run_for(0.2)
        area = self._window.library.model.findChild(QScrollArea)
        assert isinstance(area, QScrollArea)
        bar, step = area.verticalScrollBar(), area.viewport().height() - 40
        for number, place in enumerate(range(0, bar.maximum() + step, step)):
            bar.setValue(place)
            self._save(f"{name}_{number}", self._window)

    def _get(self) -> None:
        hub, window = self._workspace.hub, self._window
        hub.host, hub.memory = "huggingface.co", 16
        models = _hub_models()
        hub.set_recommended(replace(it, facts=None, fit=None, peak=6 * GB) for it in models[:3])
        window.show_page(GET)
        self._save("models_get", window)
        hub.searched = "qwen vision"
        hub.set_models(models)
        window.get.search.setText(hub.searched)
        self._save("models_get_results", window)
        hub.set_models(())
        self._save("models_get_nothing", window)
        hub.set_models((), problem="The hub did not answer. Check the network, then search again.")
        self._save("models_get_problem", window)
        hub.set_models(models)
        files = (
            HubFile("config.json", 1_840),
            HubFile("model-00001-of-00002.safetensors", 5 * GB),
            HubFile("modeling_custom.py", 9_000, False, "A model's code is never run."),
        )
        for name, model in (("fits", models[0]), ("gated", models[2])):
            hub.set_page(HubPage(model, CARD, files, "https://huggingface.co/x"))
            self._save(f"models_hub_page_{name}", window)
        hub.set_page(None)

    def _downloads(self) -> None:
        self._window.show_page(DOWNLOADS)
        self._save("models_downloads_none", self._window)
        self._workspace.downloads.set_items(_downloads())
        self._save("models_downloads", self._window)


def _hub_models() -> list[HubModel]:
    vision = model_facts(8.8e9, 4.8, video=True, context=262_144)
    large = model_facts(30.5e9, 4.5, family="qwen3_moe", vision=False)
    gemma = model_facts(12.2e9, 4.6, family="gemma3", thinking=False, tools=False, licence="gemma")
    org = "mlx-community/"

    def made(name: str, facts, **fields) -> HubModel:
        fit = model_fit(facts) if facts else None
        size = facts.weight_bytes if facts else 0
        given = {"size": size, "downloads": 12_345, "updated": "2026-03-02", **fields}
        return HubModel(org + name, REVISION, facts, fit, **given)

    return [
        made("Qwen3-VL-8B-Thinking-4bit", vision),
        made("Qwen3-30B-A3B-4bit", large),
        made("gemma-3-12b-it-4bit", gemma, gated=True),
        made("Qwen3-VL-2B-4bit", vision, model_id="/data/models/Qwen3-VL-8B-Thinking-4bit"),
        made("Falcon-H1-34B-8bit", None, problem="The family falcon_h1 is not supported."),
        made("Qwen2.5-VL-72B-Instruct-very-long-name-with-many-parts-4bit", None),
    ]


def _downloads() -> list[Download]:
    def made(name: str, phase: DownloadPhase, done: int = 0, **fields) -> Download:
        at = f"/data/models/{name}"
        return Download(f"mlx-community/{name}", REVISION, at, phase, done * GB, 8 * GB, **fields)

    problem = "The disk is full. Free 4.2 GB, then try again."
    away = "No connection. The download goes on by itself."
    return [
        made("Qwen3-VL-8B-4bit", DownloadPhase.RUNNING, 3, rate=42e6, seconds_left=119.0),
        made("gemma-3-12b-it-4bit", DownloadPhase.RUNNING, 2, problem=away),
        made("Qwen3-14B-5bit", DownloadPhase.CHECKING, 8),
        made("SmolVLM2-2.2B", DownloadPhase.QUEUED),
        made("Pixtral-12B-4bit", DownloadPhase.PAUSED, 5),
        made("Llama-3.3-70B-4bit", DownloadPhase.FAILED, 4, problem=problem),
        made("Qwen3-0.6B-8bit", DownloadPhase.DONE, 8),
    ]
