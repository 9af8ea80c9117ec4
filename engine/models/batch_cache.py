"""Tell which caches have a form for several rows."""

from typing import Any


def mergeable(entry: Any) -> bool:
    """Return True if an empty cache entry has a form for a batch that rows can join and leave."""
    nested = getattr(entry, "caches", None)
    if nested is not None:
        return all(mergeable(each) for each in nested)
    # The merged form of a sliding window does not keep the first tokens.
    if not hasattr(entry, "merge") or getattr(entry, "keep", 0):
        return False
    merged = type(entry).merge([entry])
    return all(hasattr(merged, name) for name in ("filter", "extend", "extract"))
