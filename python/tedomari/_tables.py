"""Tables of pandas, which is an extra: `pip install tedomari[pandas]`."""

from __future__ import annotations

from typing import Any

from ._native import LimitReached


def frame(rows: list[dict[str, Any]], columns: list[str]) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("a DataFrame needs pandas: pip install tedomari[pandas]") from error
    return pandas.DataFrame(rows, columns=columns)


def ranking(analysis: Any) -> Any:
    """All moves of both players, each player's best first."""
    moves = analysis.moves
    if moves is None:
        raise LimitReached(f"the moves are not ranked: {analysis.error}")
    columns = ["player", "move", "mean", "temperature", "loss", "orthodox", "wins", "kind"]
    rows = [{"player": player, **move} for player in ("left", "right") for move in moves[player]]
    return frame(rows, columns)
