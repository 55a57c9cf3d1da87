"""Answers: what was found out about a question, with the keys of the command's JSON as attributes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


class Answer(Mapping[str, Any]):
    """The answer to a question. Its keys are also attributes; one that is missing is not known and gives None.

    `answer.json` is what the command prints with `--json`, and `answer.error` says why work ended early.
    """

    __slots__ = ("_facts", "_text")

    def __init__(self, facts: dict[str, Any], text: str) -> None:
        self._facts = {key: _wrapped(fact) for key, fact in facts.items()}
        self._text = text

    def _add(self, key: str, fact: Any) -> None:
        self._facts[key] = _wrapped(fact)

    @property
    def json(self) -> dict[str, Any]:
        """The answer as the JSON of the command."""
        told: dict[str, Any] = json.loads(self._text)
        return told

    @property
    def value(self) -> Any:
        """The value with the canonical form of the answer. None means that it is not known."""
        from . import Value

        canonical = self._facts.get("canonical")
        return None if canonical is None else Value(canonical)

    def __getitem__(self, key: str) -> Any:
        return self._facts[key]

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        return self._facts.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._facts]

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return _restored, (self._facts, self._text)

    def __repr__(self) -> str:
        width = max((len(key) for key in self._facts), default=0)
        return "\n".join(f"{key:<{width}}  {_short(fact)}" for key, fact in self._facts.items())

    def _repr_html_(self) -> str:
        from ._html import answer

        return answer(self)


def _restored(facts: dict[str, Any], text: str) -> Answer:
    return Answer(facts, text)


def _wrapped(fact: Any) -> Any:
    """Lists of facts, such as moves, have attributes as well."""
    if isinstance(fact, list):
        return [_wrapped(item) for item in fact]
    if isinstance(fact, dict):
        return Answer(fact, "{}")
    return fact


def _short(fact: Any) -> str:
    if isinstance(fact, list):
        text = ", ".join(_short(item) for item in fact)
    elif isinstance(fact, Answer):
        text = "{" + ", ".join(f"{key}: {_short(item)}" for key, item in fact.items()) + "}"
    else:
        text = str(fact)
    return text if len(text) <= 200 else text[:197] + "..."
