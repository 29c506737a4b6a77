from importlib.metadata import version

from packaging.version import Version

__all__ = ["Flags", "NEW", "is_new"]

NEW = Version(version("osmosis-ai")) >= Version("0.3")
HIDDEN = NEW


def is_new() -> bool:
    return NEW


class Flags:
    OLD = not NEW
