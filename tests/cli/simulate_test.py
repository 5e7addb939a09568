#!/usr/bin/env python3
"""freshet simulate from outside: simulate_test.py PROGRAM"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
DAY = 86400


def simulate(*arguments):
    return subprocess.run([PROGRAM, "simulate", "--quiet", *map(str, arguments)], capture_output=True, text=True,
                          timeout=60)


class Simulate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for host, every in (("a", 3), ("b", 7)):
            rows = [(0, page, "A") for page in range(20)]
            rows += [(day * DAY, page, "M") for day in range(1, 100) for page in range(20)
                     if (day + page) % (every * (1 + page % 4)) == 0]
            (self.folder / f"{host}.tsv").write_text("page\ttime\tsize\tkind\n" + "".join(
                f"{page}\t{time}\t100\t{kind}\n" for time, page, kind in sorted(rows)))
        (self.folder / "a.pages.tsv").write_text("something else")

    def test_one_object_for_each_policy_and_host(self):
        done = simulate("--traces", self.folder, "--policies", "optimal,uniform", "--budget-per-page", 0.3,
                        "--each-host", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(r["host"], r["policy"]) for r in rows],
                         [("a", "optimal"), ("a", "uniform"), ("b", "optimal"), ("b", "uniform")])
        for row in rows:
            self.assertEqual(set(row), {"policy", "host", "requests", "freshness", "age_seconds", "changes_seen",
                                        "changes_total", "seconds"})
            self.assertAlmostEqual(row["requests"], 0.3 * 20 * 98, delta=10)
            self.assertTrue(0 < row["freshness"] < 1)

    def test_the_fetch_log_up_to_a_time_does_not_depend_on_what_comes_later(self):
        logs = []
        for until in ((), ("--until", 50 * DAY)):
            log = self.folder / "log"
            done = simulate("--traces", self.folder, "--policies", "all", "--fetch-log", log, *until)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = [line.split("\t") for line in log.read_text().splitlines()]
            self.assertTrue(all(len(line) == 4 and line[1] in "ab" and int(line[2]) < 20 for line in lines))
            # Rates that are told are told of the whole.
            logs.append([line for line in lines if int(line[3]) < 50 * DAY and line[0] != "optimal-known"])
        self.assertGreater(len(logs[0]), 100)
        self.assertEqual(logs[0], logs[1])

    def test_what_cannot_be_simulated_is_said(self):
        for arguments, told in ((("--traces", self.folder, "--policies", "best"), "no policy best"),
                                (("--traces", self.folder, "--hosts", "c"), "no c.tsv.zst"),
                                (("--traces", self.folder / "nowhere"), "nowhere"),
                                (("--experiment", "alchemy"), "no experiment alchemy"), ((), "--traces")):
            done = simulate(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)

    def test_an_experiment_is_a_table(self):
        done = simulate("--experiment", "cycle", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads(done.stdout)
        self.assertIn("644", json.dumps(table))


if __name__ == "__main__":
    unittest.main()
