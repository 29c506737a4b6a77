"""The subcommand `config`: the settings in force, and where each comes from."""

from __future__ import annotations

from osmosis_lint.frontends.command import settings as settings_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.settings import Settings


def show_config(values: Values, paths: list[str]) -> int:
    """Print the settings for a run over the paths. Raises UsageError when they are wrong."""
    settings = settings_module.load(values, paths or ["."])
    file = settings.config_file
    print(f"configuration file: {settings_module.shown(file) if file else 'none'}")
    rows = [(key, _shown(key, settings), settings.origins[key]) for key in settings.values]
    rows.append(_target(settings))
    rows = [row for row in rows if row[0] != "target-version" or row is rows[-1]]
    width = max(len(key) for key, _, _ in rows)
    for key, value, origin in sorted(rows):
        print(f"{key:{width}} = {value}  ({origin})")
    enabled = sorted(settings.selection.enabled)
    print(f"codes reported: {', '.join(enabled)}")
    return 0


def _shown(key: str, settings: Settings) -> str:
    value = settings.values[key]
    if key == "exclude" and value is None:
        return "the usual folders"
    if key == "jobs" and value == 0:
        return "as many as are worth it"
    if key == "output-format" and not value:
        return "full on a terminal, else concise"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{settings_module.shown(value) if key == "baseline" and value else value}"'
    return str(value)


def _target(settings: Settings) -> tuple[str, str, str]:
    from osmosis_lint.api import releases

    release, origin = settings_module.target_of(settings)
    return ("target-version", f'"{releases.show(release or releases.NEWEST)}"', origin)
