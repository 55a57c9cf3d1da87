"""How values, positions, sums and answers look in a notebook, in light and in dark themes."""

from __future__ import annotations

from html import escape
from typing import Any

from ._native import LimitReached

#: Texts take the colours of the notebook. Thermographs are inverted in dark themes; boards keep their paper,
#: because black and white stones are not exchanged.
STYLE = """<style>
.tedomari {display: flex; flex-wrap: wrap; gap: 1.2em; align-items: flex-start}
.tedomari table {border-collapse: collapse; background: none; margin: 0}
.tedomari td, .tedomari th {text-align: left; padding: .15em .6em; border: 0; background: none; vertical-align: top}
.tedomari th {font-weight: normal; opacity: .7}
.tedomari td {font-family: monospace; overflow-wrap: anywhere; max-width: 36em}
.tedomari caption {text-align: left; font-weight: bold; padding: .15em .6em}
.tedomari svg {max-width: 100%; height: auto}
.tedomari .paper {background: #fff; border-radius: 6px; padding: 2px}
.tedomari .graph svg {width: 26em; background: #fff; border-radius: 6px}
@media (prefers-color-scheme: dark) {
  body:not([data-jp-theme-light="true"]):not(.vscode-light) .tedomari .graph svg {filter: invert(.88) hue-rotate(180deg)}
}
body[data-jp-theme-light="false"] .tedomari .graph svg, body.vscode-dark .tedomari .graph svg,
html[data-theme="dark"] .tedomari .graph svg {filter: invert(.88) hue-rotate(180deg)}
</style>"""

#: How long a drawing in a notebook may take to find out facts, in seconds.
PATIENCE = 2.0
#: The length of a text that is shown whole.
LONG = 400


def _text(thing: Any) -> str:
    text = ", ".join(map(str, thing)) if isinstance(thing, list) else str(thing)
    return escape(text if len(text) <= LONG else f"{text[:LONG]}… ({len(text)} characters)")


def _card(*parts: str) -> str:
    return f'{STYLE}<div class="tedomari">{"".join(part for part in parts if part)}</div>'


def _facts(facts: dict[str, Any], caption: str = "") -> str:
    rows = "".join(
        f"<tr><th>{escape(key.replace('_', ' '))}</th><td>{_text(fact)}</td></tr>" for key, fact in facts.items()
    )
    title = f"<caption>{_text(caption)}</caption>" if caption else ""
    return f"<table>{title}{rows}</table>"


def _graph(graph: Any) -> str:
    return f'<div class="graph">{graph.svg()}</div>'


def _board(position: Any) -> str:
    drawn = _svg(position)
    if drawn is not None:
        return f'<div class="paper">{drawn}</div>'
    return f"<pre>{_text(position)}</pre>"


def _svg(position: Any) -> str | None:
    drawn: str | None = position.svg()
    draw = getattr(position.ruleset, "svg", None)
    if drawn is None and draw is not None:
        drawn = draw(position.state)
    return drawn


def _known(facts: Any, keys: str) -> dict[str, Any]:
    """The facts that are known, bounds as intervals."""
    known: dict[str, Any] = {}
    for key in keys.split():
        fact, bounds = facts.get(key), facts.get(f"{key}_bounds")
        if fact is not None:
            known[key] = fact
        elif bounds is not None:
            known[key] = "between {} and {}".format(*bounds)
    if facts.get("error") is not None:
        known["ended early"] = facts["error"]
    return known


def komasters(found: Any) -> dict[str, str]:
    """What a position with kos is worth under each komaster."""
    shown = {}
    for known in found.get("komasters") or ():
        facts = _known(known, "mean temperature").items()
        shown[f"{known.komaster} is komaster"] = ", ".join(f"{key} {fact}" for key, fact in facts)
    return shown


_FACTS = "canonical ko outcome mean temperature left_stop right_stop atomic_weight birthday"


def value(value: Any) -> str:
    facts = {"value": value, "outcome": value.outcome, "mean": value.mean, "temperature": value.temperature}
    facts["stops"] = f"{value.left_stop}, {value.right_stop}"
    if value.is_infinitesimal:
        facts["atomic weight"] = value.atomic_weight
    return _card(_facts(facts), _graph(value.thermograph))


def thermograph(graph: Any) -> str:
    return _card(_facts({"mean": graph.mean, "temperature": graph.temperature}), _graph(graph))


def position(position: Any) -> str:
    found = position.analyze(time=PATIENCE, progress=False)
    facts = _known(found, _FACTS)
    for player, moves in (found.moves or {}).items():
        best = [str(move["move"]) for move in moves if move["orthodox"]]
        facts[f"{player} plays"] = ", ".join(best[:6]) + (" …" if len(best) > 6 else "")
    facts.update(komasters(found))
    graph = found.thermograph
    drawn = graph.svg() if graph is not None else position.ko_svg(time=PATIENCE, progress=False)
    return _card(_board(position), _facts(facts, position.text), f'<div class="graph">{drawn}</div>' if drawn else "")


def sum_(whole: Any) -> str:
    parts = []
    for part in whole.parts:
        if hasattr(part, "game"):
            parts.append(_board(part))
        else:
            parts.append(f"<pre>{_text(part)}</pre>")
    found = whole.analyze(time=PATIENCE, progress=False)
    facts = _known(found, _FACTS)
    try:
        facts["outcome"] = whole.solve(time=PATIENCE, progress=False).outcome or facts.get("outcome", "unknown")
    except LimitReached:
        pass
    graph = found.thermograph
    joined = '<div style="align-self: center">+</div>'.join(parts)
    return _card(joined, _facts(facts, whole), _graph(graph) if graph is not None else "")


def answer(found: Any) -> str:
    facts = {key: fact for key, fact in found.items() if key not in ("thermograph", "schema", "moves", "regions")}
    moves = found.get("moves")
    tables = []
    for player in ("left", "right") if moves else ():
        head = "".join(f"<th>{key}</th>" for key in ("move", "mean", "temperature", "loss"))
        rows = "".join(
            "<tr>" + "".join(f"<td>{_text(move[key])}</td>" for key in ("move", "mean", "temperature", "loss")) + "</tr>"
            for move in moves[player][:10]
        )
        tables.append(f"<table><caption>{player}</caption><tr>{head}</tr>{rows}</table>")
    graph = found.get("thermograph")
    return _card(_facts(facts), *tables, _graph(graph) if graph is not None else "")


def experiment(result: Any) -> str:
    tables = []
    for table in result.tables:
        head = "".join(f"<th>{_text(column)}</th>" for column in table["columns"])
        rows = ("".join(f"<td>{_text(cell)}</td>" for cell in row) for row in table["rows"])
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        tables.append(f"<table><caption>{_text(table['title'])}</caption><tr>{head}</tr>{body}</table>")
    return _card(*tables, *(f'<div class="graph">{plot}</div>' for plot in result.plots))
