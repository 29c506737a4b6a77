"""Headers, URLs and exchange files: the URL carries the rollout's identity."""

from __future__ import annotations

from osmosis_lint.api.record import (
    BEHAVIOUR_CHANGED,
    GUIDE_ROUTING,
    PROTOCOL,
    REMOVED,
    RENAMED,
    ROLLOUT_CONTEXT,
    SILENT,
    WARNING,
    Record,
    Rule,
)

RULES: tuple[Rule, ...] = (
    Rule(
        "OSM301",
        "header-sample-id",
        WARNING,
        Record("x-sample-id", happened=REMOVED, outcome=SILENT + "the request is routed wrongly or refused"),
        reports="the header `x-sample-id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=GUIDE_ROUTING,
        message="the header `x-sample-id` is no longer used",
    ),
    Rule(
        "OSM302",
        "header-rollout-id",
        WARNING,
        Record("x-rollout-id", happened=REMOVED, outcome=SILENT + "the request is routed wrongly or refused"),
        reports="the header `x-rollout-id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=GUIDE_ROUTING,
        message="the header `x-rollout-id` is no longer used",
    ),
    Rule(
        "OSM303",
        "rollout-id-in-url",
        WARNING,
        Record(
            f"{ROLLOUT_CONTEXT}.chat_completions_url",
            f"{PROTOCOL}.RolloutInitRequest.chat_completions_url",
            f"{PROTOCOL}.RolloutInitRequest.completion_callback_url",
            f"{PROTOCOL}.RolloutInitRequest.grader_callback_url",
            f"{PROTOCOL}.GraderInitRequest.completion_callback_url",
            happened=BEHAVIOUR_CHANGED,
            outcome=SILENT + "the request is routed wrongly or refused",
        ),
        reports="a rollout id appended to the chat-completions URL or a callback URL of a context or request",
        hint="use the URL as given: it already names the rollout",
        guide=GUIDE_ROUTING,
        message="the URL of v0.3 already names the rollout",
    ),
    Rule(
        "OSM304",
        "exchange-file-samples",
        WARNING,
        Record("samples.json", happened=RENAMED, outcome=SILENT + "nothing reads or writes that file"),
        reports="the exchange file `samples.json` in code that uses the SDK",
        hint="read `sample` in `container_result.json`: no 0.3 release writes the `sample.json` of the guide",
        guide=GUIDE_ROUTING,
        message="the exchange file `samples.json` is gone",
    ),
    Rule(
        "OSM305",
        "exchange-payload-samples",
        WARNING,
        Record("reward.json", happened=BEHAVIOUR_CHANGED, outcome=SILENT + "the reward or sample is not found"),
        reports="`reward.json` written or read as a mapping by sample id; a `samples` key in an exchange or callback"
        " payload",
        hint='write `{"reward": …}`, and `sample` for the one sample',
        guide=GUIDE_ROUTING,
        message="the exchange payload holds one sample and one reward",
    ),
)
