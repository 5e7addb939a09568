"""tools/build with a ninja that is a script: the line of progress, and what a failed build shows."""
import os
import pty
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/build"

# As ninja does: the status before each description, then what the command printed.
STEPS = """for i in $(seq 1 {steps}); do
  echo "@$i {steps} $i.5 Building CXX object $i.o"
  [[ $i != 7 ]] || echo "a.cc:1: warning: look"
done
"""


def read_all(terminal):
    """What a terminal has got, in however many pieces; its other end is closed."""
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # EIO: that was all
        pass
    os.close(terminal)
    return shown


class Build(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}

    def ninja(self, body):
        path = self.folder / "ninja"
        path.write_text('#!/bin/bash\n[[ $NINJA_STATUS == "@%f %t %e " ]] || exit 9\n' + body)
        path.chmod(0o755)

    def run_build(self):
        return subprocess.run([TOOL, self.folder, "Pools", "pool"], env=self.environment, text=True,
                              capture_output=True)

    def test_a_line_every_ten_per_cent_where_there_is_no_terminal(self):
        self.ninja(STEPS.format(steps=100))
        run = self.run_build()
        self.assertEqual(run.returncode, 0)
        lines = run.stderr.splitlines()
        self.assertEqual(len(lines), 10, lines)
        self.assertEqual(lines[0], "Building Pools: step 10 of 100, 10 %, 10 s")
        self.assertEqual(lines[-1], "Building Pools: step 100 of 100, 100 %, 1 min 40 s")
        self.assertEqual(run.stdout, "")

    def test_what_commands_print_is_kept(self):
        self.ninja(STEPS.format(steps=20))
        self.run_build()
        self.assertEqual((self.folder / "build.log").read_text(), "a.cc:1: warning: look\n")

    def test_few_steps_are_not_worth_a_line(self):
        self.ninja(STEPS.format(steps=6))
        self.assertEqual(self.run_build().stderr, "")

    def test_nothing_to_do_says_nothing(self):
        self.ninja("echo 'ninja: no work to do.'")
        run = self.run_build()
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_failed_build_shows_what_failed_and_fails(self):
        self.ninja("echo '@1 20 0.1 Building CXX object a.o'\necho 'FAILED: b.o'\n"
                   "echo 'b.cc:1: error: no pool'\nexit 3")
        run = self.run_build()
        self.assertEqual(run.returncode, 3)
        self.assertEqual(run.stderr, "FAILED: b.o\nb.cc:1: error: no pool\n")

    def test_terminal_has_one_line_that_is_rewritten_and_then_cleared(self):
        self.ninja(STEPS.format(steps=5))
        leader, follower = pty.openpty()
        run = subprocess.run([TOOL, self.folder, "Pools"], env=self.environment, stderr=follower)
        os.close(follower)
        shown = read_all(leader).decode()
        self.assertEqual(run.returncode, 0)
        self.assertNotIn("\n", shown)
        parts = shown.split("\r\033[K")
        self.assertEqual(parts[1], "Building Pools: step 1 of 5, 20 %, 1 s")
        self.assertEqual(parts[-2:], ["Building Pools: step 5 of 5, 100 %, 5 s", ""])


if __name__ == "__main__":
    unittest.main()
