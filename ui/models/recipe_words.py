"""Recipes of quantization in words."""

from collections.abc import Iterable

from engine.messages import Recipe, RecipeOffer
from ui.look.language import number, tr, translated
from ui.look.numbers import size_text

# Vision models with fewer parameters read small print badly with few bits.
SMALL_VISION_MODEL = 4e9
USUAL, CAREFUL = Recipe(4), Recipe(8)


def recipe_text(recipe: Recipe) -> str:
    """Return the name of a recipe: "4 bits", "4 bits, groups of 32", "4 and 6 bits mixed"."""
    if recipe.mode != "affine":
        return recipe.mode.upper()
    if recipe.high_bits:
        return tr("{low} and {high} bits mixed").format(
            low=number(recipe.bits), high=number(recipe.high_bits)
        )
    bits = tr("%n bit(s)", "", recipe.bits)
    if recipe.group_size == USUAL.group_size:
        return bits
    return tr("{bits}, groups of {size}").format(bits=bits, size=number(recipe.group_size))


def offer_text(offer: RecipeOffer, original: int) -> str:
    """Return the size of the new weights beside that of the `original` ones, and the memory it
    takes."""
    text = tr("The new weights take {size}")
    if original:
        text = tr("The new weights take {size} instead of {original}")
    words = text.format(size=size_text(offer.size), original=size_text(original))
    memory = tr("The conversion needs {memory} of memory.").format(memory=size_text(offer.memory))
    return f"{words}. {memory}"


def impossible_text(offers: Iterable[RecipeOffer]) -> str:
    """Return why some recipes are not offered, each reason once; "" if all are."""
    reasons: dict[str, list[str]] = {}
    for offer in offers:
        if offer.problem:
            reasons.setdefault(translated(offer.problem), []).append(recipe_text(offer.recipe))
    return "\n".join(
        tr("Not possible: {recipes}. {reason}").format(recipes="; ".join(names), reason=reason)
        for reason, names in reasons.items()
    )


def usual_recipe(vision: bool, parameters: int) -> Recipe:
    """Return the recipe that is proposed for a model."""
    return CAREFUL if vision and parameters < SMALL_VISION_MODEL else USUAL
