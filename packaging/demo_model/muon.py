"""Muon: momentum whose matrices are made orthogonal before they are applied.

Source: Keller Jordan et al., "Muon: An optimizer for hidden layers in neural networks" (2024); the
step size follows Liu et al., "Muon is Scalable for LLM Training" (2025). PyTorch's own Muon takes
its rate as a number, and a number cannot change inside a CUDA graph.
"""

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
WEIGHT_DECAY = 0.02
# Coefficients of the quintic iteration that pushes all singular values towards one.
COEFFICIENTS = (3.4445, -4.7750, 2.0315)
ITERATIONS = 5


class Muon:
    """Updates matrices, those of the same shape together. `rate` is a tensor without dimensions."""

    def __init__(self, weights: list[nn.Parameter], rate: Tensor) -> None:
        self._rate = rate
        by_shape: dict[torch.Size, list[nn.Parameter]] = {}
        for weight in weights:
            by_shape.setdefault(weight.shape, []).append(weight)
        self._groups = list(by_shape.values())
        self.momenta = [torch.zeros_like(torch.stack(group)) for group in self._groups]

    @torch.no_grad()
    def step(self) -> None:
        for group, momentum in zip(self._groups, self.momenta, strict=True):
            gradient = torch.stack([weight.grad for weight in group])
            momentum.lerp_(gradient, 1 - MOMENTUM)
            update = orthogonal(gradient.lerp(momentum, MOMENTUM))
            # The same root mean square as AdamW's usual step.
            update *= 0.2 * max(update.shape[1:]) ** 0.5 * self._rate
            for weight, change in zip(group, update, strict=True):
                weight.mul_(1 - WEIGHT_DECAY * self._rate).sub_(change)


def orthogonal(matrices: Tensor) -> Tensor:
    """Return roughly the nearest orthogonal matrices (n, rows, columns), by Newton-Schulz
    iteration."""
    a, b, c = COEFFICIENTS
    tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.mT if tall else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    if x.is_cuda:
        x = x.bfloat16()
    for _ in range(ITERATIONS):
        square = x @ x.mT
        square = torch.baddbmm(square, square, square, beta=b, alpha=c)
        x = torch.baddbmm(x, square, x, beta=a)
    return (x.mT if tall else x).float()
