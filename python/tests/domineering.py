"""Domineering as a ruleset in Python, for tests and benchmarks: without hooks, and with those of the built-in one."""

from __future__ import annotations

import tedomari as td


class Domineering(td.Ruleset):
    """Dominoes on a set of free cells, as a ruleset in Python: Left upright, Right flat."""

    name = "my-domineering"
    about = "Left places dominoes upright, Right flat"
    example = "..|.."

    def options(self, free, player):
        dx, dy = (0, 1) if player == "left" else (1, 0)
        return [free - {(x, y), (x + dx, y + dy)} for x, y in sorted(free) if (x + dx, y + dy) in free]

    def read(self, text):
        return frozenset((x, y) for y, row in enumerate(text.split("|")) for x, c in enumerate(row) if c == ".")

    def show(self, free):
        if not free:
            return "#"
        width, height = (1 + max(place[i] for place in free) for i in (0, 1))
        return "|".join("".join("#."[(x, y) in free] for x in range(width)) for y in range(height))


class WithHooks(Domineering):
    name = "my-domineering-with-hooks"

    def regions(self, free):
        rest, found = set(free), []
        while rest:
            todo, region = [rest.pop()], set()
            while todo:
                x, y = todo.pop()
                region.add((x, y))
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in rest:
                        rest.remove(near)
                        todo.append(near)
            if len(region) > 1:
                found.append(frozenset(region))
        return found

    def normal_form(self, free):
        if not free:
            return free, False
        x0, y0 = (min(place[i] for place in free) for i in (0, 1))
        x1, y1 = (max(place[i] for place in free) for i in (0, 1))
        flipped = [
            [(x - x0, y - y0) for x, y in free],
            [(x1 - x, y - y0) for x, y in free],
            [(x - x0, y1 - y) for x, y in free],
            [(x1 - x, y1 - y) for x, y in free],
        ]
        # A quarter turn exchanges the players.
        upright = min(sorted(places) for places in flipped)
        turned = min(sorted((y, x) for x, y in places) for places in flipped)
        return (frozenset(turned), True) if turned < upright else (frozenset(upright), False)

    def bounds(self, free):
        return -(len(free) // 2), len(free) // 2

    def svg(self, free):
        return f"<svg><title>{self.show(free)}</title></svg>"
