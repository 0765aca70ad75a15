"""Who may import whom: the table of folders in the design, checked on the source."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
VISION = {"numpy", "cv2", "onnxruntime", "PIL", "pi_heif"}
MAY_IMPORT = {
    "scoring": set(),
    "vision": VISION | {"scoring"},
    "datasets": {"numpy", "cv2", "PIL", "scoring"},
    "models": {*VISION, "datasets", "scoring", "torch", "onnx", "vision"},
    "web": {*VISION, "scoring", "vision"},
}
COMMANDS = {"typer", "rich"}  # the commands of a folder, and what they print


def imported(path):
    """Yield the first outside name of every import of a file; our own folders by their name."""
    depth = len(path.relative_to(ROOT).parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if not node.level:
                yield node.module.split(".")[0]
            elif node.level == depth:
                if node.module:
                    yield node.module.split(".")[0]
                else:
                    yield from (alias.name for alias in node.names)


FILES = [path for folder in MAY_IMPORT for path in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_only_what_its_folder_may(path):
    folder = path.relative_to(ROOT).parts[0]
    allowed = MAY_IMPORT[folder] | {folder} | set(sys.stdlib_module_names)
    if path.stem.startswith("command"):
        allowed |= COMMANDS
    assert set(imported(path)) <= allowed
