"""What took the place of the SDK's earlier generations: agent loop, decorators, callbacks, platform client.

Most of it left before 0.2.31. The names are facts of `surface.txt`; here is what is known of their successors.
"""

from __future__ import annotations

from osmosis_lint.api.record import (
    ATTRIBUTE_ERROR,
    EXECUTION_RESULT,
    GRADER_CONTEXT,
    HARBOR,
    HOOK_GONE,
    IMPORT_ERROR,
    MODULE_NOT_FOUND,
    MOVED,
    PARAMETER_GONE,
    PROTOCOL,
    REMOVED,
    RENAMED,
    ROLLOUT,
    ROLLOUT_CONTEXT,
    SILENT,
    TYPE_ERROR,
    Record,
    members,
)

_EVAL = "osmosis_ai.eval"
_API = "osmosis_ai.platform.api"
_AUTH = "osmosis_ai.platform.auth"
_SUBMIT = f"{_API}.client.OsmosisClient.submit_training_run"

# Modules that are gone (OSM502).
MODULES: tuple[Record, ...] = (
    Record(
        f"{ROLLOUT}.core",
        f"{ROLLOUT}.registry",
        f"{ROLLOUT}.server.serve",
        f"{ROLLOUT}.server.state",
        f"{ROLLOUT}.server.api_key",
        f"{ROLLOUT}.server.registration",
        f"{ROLLOUT}.server.middleware",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="write an `AgentWorkflow` and a `Grader`, and serve a backend with `create_rollout_server`"
        " of `osmosis_ai.rollout.server`",
    ),
    Record(
        f"{ROLLOUT}.tools",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="remove it: tools belong to the agent framework that `AgentWorkflow.run` uses",
    ),
    Record(
        f"{ROLLOUT}.mcp",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="give the MCP servers to the agent that `AgentWorkflow.run` builds",
    ),
    Record(
        f"{ROLLOUT}.cli",
        f"{ROLLOUT}.cli_utils",
        f"{ROLLOUT}.console",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="remove it: use the `osmosis` command",
    ),
    Record(
        f"{ROLLOUT}.config",
        f"{ROLLOUT}.network",
        f"{ROLLOUT}.observability",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="remove it: the SDK has no settings, metrics or tracing of its own; set them up in your code",
    ),
    Record(
        f"{ROLLOUT}.eval",
        f"{ROLLOUT}.test_mode",
        f"{ROLLOUT}.testing",
        f"{_EVAL}.config",
        f"{_EVAL}.controller",
        f"{_EVAL}.evaluation",
        f"{_EVAL}.llm_proxy",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="remove it: evaluate with the `osmosis` command",
    ),
    Record(
        "osmosis_ai.rubric_eval",
        "osmosis_ai.rubric_types",
        "osmosis_ai.providers",
        happened=MOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="use `evaluate_rubric` from `osmosis_ai.eval.rubric` (needs `osmosis-ai[rubric]`)",
    ),
    Record(
        "osmosis_ai.utils",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="write a `Grader` whose `grade(ctx)` calls `ctx.set_reward(…)`; there are no decorators",
    ),
    Record(
        "osmosis_ai.auth",
        happened=MOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="use `osmosis_ai.platform.auth`",
    ),
    Record(
        f"{HARBOR}.bundling",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="pass `code_dir=` or `bundle=` to `HarborBackend`",
    ),
    Record(
        f"{ROLLOUT}.utils.messages",
        f"{ROLLOUT}.utils.artifacts",
        happened=REMOVED,
        outcome=MODULE_NOT_FOUND,
        replacement="remove it: it was an internal helper",
    ),
)

# Names, members and parameters that are gone (OSM504).
NAMES: tuple[Record, ...] = (
    Record(
        f"{ROLLOUT}.core.base.RolloutAgentLoop",
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="derive from `AgentWorkflow` and write `async def run(self, ctx)`",
    ),
    Record(
        *members(f"{ROLLOUT}.core.base", "RolloutResult", "RolloutContext"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="use `AgentWorkflowContext`: `run(self, ctx)` returns None, the messages,"
        " or an `AgentWorkflowOutput`",
    ),
    Record(
        f"{ROLLOUT}.server.app.create_app",
        *members(f"{ROLLOUT}.server.serve", "serve_agent_loop", "validate_and_report", "ServeError"),
        *members(f"{ROLLOUT}.server.serve", "DEFAULT_HOST", "DEFAULT_PORT"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="use `create_rollout_server` from `osmosis_ai.rollout.server` (needs `osmosis-ai[server]`)",
    ),
    Record(
        *members(f"{ROLLOUT}.client", "OsmosisLLMClient", "CompletionsResult", "logger"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="call the model at `ctx.chat_completions_url` of `get_rollout_context()`,"
        " or use an SDK integration",
    ),
    Record(
        *members(f"{ROLLOUT}.utils", "count_messages_by_role", "get_message_content", "get_message_role"),
        *members(f"{ROLLOUT}.utils", "is_assistant_message", "is_tool_message", "is_user_message"),
        *members(f"{ROLLOUT}.utils", "normalize_stop", "parse_tool_calls"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="remove it: messages are plain dicts, read their `role` and `content`",
    ),
    Record(
        "osmosis_ai.utils.osmosis_reward",
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="write a `Grader` whose `grade(ctx)` calls `ctx.set_reward(…)`",
    ),
    Record(
        "osmosis_ai.utils.osmosis_rubric",
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="write a `Grader` that calls `evaluate_rubric` of `osmosis_ai.eval.rubric`"
        " (needs `osmosis-ai[rubric]`)",
    ),
    Record(
        *(
            f"osmosis_ai.eval.rubric.engine.evaluate_rubric({name})"
            for name in ("messages", "model_info", "extra_info", "return_details", "system_message")
        ),
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="call `evaluate_rubric(solution_str=…, rubric=…, model=…)`, by keyword only, with `api_key`,"
        " `metadata` and `system_prompt` where wanted; it gives a `RubricResult`",
    ),
    Record(
        f"{ROLLOUT}.controller.listener.CallbackListener",
        *members(f"{ROLLOUT}.controller.store", "CallbackStore", "TerminalCallbackResult"),
        *members(f"{ROLLOUT}.driver", "RolloutOutcome", "RolloutRunRequest"),
        f"{ROLLOUT}.http_driver.HttpRolloutDriver",
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="use `RolloutClient` of `osmosis_ai.rollout.client`",
    ),
    Record(
        *members(PROTOCOL, "DrainRolloutsRequest", "DrainRolloutsResponse"),
        f"{ROLLOUT}.client.client.RolloutClient.drain",
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="remove it: the server has no drain since 0.3.6",
    ),
    Record(
        *members(f"{HARBOR}.backend", "PRE_V03_KWARGS", "MIGRATION_DOCS_URL", "parse_samples"),
        *members(f"{HARBOR}.backend", "AGENT_IMPORT_PATH", "SKYPILOT_CONTEXT_ENV", "TEST_SH_TEMPLATE"),
        *members(f"{HARBOR}.environment", "SKYPILOT_CONTEXT_ENV", "apply_managed_skypilot_placement"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="remove it: it was an internal of the Harbor backend",
    ),
    Record(
        *members(f"{HARBOR}.trial.PendingTrial", "on_workflow_complete", "on_grader_complete"),
        *members(f"{HARBOR}.trial.PendingTrial", "workflow_complete_called", "grader_complete_called"),
        f"{HARBOR}.trial.PendingTrial(on_workflow_complete)",
        f"{HARBOR}.trial.PendingTrial(on_grader_complete)",
        happened=REMOVED,
        outcome=TYPE_ERROR,
        replacement="return an `ExecutionOutcome` from `execute(request)`: there are no callbacks since 0.3.3",
    ),
    Record(
        f"{ROLLOUT}.backend.base.ExecutionBackend.capture_final_result",
        happened=HOOK_GONE,
        outcome=SILENT + "nobody calls the override",
        replacement="remove it: `execute(request)` returns the final result",
    ),
    Record(
        f"{ROLLOUT}.types.sample.RolloutStatus.COMPLETED",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `SUCCESS`",
    ),
    Record(
        f"{ROLLOUT}.types.sample.RolloutStatus.ERROR",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `FAILURE`",
    ),
    Record(
        *members(GRADER_CONTEXT, "artifacts", "set_artifacts"),
        f"{GRADER_CONTEXT}(artifacts)",
        f"{EXECUTION_RESULT}.artifacts",
        f"{EXECUTION_RESULT}(artifacts)",
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="write files into `GraderContext.artifacts_dir`",
    ),
    Record(
        f"{GRADER_CONTEXT}.workspace_path",
        f"{GRADER_CONTEXT}(workspace_path)",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `project_path`",
    ),
    Record(
        *members(ROLLOUT_CONTEXT, "chat", "complete", "error", "llm", "request", "tools", "record_tool_call"),
        *members(ROLLOUT_CONTEXT, "debug_enabled", "log_event"),
        *(f"{ROLLOUT_CONTEXT}({name})" for name in ("request", "tools", "llm", "_start_time", "_debug_dir")),
        *(f"{ROLLOUT_CONTEXT}({name})" for name in ("_tool_latency_ms", "_num_tool_calls")),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="that was the agent loop's context: write an `AgentWorkflow`, whose `run(self, ctx)` takes an"
        " `AgentWorkflowContext`",
    ),
    Record(
        *members(ROLLOUT_CONTEXT, "register_agent", "registered_agents"),
        f"{ROLLOUT_CONTEXT}(registered_agents)",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `set_sample_source(source)`, once per execution",
    ),
    Record(
        f"{_API}.client.OsmosisClient.deploy_checkpoint",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `deploy_lora_model`",
    ),
    Record(
        f"{_API}.client.OsmosisClient.undeploy_checkpoint",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `undeploy_lora_model`",
    ),
    Record(
        f"{_API}.client.OsmosisClient.create_environment_secret",
        happened=RENAMED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use `set_environment_secret`",
    ),
    Record(
        *members(f"{_API}.client.OsmosisClient", "get_deployment", "list_deployments", "delete_deployment"),
        *members(f"{_API}.client.OsmosisClient", "rename_checkpoint"),
        *members(f"{_API}.models", "DeploymentInfo", "DeploymentSummary", "PaginatedDeployments"),
        *members(f"{_API}.models", "DEPLOYMENT_STATUSES_ERROR", "DEPLOYMENT_STATUSES_INACTIVE"),
        f"{_API}.models.RenameDeploymentResult",
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="use the LoRA models: `list_lora_models`, `get_lora_model`, `deploy_lora_model`",
    ),
    Record(
        *members(f"{_API}.client.OsmosisClient", "list_dev_rollout_servers", "provision_dev_rollout_server"),
        *members(f"{_API}.client.OsmosisClient", "teardown_dev_rollout_server", "get_dev_rollout_server_logs"),
        f"{_API}.client.OsmosisClient.stream_dev_rollout_server_logs",
        *members(f"{_API}.models", "DevRolloutServerInfo", "PaginatedDevRolloutServers"),
        *members("osmosis_ai.platform.constants", "DevServerBackend", "DevServerSandboxEnvironment"),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="remove it: the platform has no dev rollout servers since 0.3.5",
    ),
    Record(
        *members(f"{_AUTH}.local_config", "get_active_workspace", "get_active_workspace_id"),
        *members(f"{_AUTH}.local_config", "get_active_workspace_name", "set_active_workspace"),
        *members(f"{_AUTH}.local_config", "clear_active_workspace", "clear_workspace_data"),
        f"{_AUTH}.platform_client.ensure_active_workspace",
        *(f"{_AUTH}.platform_client.platform_request({name})" for name in ("workspace_id", "require_workspace")),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="remove it: the SDK no longer keeps an active workspace",
    ),
    Record(
        *(
            f"{_API}.client.OsmosisClient.{method}(workspace_id)"
            for method in (
                *("abort_upload", "complete_upload", "create_dataset", "get_dataset", "get_dataset_download_url"),
                *("get_training_run", "get_training_run_metrics", "list_base_models", "list_datasets"),
                *("list_rollouts", "list_training_run_checkpoints", "list_training_runs", "stop_training_run"),
                "submit_training_run",
            )
        ),
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="use `git_identity=`: requests name the repository, not a workspace",
    ),
    Record(
        *(f"{_SUBMIT}({name})" for name in ("commit_sha", "dataset", "entrypoint", "model_path")),
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="put it into the dict that `experiment_config=` takes, under the same name",
    ),
    Record(
        f"{_SUBMIT}(rollout_name)",
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="put it into the dict that `experiment_config=` takes, as `rollout`",
    ),
    Record(
        f"{_SUBMIT}(config)",
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="use `training_config=`, `sampling_config=`, `checkpoints_config=` and `advanced_config=`",
    ),
    Record(
        f"{_SUBMIT}(rollout_env)",
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="use `env_config=`",
    ),
    Record(
        *(f"{_SUBMIT}({name})" for name in ("rollout_secret_refs", "secret_refs_config")),
        f"{_API}.client.OsmosisClient.submit_evaluation_run(secret_refs_config)",
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="use `secrets=`, a list of the secrets' names",
    ),
    Record(
        f"{_AUTH}.local_config.clear_all_local_data",
        happened=RENAMED,
        outcome=IMPORT_ERROR,
        replacement="use `reset_session()`",
    ),
    Record(
        f"{_AUTH}.platform_client.platform_request(cleanup_on_401)",
        happened=PARAMETER_GONE,
        outcome=TYPE_ERROR,
        replacement="remove it: a failed request leaves the stored credentials alone",
    ),
    Record(
        *members(f"{_AUTH}.local_config", "load_subscription_status", "save_subscription_status"),
        happened=REMOVED,
        outcome=IMPORT_ERROR,
        replacement="remove it: the SDK no longer stores the subscription's state",
    ),
    Record(
        f"{_AUTH}.config.PLATFORM_URL",
        f"{_AUTH}.platform_client.PLATFORM_URL",
        happened=RENAMED,
        outcome=IMPORT_ERROR,
        replacement="use `get_platform_url()` of `osmosis_ai.platform.auth.config`",
    ),
    Record(
        f"{_EVAL}.rubric.types.RubricResult.raw",
        f"{_EVAL}.rubric.types.RubricResult(raw)",
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="remove it: the provider's answer is no longer kept beside `score` and `explanation`",
    ),
    Record(
        *(
            text
            for cls, names in (
                ("BaseModelInfo", ("status", "description")),
                ("DatasetFile", ("df_stats", "error", "organization_id", "processing_percent", "processing_step")),
                ("EvalRunMetrics", ("eval_run_id",)),
                ("EvaluationRun", ("row_index",)),
                ("EvaluationRunDetail", ("recent_logs", "row_index")),
                ("RolloutInfo", ("is_active",)),
                ("TrainingRun", ("error_message", "eval_accuracy", "processing_percent", "processing_step")),
                ("TrainingRun", ("reward_increase_delta",)),
                ("TrainingRunCheckpoints", ("training_run_id",)),
                ("TrainingRunDetail", ("error_message", "eval_accuracy", "hf_status", "processing_percent")),
                ("TrainingRunDetail", ("processing_step", "reward_increase_delta")),
                ("TrainingRunMetrics", ("training_run_id",)),
                ("TrainingRunMetricsOverview", ("duration_formatted", "mlflow_run_id", "mlflow_status")),
                ("TrainingRunMetricsOverview", ("reward", "reward_delta")),
                ("UploadInfo", ("s3_key", "upload_id")),
            )
            for name in names
            for text in (f"{_API}.models.{cls}.{name}", f"{_API}.models.{cls}({name})")
        ),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="remove it: the platform no longer sends that field",
    ),
    Record(
        *members(f"{_API}.client.OsmosisClient", "create_workspace", "delete_dataset", "delete_model"),
        *members(f"{_API}.client.OsmosisClient", "delete_training_run", "delete_workspace"),
        *members(f"{_API}.client.OsmosisClient", "get_dataset_affected_resources"),
        *members(f"{_API}.client.OsmosisClient", "get_model_affected_resources", "refresh_workspace_info"),
        *members(f"{_API}.client.OsmosisClient", "get_workspace_deletion_status"),
        *members(f"{_API}.models", "AffectedTrainingRun", "DatasetAffectedResources", "DeleteTrainingRunResult"),
        *members(f"{_API}.models", "ModelAffectedResources", "ProcessCount", "WorkspaceDeletionStatus"),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="remove it: the client no longer offers it",
    ),
    Record(
        *members(f"{_API}.client.OsmosisClient", "get_image_build", "get_image_build_artifacts"),
        *members(f"{_API}.client.OsmosisClient", "get_image_pull_credentials", "submit_image_build"),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="remove it: the client no longer builds images",
    ),
    Record(
        f"{_API}.models.SubmitTrainingRunResult",
        happened=RENAMED,
        outcome=IMPORT_ERROR,
        replacement="use `SubmitRunResult`",
    ),
    Record(
        *members(f"{_API}.models", "DatasetFile.is_terminal", "TrainingRun.is_terminal"),
        *members(f"{_API}.models", "STATUSES_TERMINAL", "RUN_STATUSES_ACTIVE", "EVAL_RUN_STATUSES_ACTIVE"),
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="compare `status` yourself",
    ),
    Record(
        f"{_API}.models.EvaluationRunDetail(eval_run)",
        f"{_API}.models.EvaluationRunDetail.eval_run",
        happened=REMOVED,
        outcome=ATTRIBUTE_ERROR,
        replacement="read the fields from the object itself: `EvaluationRunDetail` is an `EvaluationRun`",
    ),
)
