"""Requirements, extras, Python versions and locks: what is declared beside the Python code."""

from __future__ import annotations

from osmosis_lint.api.record import (
    BEHAVIOUR_CHANGED,
    DISTRIBUTION,
    ERROR,
    EXTRAS,
    GUIDE_BEFORE,
    GUIDE_HARBOR_IMPORT,
    GUIDE_PACKAGE,
    IMPORT_ERROR,
    REMOVED,
    SILENT,
    WARNING,
    Record,
    Rule,
)

RULES: tuple[Rule, ...] = (
    Rule(
        "OSM505",
        "missing-extra",
        ERROR,
        Record(
            *(f"{DISTRIBUTION}[{extra}]" for extra in dict.fromkeys(EXTRAS.values())),
            happened=BEHAVIOUR_CHANGED,
            outcome=IMPORT_ERROR + ": a base install brings no integration",
        ),
        reports="code that imports an integration (server, strands, openai_agents, harbor, rubric) whose extra no"
        " requirement of the project asks for; when it is selected by its own code or name, or by `all`, also (advice)"
        " an extra asked for that nothing imports",
        hint="require the extra: `osmosis-ai[…]>=0.3,<0.4`",
        guide=GUIDE_PACKAGE,
        message="{name}",
    ),
    Rule(
        "OSM506",
        "requirement-version",
        ERROR,
        Record(DISTRIBUTION, happened=BEHAVIOUR_CHANGED, outcome="v0.2 is installed, or may be"),
        reports="a requirement on `osmosis-ai` that shuts v0.3 out or lets v0.2 in",
        hint="require `osmosis-ai>=0.3,<0.4`",
        guide=GUIDE_PACKAGE,
        message="{name}",
    ),
    Rule(
        "OSM507",
        "removed-extra",
        WARNING,
        Record(
            f"{DISTRIBUTION}[platform]",
            happened=REMOVED,
            outcome=SILENT + "the installer at most warns, and installs without it",
            replacement="ask for `parquet` if you read Parquet datasets, else for no extra",
        ),
        Record(
            f"{DISTRIBUTION}[dev]",
            happened=REMOVED,
            outcome=SILENT + "the installer at most warns, and installs without it",
            replacement="remove it, and require the tools you use yourself",
        ),
        reports="an extra that is gone (`platform`, `dev`)",
        hint="remove it",
        guide=GUIDE_PACKAGE,
        message="`osmosis-ai` has no extra `{name}` any more (last in 0.2.31)",
    ),
    Rule(
        "OSM508",
        "requires-python",
        ERROR,
        Record("requires-python", happened=BEHAVIOUR_CHANGED, outcome="no release is found for that Python"),
        reports="`requires-python` that admits less than 3.12",
        hint='write `requires-python = ">=3.12"`',
        guide=GUIDE_BEFORE,
        message="{name} admits Python older than 3.12, which `osmosis-ai` does not run on",
        last="",
    ),
    Rule(
        "OSM509",
        "harbor-skypilot",
        WARNING,
        Record(
            "harbor[skypilot]",
            happened=BEHAVIOUR_CHANGED,
            outcome=SILENT + "its SkyPilot takes the place of the one that the managed runtime brings",
        ),
        reports="Harbor's `skypilot` extra",
        hint="require `osmosis-ai[harbor]` alone: the managed rollout runtime brings SkyPilot",
        guide=GUIDE_HARBOR_IMPORT,
        message="Harbor's extra `skypilot` is not for rollouts",
        last="",
    ),
    Rule(
        "OSM510",
        "locked-version",
        ERROR,
        Record(
            f"{DISTRIBUTION}<0.3",
            happened=BEHAVIOUR_CHANGED,
            outcome="v0.2 is installed, whatever the requirement says",
        ),
        reports="a lock file that still resolves `osmosis-ai` below 0.3",
        hint="lock again once the requirement asks for v0.3",
        guide=GUIDE_BEFORE,
        message="the lock resolves `osmosis-ai` to {name}",
    ),
)
