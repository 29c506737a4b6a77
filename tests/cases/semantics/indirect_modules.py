"""Modules and members named by a string: imports, patches, import paths."""

import importlib
import logging
from importlib import import_module
from unittest import mock
from unittest.mock import patch

import pytest
from elsewhere import load, patch_all
from osmosis_ai.rollout import GraderContext, LocalBackend, RolloutContext

AGENT = "osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent"  # expect: OSM411@9
ALIVE = "osmosis_ai.rollout:GraderContext"
OTHER = "my_rollout.agents:OsmosisInstalledAgent"


def dynamic_imports(name):
    importlib.import_module("osmosis_ai.rollout.validator")  # expect: OSM502@29
    import_module("osmosis_ai.eval.common")  # expect: OSM502@19
    __import__("osmosis_ai.rollout.validator")  # expect: OSM502@16
    importlib.import_module("osmosis_ai.rollout")
    importlib.import_module("other.rollout.validator")
    importlib.import_module(name)
    importlib.import_module("osmosis_ai.rollout.validators")
    importlib.import_module(".validator", "osmosis_ai.rollout")  # expect: OSM502@29
    import_module(".validator", package="osmosis_ai.rollout")  # expect: OSM502@19
    importlib.import_module(".server", "osmosis_ai.rollout")
    importlib.import_module(".validator", name)
    importlib.import_module(".validator", "other.rollout")
    importlib.import_module(".rollout", "osmosis_ai").MultiTurnMode  # expect: OSM108


def what_they_give(name):
    rollout = importlib.import_module("osmosis_ai.rollout")
    rollout.MultiTurnMode  # expect: OSM108@13
    rollout.GraderContext(samples={})  # expect: OSM101@27
    import_module("osmosis_ai.rollout.types").MultiTurnMode  # expect: OSM108@47
    __import__("osmosis_ai.rollout").rollout.MultiTurnMode  # expect: OSM108@46
    from_list = __import__("osmosis_ai.rollout", fromlist=["types"])
    from_list.MultiTurnMode  # expect: OSM108@15
    getattr(import_module("osmosis_ai.rollout"), "MultiTurnMode")  # expect: OSM108@50
    # Without a list `__import__` gives the package at the top.
    __import__("osmosis_ai.rollout").MultiTurnMode
    return import_module(name).MultiTurnMode


def own_import_module(import_module):
    return import_module("osmosis_ai.rollout.validator")


@patch("osmosis_ai.rollout.MultiTurnMode")  # expect: OSM108@8
@mock.patch("osmosis_ai.rollout.GraderContext")
def test_patched(context, mode):
    assert context is not mode


@patch.object(GraderContext, "get_samples")  # expect: OSM102@30
def test_patched_object(get_samples):
    assert get_samples


def test_patch_in_the_body():
    with patch("osmosis_ai.rollout.GraderContext.get_samples"):  # expect: OSM102@16
        pass
    with mock.patch.object(RolloutContext, "get_samples"):  # expect: OSM105@44
        pass
    with patch(
        "osmosis_ai.rollout.context.GraderContext.set_sample_reward",  # expect: OSM103@9
        autospec=True,
    ):
        pass
    with patch("osmosis_ai.rollout.validator.validate_backend"):  # expect: OSM502@16
        pass
    with patch("other.rollout.MultiTurnMode"), patch("osmosis_ai.rollout.Grader"):
        pass
    with patch_all("osmosis_ai.rollout.MultiTurnMode"):
        pass


def test_monkeypatch(monkeypatch):
    monkeypatch.setattr(GraderContext, "get_samples", dict)  # expect: OSM102@40
    monkeypatch.setattr("osmosis_ai.rollout.MultiTurnMode", None)  # expect: OSM108@25
    monkeypatch.delattr(RolloutContext, "get_samples")  # expect: OSM105@41
    monkeypatch.setattr(GraderContext, "label", "get_samples")
    monkeypatch.setattr("my_rollout.grader.GraderContext.samples", {})
    monkeypatch.setenv("osmosis_ai.rollout.MultiTurnMode", "1")


def test_typed_monkeypatch(monkeypatch: pytest.MonkeyPatch, ctx: GraderContext):
    monkeypatch.setattr(ctx, "samples", {})  # expect: OSM101@30
    monkeypatch.setattr(load, "samples", {})


def import_paths():
    LocalBackend(
        workflow="my_rollout.flow:Workflow",
        grader="osmosis_ai.rollout:MultiTurnMode",  # expect: OSM108@16
    )
    load("osmosis_ai.rollout.types:MultiTurnMode")  # expect: OSM108@10
    load({"agent": "osmosis_ai.rollout.backend.harbor:HarborBackend"})
    load("osmosis_ai.rollout:GraderContext", "osmosis_ai_x.rollout:MultiTurnMode")
    return load("see osmosis_ai.rollout:MultiTurnMode for more")


def prose():
    """osmosis_ai.rollout:MultiTurnMode"""
    # "osmosis_ai.rollout:MultiTurnMode"
    logging.info("use osmosis_ai.rollout.MultiTurnMode no more")
    return "osmosis_ai.rollout.MultiTurnMode is gone"
