"""The heights and positions of thousands of messages, as a Fenwick tree."""

from collections.abc import Iterable, Iterator


class Heights:
    """A list of heights with their sums. Every lookup and change takes O(log n)."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._sums = [0, *self._heights]
        for at in range(1, len(self._sums)):
            if (above := at + (at & -at)) < len(self._sums):
                self._sums[above] += self._sums[at]

    def __len__(self) -> int:
        return len(self._heights)

    def __iter__(self) -> Iterator[int]:
        return iter(self._heights)

    def __getitem__(self, index: int) -> int:
        return self._heights[index]

    def append(self, height: int) -> None:
        at = len(self._sums)
        first = at - (at & -at)
        self._sums.append(height + self.top(at - 1) - self.top(first))
        self._heights.append(height)

    def set(self, index: int, height: int) -> None:
        change = height - self._heights[index]
        if not change:
            return
        self._heights[index] = height
        at = index + 1
        while at < len(self._sums):
            self._sums[at] += change
            at += at & -at

    def top(self, index: int) -> int:
        """Return the sum of all heights before `index`."""
        total = 0
        while index:
            total += self._sums[index]
            index -= index & -index
        return total

    @property
    def total(self) -> int:
        return self.top(len(self._heights))

    def at(self, y: int) -> int:
        """Return the index at the position `y`; beyond the ends the first or last one, -1 if there
        are no messages. No height may be negative."""
        found, step = 0, 1 << len(self._heights).bit_length()
        while step:
            if found + step < len(self._sums) and self._sums[found + step] <= y:
                found += step
                y -= self._sums[found]
            step >>= 1
        return min(found, len(self._heights) - 1)
