#!/usr/bin/env python3
"""freshet demo --agents. The first argument is the program; the second, "long", adds the tests that wait for leases."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
IS_LONG = sys.argv[1:2] == ["long"]
HAS_POSTGRES = any(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def processes_with(*texts):
    """The processes whose command line contains all the texts."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            if all(text.encode() in command for text in texts):
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("timed out")
        time.sleep(0.05)


@unittest.skipUnless(HAS_POSTGRES, "PostgreSQL is not installed (Debian package postgresql)")
class DemoClusterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="freshet-demo-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.chmod(self.folder, 0o755)

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, "demo", "--json", "--quiet", *arguments], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": self.folder})

    def result_of(self, *arguments):
        demo = self.start(*arguments)
        out, err = demo.communicate(timeout=150)
        self.assertEqual(demo.returncode, 0, err)
        self.assertEqual(processes_with(self.folder), [])
        self.assertEqual(os.listdir(self.folder), [])
        return json.loads(out)

    @unittest.skipIf(IS_LONG, "in the short form")
    def test_one_agent_collects_the_web(self):
        result = self.result_of("--agents", "1", "--hosts", "3", "--pages", "10", "--seconds", "3")
        self.assertGreaterEqual(result["pages_to_collect"], 30)
        self.assertNotIn("killed", result)
        self.assertLessEqual(result["freshness"], 1)

    @unittest.skipIf(IS_LONG, "in the short form")
    def test_nothing_is_left_when_it_is_killed(self):
        demo = self.start("--agents", "2", "--hosts", "3", "--pages", "10")
        try:
            wait_for(lambda: len(processes_with(self.folder)) >= 3)  # the server and two agents
        finally:
            demo.send_signal(signal.SIGKILL)
            demo.communicate()
        wait_for(lambda: not processes_with(self.folder))

    @unittest.skipIf(IS_LONG, "in the short form")
    def test_ctrl_c_ends_it_with_a_summary(self):
        demo = self.start("--agents", "2", "--hosts", "3", "--pages", "10")
        wait_for(lambda: len(processes_with(self.folder, "--name\0a2")) > 0)
        demo.send_signal(signal.SIGINT)
        out, err = demo.communicate(timeout=60)
        self.assertEqual(demo.returncode, 0, err)
        self.assertIn("missing", json.loads(out))
        self.assertEqual(processes_with(self.folder), [])

    @unittest.skipUnless(IS_LONG, "waits for the end of a lease")
    def test_the_others_take_over_what_a_killed_agent_had(self):
        result = self.result_of("--agents", "3", "--hosts", "8", "--pages", "50", "--seconds", "60")
        self.assertEqual(result["killed"], "a3")
        self.assertGreater(result["killed_shards"], 50)
        self.assertLess(result["takeover_seconds"], 35)
        self.assertEqual(result["missing"], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
