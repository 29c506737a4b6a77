"""Keywords kept for somewhere else: they are reported where they are passed on."""

HARBOR = {"task_dir": "tasks/shop", "cleanup_successful_trials": True}
NOTES = {"task_dir": "of another tool"}


class Options:
    CONTEXT = dict(label="4", samples={})
