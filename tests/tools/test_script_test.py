"""./test on a small project whose cmake, ninja and ctest are scripts: what it says and returns."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="4">
  <testcase name="a.One" classname="a.One" time="0.1" status="run"><system-out/></testcase>
  <testcase name="a.Two" classname="a.Two" time="0.1" status="run"><system-out/></testcase>
  <testcase name="a.Three" classname="a.Three" time="0.1" status="{status}">{inner}</testcase>
  <testcase name="a.Four" classname="a.Four" time="0.1" status="notrun">
    <skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
</testsuite>
"""
GOOD = JUNIT.format(status="run", inner="")
BAD = JUNIT.format(status="fail", inner='<failure message=""/>')
LOST = JUNIT.format(status="notrun", inner='<skipped message="Unable to find executable"/>')
NONE = '<?xml version="1.0"?><testsuite tests="0"></testsuite>'


class TestScript(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve() / "a project"
        self.bin = self.root / "bin"
        self.bin.mkdir(parents=True)
        shutil.copy(ROOT / "test", self.root / "test")
        (self.root / "tools").mkdir()
        for tool in ("build", "test_summary.py"):
            shutil.copy(ROOT / "tools" / tool, self.root / "tools")
        self.script(self.root / "packaging/install-packages", 'echo "install $1" >> "$LOG"')
        self.script(self.bin / "cmake", 'echo "cmake $*" >> "$LOG"; mkdir -p build/$2; touch build/$2/build.ninja')
        self.script(self.bin / "ninja", 'echo "ninja" >> "$LOG"; echo "built things"')
        self.ctest(GOOD)

    def script(self, path, body):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/bash\n" + body + "\n")
        path.chmod(0o755)

    def ctest(self, junit, exit_status=0, suites=()):
        lines = ['[[ $* != *" -N "* ]] || { echo "count $*" >> "$LOG"; echo; echo "Total Tests: 12"; exit 0; }',
                 'echo "ctest $*" >> "$LOG"; mkdir -p "$FRESHET_CONFORMANCE_REPORT"',
                 'while [[ $1 != --output-junit ]]; do shift; done',
                 f"cat > \"$2\" <<'E'\n{junit}\nE"]
        for name, line in suites:
            lines.append(f'echo "{line}" > "$FRESHET_CONFORMANCE_REPORT/{name}.txt"')
        lines += ['echo "      Start  1: a.One"', 'echo "1/4 Test #1: a.One ......   Passed    0.01 sec"',
                  'echo "3/4 Test #3: a.Three ......***Failed    0.01 sec"', f"exit {exit_status}"]
        self.script(self.bin / "ctest", "\n".join(lines))

    def run_test(self, *arguments):
        log = self.root / "log"
        log.write_text("")
        environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "LOG": str(log)}
        run = subprocess.run([self.root / "test", *arguments], cwd="/", env=environment, text=True,
                             capture_output=True)
        self.log = log.read_text()
        return run

    def test_ends_with_the_count(self):
        run = self.run_test()
        self.assertEqual(run.stdout.splitlines()[-1], "3 passed, 0 failed, 1 skipped")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(self.log, "install test\ncmake --preset dev\nninja\n(count .*\n)?ctest")

    def test_long_tests_and_lints_are_left_out_and_that_is_said(self):
        run = self.run_test()
        self.assertIn("-LE ^(long|lint)$", self.log)
        self.assertIn("count --test-dir", self.log)
        self.assertEqual(run.stdout.splitlines()[-2], "12 long tests and the lints run with --all")

    def test_all_leaves_nothing_out(self):
        run = self.run_test("--all")
        self.assertEqual(run.returncode, 0)
        self.assertNotIn("-LE", self.log)
        self.assertNotIn("--all", run.stdout)

    def test_filter_finds_tests_of_any_label(self):
        run = self.run_test("soak")
        self.assertNotIn("-LE", self.log)
        self.assertNotIn("--all", run.stdout)

    def test_the_slowest_ten_are_named(self):
        cases = "".join(f'<testcase name="a.T{i}" time="{i}.25" status="run"/>' for i in range(12))
        self.ctest(f"<testsuite>{cases}</testsuite>")
        lines = self.run_test().stdout.splitlines()
        self.assertEqual(lines[:3], ["The slowest of 12 tests:", "  11.2 s  a.T11", "  10.2 s  a.T10"])
        self.assertEqual(lines[10], "   2.2 s  a.T2")
        self.assertEqual(lines[11], "12 long tests and the lints run with --all")

    def test_second_run_does_not_configure_again(self):
        self.run_test()
        self.assertEqual(self.run_test().returncode, 0)
        self.assertNotIn("cmake", self.log)

    def test_failed_test_is_named_and_fails(self):
        self.ctest(BAD, exit_status=8)
        run = self.run_test()
        self.assertEqual(run.stdout.splitlines()[-2:], ["FAILED a.Three", "2 passed, 1 failed, 1 skipped"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("***Failed", run.stderr)
        self.assertNotIn("Passed", run.stderr)

    def test_test_without_program_has_failed(self):
        self.ctest(LOST, exit_status=8)
        run = self.run_test()
        self.assertEqual(run.stdout.splitlines()[-2:], ["FAILED a.Three", "2 passed, 1 failed, 1 skipped"])
        self.assertEqual(run.returncode, 1)

    def test_ctest_that_fails_for_another_reason_fails(self):
        self.ctest(GOOD, exit_status=8)
        run = self.run_test()
        self.assertEqual(run.stdout.splitlines()[-1], "3 passed, 1 failed, 1 skipped")
        self.assertEqual(run.returncode, 1)

    def test_filter_is_handed_on(self):
        self.assertEqual(self.run_test("url.*idna").returncode, 0)
        self.assertIn("-R url.*idna", self.log)

    def test_filter_without_match_is_an_error_that_says_so(self):
        self.ctest(NONE, exit_status=8)
        run = self.run_test("nonesuch")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no test matches nonesuch", run.stderr)

    def test_no_tests_at_all_is_an_error(self):
        self.ctest(NONE, exit_status=8)
        run = self.run_test()
        self.assertEqual(run.returncode, 1)
        self.assertIn("no tests ran", run.stderr)

    def test_preset_chooses_the_build(self):
        self.assertEqual(self.run_test("--preset", "asan", "x").returncode, 0)
        self.assertIn("cmake --preset asan", self.log)
        self.assertIn("build/asan", self.log)

    def test_failed_build_shows_why(self):
        self.script(self.bin / "ninja", "echo 'a.cc:1: error'; exit 1")
        run = self.run_test()
        self.assertEqual(run.returncode, 1)
        self.assertIn("a.cc:1: error", run.stderr)
        self.assertNotIn("ctest", self.log)

    def test_good_build_is_quiet(self):
        self.assertNotIn("built things", self.run_test().stderr)

    def test_suites_are_a_table(self):
        self.ctest(GOOD, suites=[
            ("url.big", "url.big: 873 cases, 871 passed, 2 known to differ"),
            ("robots", "robots: 9 cases, 9 passed, 0 known to differ"),
            ("html", "html: skipped, the suite is not on this machine")])
        self.assertEqual(self.run_test().stdout.splitlines()[:4], [
            "suite    cases  passed  known to differ",
            "robots       9       9                0",
            "url.big    873     871                2",
            "Suites that are not on this machine: html"])

    def test_suites_of_an_earlier_run_are_forgotten(self):
        self.ctest(GOOD, suites=[("robots", "robots: 9 cases, 9 passed, 0 known to differ")])
        self.run_test()
        self.ctest(GOOD)
        self.assertNotIn("robots", self.run_test().stdout)

    def test_wrong_usage(self):
        for arguments in (["--nonsense"], ["--preset"], ["a", "b"]):
            self.assertEqual(self.run_test(*arguments).returncode, 2, arguments)
        self.assertEqual(self.run_test("--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
