"""The tree of blocks: what is removed together, and in which order."""

from engine.disk_cache.block_file import BlockName
from engine.disk_cache.block_tree import BlockTree, root
from engine.disk_cache.followers import Node

# More blocks than calls may be nested.
DEEP = 1500
ROOT = root("model")


def add(tree: BlockTree, parent: str, own: str) -> Node:
    node = Node(BlockName(parent, own, 256, "sum"), 100, 0.0)
    tree.add(node)
    return node


def add_state(tree: BlockTree, own: str) -> Node:
    node = Node(BlockName(own, own, 0, "sum"), 100, 0.0)
    tree.add(node)
    return node


def test_a_very_long_chat_is_removed_from_its_end() -> None:
    tree = BlockTree()
    owns = [f"{number:032x}" for number in range(DEEP)]
    nodes = [add(tree, *pair) for pair in zip([ROOT, *owns], owns, strict=False)]
    assert tree.below(nodes[0]) == nodes[:0:-1]
    assert tree.unreachable([]) == nodes[::-1]
    assert tree.unreachable([owns[9]]) == nodes[:9:-1]


def test_files_are_removed_before_those_that_they_follow() -> None:
    tree = BlockTree()
    shared = add(tree, ROOT, "shared")
    left, right = add(tree, "shared", "left"), add(tree, "shared", "right")
    end = add(tree, "left", "end")
    states = [add_state(tree, "end"), add_state(tree, "right")]
    below = tree.below(shared)
    assert {id(it) for it in below} == {id(it) for it in (left, right, end, *states)}
    assert below.index(states[0]) < below.index(end) < below.index(left)
    assert below.index(states[1]) < below.index(right)
    gone = tree.unreachable(["right"])
    assert gone == [states[0], end, left]
    for node in gone:
        tree.remove(node)
    assert len(tree) == 3
    assert tree.unreachable(["right"]) == []


def test_a_file_whose_beginning_is_missing_is_removed() -> None:
    tree = BlockTree()
    lost, after = add(tree, "missing", "lost"), add(tree, "lost", "after")
    kept = add(tree, ROOT, "kept")
    assert tree.unreachable(["kept"]) == [after, lost]
    assert tree.holds(kept)
