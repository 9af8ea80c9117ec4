"""Recipes to quantize the weights of a model, and the costs of a conversion."""

from engine.frozen import frozen


@frozen
class Recipe:
    """A way to quantize: `bits` per weight, with scales for each group of `group_size` weights.

    `mode` is a name of MLX: "affine", "mxfp4", "nvfp4" or "mxfp8". A mixed recipe has `high_bits`:
    the layers that matter most get those, the others `bits`.
    """

    bits: int
    group_size: int = 64
    mode: str = "affine"
    high_bits: int = 0

    @property
    def suffix(self) -> str:
        """The end of the name of a folder: "4bit", "4bit-g32", "mixed-4-6bit", "mxfp4"."""
        if self.mode != "affine":
            return self.mode
        if self.high_bits:
            return f"mixed-{self.bits}-{self.high_bits}bit"
        return f"{self.bits}bit" + (f"-g{self.group_size}" if self.group_size != 64 else "")


# In the order in which they are offered.
RECIPES = (
    *(Recipe(bits) for bits in (4, 5, 6, 8)),
    Recipe(4, high_bits=6),
    Recipe(3, high_bits=6),
    *(Recipe(bits, size) for size in (32, 128) for bits in (4, 5, 6, 8)),
    Recipe(4, 32, "mxfp4"),
    Recipe(4, 16, "nvfp4"),
    Recipe(8, 32, "mxfp8"),
)


@frozen
class RecipeOffer:
    """The costs of a conversion: `size` is that of the new weights, `memory` the most that the
    conversion takes at once, both in bytes. `problem` is a sentence why the recipe cannot be used,
    "" if it can."""

    recipe: Recipe
    size: int = 0
    memory: int = 0
    problem: str = ""
