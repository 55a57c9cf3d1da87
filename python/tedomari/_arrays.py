"""Arrays of numpy, which is imported when the first one is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ._native import compare_lists

if TYPE_CHECKING:
    import numpy as np

    from . import ValueLike


def floats(rows: list[tuple[float, float]]) -> np.ndarray:
    import numpy as np

    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def comparisons(left: Iterable[ValueLike], right: Iterable[ValueLike]) -> np.ndarray:
    import numpy as np

    left, right = list(left), list(right)
    return np.frombuffer(compare_lists(left, right), dtype=np.int8).reshape(len(left), len(right))
