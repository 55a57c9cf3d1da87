"""Plots of matplotlib, which is an extra: `pip install tedomari[plot]`."""

from __future__ import annotations

from typing import Any


def thermograph(graph: Any, axes: Any = None, title: str | None = None) -> Any:
    """Draws a thermograph as the field does: the value runs from right to left, the temperature upwards."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install tedomari[plot]") from error
    if axes is None:
        _, axes = plt.subplots()
    mean, temperature = float(graph.mean), float(graph.temperature)
    top = temperature + max(1.0, (temperature + 1) / 3)
    # Colour-blind readers can distinguish the colours, and lines differ as well.
    for player, colour, style in (("left", "#0072b2", "-"), ("right", "#d55e00", "--")):
        corners = graph.array(player)
        axes.plot(corners[:, 0], corners[:, 1], style, color=colour, label=f"{player.capitalize()} wall")
    axes.plot([mean, mean], [temperature, top], color="black", linewidth=2.5, label="mast")
    axes.plot([mean], [temperature], "o", color="black")
    axes.annotate(f"{graph.mean} at {graph.temperature}", (mean, temperature), xytext=(8, 8), textcoords="offset points")
    if not axes.xaxis_inverted():
        axes.invert_xaxis()
    axes.set_xlabel("value")
    axes.set_ylabel("temperature")
    axes.set_ylim(-1, top)
    if title is not None:
        axes.set_title(title)
    axes.legend()
    return axes
