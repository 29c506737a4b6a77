"""How findings are shown: a module a format. Each has `render(report) -> str`."""
