"""The files of a project: finding them, telling their kinds apart, and getting Python out of those that are not."""
