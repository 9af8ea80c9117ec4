"""Training steps, and their progress."""

import torch
import torch.nn.functional as F
from torch import Tensor

from demo_model.batches import IGNORED
from demo_model.muon import Muon
from demo_model.network import Dit, Network, compile_layers
from demo_model.shown.scenes import COLORS

MUON_RATE = 0.006
ADAM_RATE = 0.002
WARM_UP = 100
# The share of the steps over which the rate falls to zero.
DECAY = 0.6
AUXILIARY_LOSS = 0.3
# Weights that do not map one state to another: Muon would make them orthogonal.
NO_MATRICES = ("embed_tokens", "pos_embed", "cell_names", "taps")
BACKGROUND = 0.15


def rate_at(step: int, done: float) -> float:
    """Return the share of the full learning rate when `done` of the training is done."""
    return max(0.0, min(1.0, (step + 1) / WARM_UP, (1 - done) / DECAY))


def losses(model: Network, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Return the loss of the assistant's words, and the auxiliary loss: of the color and shape of
    each cell for Dot, of the words that the drafting head predicts for Dit, zero for Dash."""
    logits = model.language_model.logits
    with torch.autocast(batch["tokens"].device.type, torch.bfloat16, cache_enabled=False):
        hidden, beside = model(batch)
        said = _said(logits(hidden), batch)
        if isinstance(model, Dit):
            return said, _said(logits(beside), batch)
    return said, torch.zeros_like(said) if beside is None else _cells(beside, batch)


def _said(logits: Tensor, batch: dict[str, Tensor]) -> Tensor:
    return F.cross_entropy(
        logits.flatten(0, 1).float(), batch["targets"].flatten(), ignore_index=IGNORED
    )


def _cells(names: Tensor, batch: dict[str, Tensor]) -> Tensor:
    colors, shapes = (
        names.float().flatten(0, 1).split([len(COLORS) + 1, names.shape[-1] - 1 - len(COLORS)], 1)
    )
    labels = batch["labels"].flatten(0, 1)
    return sum(
        F.cross_entropy(logit, label, weight=_rare(logit), ignore_index=IGNORED)
        for logit, label in ((colors, labels[:, 0]), (shapes, labels[:, 1]))
    )


def _rare(logits: Tensor) -> Tensor:
    """Return weights of the classes: most cells are background."""
    weights = torch.ones_like(logits[0])
    weights[:1].fill_(BACKGROUND)
    return weights


class Trainer:
    """Makes one step at a time. On a GPU a step is recorded once as a CUDA graph and replayed: with
    so small a model, starting its kernels one by one would take most of the time."""

    def __init__(self, model: Network, steps: int, rate: float = 1.0) -> None:
        """`rate` is a share of the usual learning rates, for a model that was trained before."""
        self.model = model
        self.steps = steps
        self.rate = rate
        self.step = 0
        # The share of the time that is over, if the time ends the training and not the steps.
        self.spent = 0.0
        self.device = next(model.parameters()).device
        self._rates = [torch.tensor(0.0, device=self.device) for _ in range(2)]
        matrices, others = [], []
        for name, weight in model.named_parameters():
            plain = weight.dim() < 2 or any(part in name for part in NO_MATRICES)
            (others if plain else matrices).append(weight)
        self.muon = Muon(matrices, self._rates[0])
        self.adam = torch.optim.AdamW(
            others,
            lr=self._rates[1],
            betas=(0.9, 0.98),
            weight_decay=0.0,
            capturable=self.device.type == "cuda",
        )
        self._others = others
        self.losses = torch.zeros(2, device=self.device)
        self.skipped = torch.zeros((), device=self.device)
        self._batch: dict[str, Tensor] = {}
        self._graph: torch.cuda.CUDAGraph | None = None
        self._stream = torch.cuda.Stream(self.device) if self.device.type == "cuda" else None
        if self._stream:
            compile_layers(model)
        # Until the optimizers have their state, which must not be made inside the graph.
        self._unrecorded = 3

    def __call__(self, batch: dict[str, Tensor]) -> None:
        share = self.rate * rate_at(self.step, max(self.step / self.steps, self.spent))
        for rate, full in zip(self._rates, (MUON_RATE, ADAM_RATE), strict=True):
            rate.fill_(share * full)
        if not self._batch:
            self._batch = {
                name: torch.empty_like(t, device=self.device) for name, t in batch.items()
            }
        for name, tensor in batch.items():
            self._batch[name].copy_(tensor, non_blocking=True)
        if self._graph is not None:
            self._graph.replay()
        elif self._stream is None:
            self._work()
        else:
            self._start_on(self._stream)
        self.step += 1

    def _start_on(self, stream: torch.cuda.Stream) -> None:
        """Make a step without the graph, or record it, off the default stream."""
        stream.wait_stream(torch.cuda.current_stream(self.device))
        if self._unrecorded:
            self._unrecorded -= 1
            with torch.cuda.stream(stream):
                self._work()
        else:
            graph = self._graph = torch.cuda.CUDAGraph()
            # Meanwhile another thread puts the next batches into pinned memory.
            with torch.cuda.graph(graph, stream=stream, capture_error_mode="thread_local"):
                self._work()
            graph.replay()
        torch.cuda.current_stream(self.device).wait_stream(stream)

    def _work(self) -> None:
        self.model.zero_grad(set_to_none=True)
        said, auxiliary = losses(self.model, self._batch)
        (said + AUXILIARY_LOSS * auxiliary).backward()
        self._drop_what_is_not_finite()
        torch.nn.utils.clip_grad_norm_(self._others, 1.0)
        self.adam.step()
        self.muon.step()
        self.losses.copy_(torch.stack([said.detach(), auxiliary.detach()]))

    def _drop_what_is_not_finite(self) -> None:
        """Zero gradients that are not finite, so that such a step moves by its momentum only."""
        gradients = [w.grad for w in self.model.parameters() if w.grad is not None]
        finite = torch.stack([g.sum() for g in gradients]).isfinite().all()
        self.skipped += ~finite
        for gradient in gradients:
            gradient.copy_(torch.where(finite, gradient, 0.0))

    def state(self) -> dict:
        return {
            "model": self.model.state_dict(),
            "adam": self.adam.state_dict(),
            "muon": self.muon.momenta,
            "step": self.step,
            "skipped": self.skipped,
        }

    def load(self, state: dict) -> None:
        self.model.load_state_dict(state["model"])
        self.adam.load_state_dict(state["adam"])
        for group in self.adam.param_groups:
            group["lr"], group["capturable"] = self._rates[1], self.device.type == "cuda"
        for momentum, saved in zip(self.muon.momenta, state["muon"], strict=True):
            momentum.copy_(saved)
        self.step = state["step"]
        self.skipped.copy_(state["skipped"])


@torch.no_grad()
def held_out(model: Network, batches: list[dict[str, Tensor]]) -> dict[str, float]:
    """Return both losses, and the share of chats and branches of which every learned token is the
    likeliest one, given those before."""
    both, right, answers = torch.zeros(2), 0, 0
    for batch in batches:
        both += torch.stack(losses(model, batch)).cpu() / len(batches)
        with torch.autocast(batch["tokens"].device.type, torch.bfloat16):
            chosen = model.language_model.logits(model(batch)[0]).argmax(-1)
        learned = batch["targets"] != IGNORED
        answer = batch["documents"] * 1000 + batch["branches"]
        wrong = learned & (chosen != batch["targets"])
        answers += answer[learned].unique().numel()
        right += answer[learned].unique().numel() - answer[wrong].unique().numel()
    said, auxiliary = both.tolist()
    return {"loss": said, "auxiliary": auxiliary, "exact": right / answers}
