import ast

from tests.kit.paths import ROOT


def test_every_scene_of_the_screenshots_can_be_taken() -> None:
    """Scenes are called by their names, which nothing else would check."""
    script = ast.parse((ROOT / "packaging/screenshots.py").read_text("utf-8"))
    handmade = ast.parse((ROOT / "packaging/handmade_scenes.py").read_text("utf-8"))
    lists = {
        target.id: set(ast.literal_eval(node.value))
        for node in script.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in ("SCENES", "HANDMADE")
    }
    assert lists["SCENES"] <= methods(script, "Photographer")
    assert lists["HANDMADE"] <= methods(handmade, "HandmadeScenes")


def methods(tree: ast.Module, name: str) -> set[str]:
    [found] = [it for it in tree.body if isinstance(it, ast.ClassDef) and it.name == name]
    return {it.name for it in found.body if isinstance(it, ast.FunctionDef)}
