"""The package itself: what it exports, its stubs, its documentation."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
import tedomari as td
import tedomari._native as native

PACKAGE = Path(td.__file__).parent


def test_what_is_exported_is_there():
    assert all(hasattr(td, name) for name in td.__all__) and td.__version__.count(".") == 2
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "widget.js").exists()
    assert "$defs" in json.loads(td.json_schema())


def test_stubs_have_everything():
    """The stubs list all classes and functions with all their methods, and no others."""
    tree = ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8"))
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in dir(native) if not name.startswith("_")}
    known = {name for name in stubs if not name.startswith("_")} | {"VERSION"}
    assert public == known
    for name, node in stubs.items():
        if not isinstance(node, ast.ClassDef) or name.startswith("_") or name == "LimitReached":
            continue
        real = {key for key in vars(getattr(native, name)) if not key.startswith("_")}
        listed = {part.name for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")}
        assert real == listed, name


def told(node: ast.FunctionDef) -> list[tuple[str, str]]:
    """The parameters of a function in the stubs: name and kind."""
    a = node.args
    kinds = [("POSITIONAL_ONLY", a.posonlyargs), ("POSITIONAL_OR_KEYWORD", a.args), ("KEYWORD_ONLY", a.kwonlyargs)]
    found = [(part.arg, kind) for kind, parts in kinds for part in parts if part.arg not in ("self", "cls")]
    more = [(a.vararg, "VAR_POSITIONAL"), (a.kwarg, "VAR_KEYWORD")]
    return found + [(part.arg, kind) for part, kind in more if part is not None]


def test_stubs_have_the_parameters():
    tree = ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8"))
    compared = 0
    for node in tree.body:
        place = native if isinstance(node, ast.FunctionDef) else getattr(native, getattr(node, "name", ""), None)
        for part in [node] if isinstance(node, ast.FunctionDef) else getattr(node, "body", []):
            decorators = [ast.unparse(name) for name in getattr(part, "decorator_list", [])]
            if not isinstance(part, ast.FunctionDef) or part.name.startswith("_") or "property" in decorators:
                continue
            signature = inspect.signature(getattr(place, part.name))
            real = [(name, one.kind.name) for name, one in signature.parameters.items() if name != "self"]
            assert sorted(real) == sorted(told(part)), (place, part.name)
            compared += 1
    assert compared > 60


def test_readers_of_rulesets_are_annotated():
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    annotated = {node.target.id for node in ast.walk(tree) if isinstance(node, ast.AnnAssign) and "_Reader" in ast.unparse(node.annotation) and isinstance(node.target, ast.Name) and node.target.id != "_READERS"}  # fmt: skip
    assert annotated == set(td._READERS)


def test_everything_public_is_documented():
    for name in td.__all__:
        thing = getattr(td, name)
        if inspect.isclass(thing) or callable(thing):
            assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__ == "tedomari":
            for key, part in vars(thing).items():
                simple = key.startswith("_") or key.startswith("is_")
                assert simple or part.__doc__, f"{name}.{key}"


@pytest.mark.parametrize("module", ["tedomari", "tedomari.rulesets"])
def test_examples_in_documentation(module):
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0 and tried > 0


def test_import_needs_nothing_heavy():
    """Numpy, pandas, matplotlib and tqdm are imported when they are needed."""
    code = "import sys, tedomari; print([m for m in ('numpy', 'pandas', 'matplotlib', 'tqdm', 'anywidget') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
