"""Where settings come from, what happens when they change, and when they are wrong."""

from __future__ import annotations

from lsprotocol import types

from .client import Client
from .conftest import waiting
from .test_diagnostics import GRADER, OLD

ADVICE = (
    "from osmosis_ai.rollout import GraderContext\n\n\ndef f(ctx: GraderContext):\n    return ctx.sample.messages\n"
)


def codes(found: list[types.Diagnostic]) -> list[object]:
    return [item.code for item in found]


@waiting
async def test_the_project_says_what_is_reported(workspace):
    workspace.write("pyproject.toml", '[tool.osmosis-lint.per-file-ignores]\n"old/*" = ["OSM108"]\n')
    workspace.write("inner/osmosis-lint.toml", 'select = ["OSM101"]\n')
    async with Client(workspace.root) as client:
        await client.begin()
        assert codes(await client.diagnostics(client.open("old/a.py", OLD + GRADER))) == ["OSM101"]
        assert codes(await client.diagnostics(client.open("new/a.py", OLD + GRADER))) == ["OSM108", "OSM101"]
        assert codes(await client.diagnostics(client.open("inner/a.py", OLD + GRADER))) == ["OSM101"]


@waiting
async def test_the_editor_comes_after_the_project(workspace):
    workspace.write("pyproject.toml", '[tool.osmosis-lint]\nignore = ["OSM108"]\n')
    options = {"ignore": ["OSM101"], "extend-select": ["OSM902"]}
    async with Client(workspace.root) as client:
        await client.begin(options=options)
        uri = client.open("a.py", OLD + GRADER)
        assert await client.diagnostics(uri) == []
        seen = len(client.published)
        settings = {"osmosis-lint": {"select": ["OSM"], "per-file-ignores": {"a.py": ["OSM101"]}}}
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        assert codes(await client.diagnostics(uri, after=seen)) == ["OSM108"]
        assert client.messages == []


@waiting
async def test_the_release_of_the_project_counts(workspace):
    # Callbacks are gone since 0.3.3.
    text = "from osmosis_ai.rollout.utils.rollout_server import RolloutInitRequest\n"
    workspace.write("old/pyproject.toml", '[project]\nname = "x"\ndependencies = ["osmosis-ai[server]==0.3.1"]\n')
    workspace.write("new/pyproject.toml", '[project]\nname = "x"\ndependencies = ["osmosis-ai[server]==0.3.8"]\n')
    shown = {}
    async with Client(workspace.root) as client:
        await client.begin()
        for name in ("old/a.py", "new/a.py"):
            shown[name] = await client.diagnostics(client.open(name, text))
        uri = client.uri("old/a.py")
        seen = len(client.published)
        client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"osmosis-lint": {"target-version": "0.3.8"}})
        )
        assert codes(await client.diagnostics(uri, after=seen)) == codes(shown["new/a.py"])


@waiting
async def test_a_changed_configuration_file_is_read(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py", OLD)
        assert codes(await client.diagnostics(uri)) == ["OSM108"]
        (registered,) = await client.until(lambda: client.registered)
        assert registered.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        seen = len(client.published)
        workspace.write("osmosis-lint.toml", 'ignore = ["OSM108"]\n')
        event = types.FileEvent(client.uri("osmosis-lint.toml"), types.FileChangeType.Created)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert codes(await client.diagnostics(uri, after=seen)) == []
        # A client that does not watch files says when it saves one.
        seen = len(client.published)
        workspace.write("osmosis-lint.toml", "ignore = []\n")
        client.save(client.uri("osmosis-lint.toml"))
        assert codes(await client.diagnostics(uri, after=seen)) == ["OSM108"]


@waiting
async def test_a_wrong_configuration_is_told_once_and_the_last_good_one_holds(workspace):
    workspace.write("osmosis-lint.toml", 'ignore = ["OSM108"]\n')
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py", OLD + GRADER)
        assert codes(await client.diagnostics(uri)) == ["OSM101"]
        workspace.write("osmosis-lint.toml", 'ignore = ["OSM1O8"]\n')
        for _ in range(3):
            seen = len(client.published)
            client.save(uri)
            assert codes(await client.diagnostics(uri, after=seen)) == ["OSM101"]
        assert len(client.messages) == 1
        assert "osmosis-lint.toml:1" in client.messages[0]
        assert "OSM1O8" in client.messages[0]
        workspace.write("osmosis-lint.toml", 'ignore = ["OSM101"]\n')
        seen = len(client.published)
        client.save(uri)
        assert codes(await client.diagnostics(uri, after=seen)) == ["OSM108"]


@waiting
async def test_wrong_settings_of_the_editor_are_told_and_left_out(workspace):
    workspace.write("pyproject.toml", '[tool.osmosis-lint]\nignore = ["OSM108"]\n')
    for options, told in (({"selct": ["OSM"]}, "selct"), ({"select": "OSM"}, "select"), ([1], "table")):
        async with Client(workspace.root) as client:
            await client.begin(options=options)
            assert codes(await client.diagnostics(client.open("a.py", OLD + GRADER))) == ["OSM101"]
            (message,) = client.messages
            assert told in message
            assert "\n" not in message
            assert await client.end() == 0


@waiting
async def test_workspace_folders_come_and_go(workspace):
    workspace.write("one/osmosis-lint.toml", "")
    workspace.write("two/legacy/a.py", OLD)
    one, two = workspace.root / "one", workspace.root / "two"
    options = {"per-file-ignores": {"legacy/a.py": ["OSM108"]}}
    async with Client(workspace.root) as client:
        await client.begin(options=options, folders=[one])
        uri = client.open("two/legacy/a.py")
        found = await client.diagnostics(uri)
        seen = len(client.published)
        added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(two.as_uri(), "two")], [])
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
        # Patterns of the editor count from the folder that a file is in.
        assert codes(await client.diagnostics(uri, after=seen)) == []
        seen = len(client.published)
        gone = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(two.as_uri(), "two")])
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(gone))
        assert codes(await client.diagnostics(uri, after=seen)) == codes(found)
