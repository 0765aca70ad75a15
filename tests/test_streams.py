"""Commands whose standard streams are closed, full, or read by someone who stops reading."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "hand.jpg"
REKJE = f"{sys.executable} -m rekje.cli"


def shell(line):
    """Run a line of bash that calls rekje; the first command's exit code is that of the line."""
    line = f"{line.replace('rekje ', REKJE + ' ', 1)}; exit ${{PIPESTATUS[0]}}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("rekje rules nts | head -c 1", 0),
        ("rekje rules --json | true", 0),
        ("rekje settle --draw | true", 0),
        ("rekje --help | true", 0),
        ("rekje --help >&-", 0),
        ("rekje settle --draw >&-", 0),
        ("rekje read absent.jpg --json >&-", 3),
        ("rekje read absent.jpg 2>/dev/full", 3),
        ("rekje read absent.jpg 2>&-", 3),
        ("rekje settle --draw --winner east 2>/dev/full", 2),
        ("rekje read absent.jpg <&- >&- 2>&-", 3),
    ],
)
def test_streams_that_take_nothing_change_no_exit_code(line, code):
    found = shell(line)
    assert found.returncode == code
    assert "Traceback" not in found.stderr
    assert found.stderr.count("\n") <= 1


def test_without_an_input_nothing_is_asked():
    found = shell(f"rekje score {EXAMPLE} --quiet --lang en <&-")
    assert found.returncode == 0
    assert found.stdout.startswith("Total: between ")
    assert found.stderr == ""


def test_a_full_disk_is_one_line():
    found = shell("rekje settle --draw >/dev/full")
    assert found.returncode == 3
    assert found.stderr == "rekje: cannot write the output: No space left on device\n"
