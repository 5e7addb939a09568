#!/usr/bin/env python3
"""freshet simulate from outside: simulate_test.py PROGRAM"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

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
                                        "changes_total", "seconds", "budget"})
            self.assertAlmostEqual(row["requests"], 0.3 * 20 * 98, delta=10)
            self.assertTrue(0 < row["freshness"] < 1)

    def test_every_budget_of_a_list_is_simulated(self):
        done = simulate("--traces", self.folder, "--policies", "optimal,uniform", "--budget-per-page", "0.1,0.4",
                        "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(r["budget"], r["policy"]) for r in rows],
                         [(0.1, "optimal"), (0.1, "uniform"), (0.4, "optimal"), (0.4, "uniform")])
        self.assertAlmostEqual(rows[2]["requests"] / rows[0]["requests"], 4, delta=0.1)

    def test_synthetic_worlds_report_the_share_of_the_optimum(self):
        log = self.folder / "log"
        arguments = ("--synthetic", "--pages", 500, "--sites", 10, "--days", 60, "--seed", 3, "--policies",
                     "optimal-known,uniform", "--budget-per-page", 0.2, "--objective", "freshness", "--json")
        done = simulate(*arguments, "--fetch-log", log)
        self.assertEqual(done.returncode, 0, done.stderr)
        known, uniform = (json.loads(line) for line in done.stdout.splitlines())
        self.assertAlmostEqual(known["requests"], 0.2 * 500 * 60, delta=2)
        # One world of this size differs from the expectation by a few per cent.
        self.assertTrue(0.95 < known["share_of_optimum"] < 1.05, known)
        self.assertLess(uniform["share_of_optimum"], known["share_of_optimum"] - 0.05)
        self.assertEqual(len(log.read_text().splitlines()), known["requests"] + uniform["requests"])
        again = [json.loads(line)["freshness"] for line in simulate(*arguments).stdout.splitlines()]
        self.assertEqual(again, [known["freshness"], uniform["freshness"]])

    def test_no_host_is_visited_more_often_than_its_cap(self):
        log = self.folder / "log"
        for arguments in (("--synthetic", "--pages", 200, "--sites", 4, "--days", 30, "--rhythm", "office",
                           "--time-zones"),
                          ("--traces", self.folder)):
            done = simulate(*arguments, "--policies", "all", "--budget-per-page", 1, "--cap-per-host", 6, "--json",
                            "--fetch-log", log)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("share_of_optimum", done.stdout)
            visits = {}
            for policy, host, _, time in (line.split("\t") for line in log.read_text().splitlines()):
                visits.setdefault((policy, host), []).append(int(time))
            self.assertTrue(any(len(times) > 100 for times in visits.values()))
            for key, times in visits.items():
                # Six visits a day, and one that was saved.
                self.assertTrue(all(b - a >= 86399 for a, b in zip(times, times[7:])), key)

    def test_the_fetch_log_up_to_a_time_does_not_depend_on_what_comes_later(self):
        logs = []
        for until in ((), ("--until", 50 * DAY)):
            log = self.folder / "log"
            done = simulate("--traces", self.folder, "--policies", "all", "--fetch-log", log, *until)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = [line.split("\t") for line in log.read_text().splitlines()]
            self.assertTrue(all(len(line) == 4 and line[1] in "ab" and int(line[2]) < 20 for line in lines))
            # Known rates are those of the whole history.
            logs.append([line for line in lines if int(line[3]) < 50 * DAY and line[0] != "optimal-known"])
        self.assertGreater(len(logs[0]), 100)
        self.assertEqual(logs[0], logs[1])

    def test_a_plot_is_well_formed_and_names_what_was_run(self):
        file = self.folder / "plot.html"
        done = simulate("--traces", self.folder, "--policies", "optimal,uniform,cycle", "--each-host", "--plot", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = xml.etree.ElementTree.fromstring(file.read_text().removeprefix("<!DOCTYPE html>"))
        text = " ".join(page.itertext())
        for word in ("optimal", "uniform", "cycle", "freshness", "0.05"):
            self.assertIn(word, text)
        self.assertEqual(len(page.findall(".//{http://www.w3.org/2000/svg}svg")), 4)
        done = simulate("--traces", self.folder, "--policies", "uniform", "--plot", self.folder / "no" / "plot.html")
        self.assertEqual(done.returncode, 1)

    def test_invalid_arguments_are_errors(self):
        for arguments, message in ((("--traces", self.folder, "--policies", "best"), 'no policy "best"'),
                                (("--traces", self.folder, "--hosts", "c"), "no history c.tsv.zst"),
                                (("--traces", self.folder / "nowhere"), "nowhere"),
                                (("--traces", self.folder, "--signals", "loud"), "use none, honest or partial"),
                                (("--experiment", "likelihood"), "needs page histories"),
                                (("--synthetic", "--traces", self.folder), "--synthetic"),
                                (("--synthetic", "--hosts", "a"), "--hosts"),
                                (("--traces", self.folder, "--pages", 5), "--synthetic"),
                                (("--synthetic", "--pages", 5), "--sites must not be greater than --pages"),
                                (("--synthetic", "--objective", "beauty"), "not beauty"),
                                (("--synthetic", "--rhythm", "samba"), "samba"),
                                (("--synthetic", "--cap-per-host", 0), "--cap-per-host"),
                                (("--synthetic", "--budget-per-page", "0.1,x"), "x"),
                                (("--experiment", "stress", "--policies", "best"), 'no policy "best"'),
                                (("--synthetic", "--worlds", 5), "--experiment"),
                                (("--experiment", "alchemy"), 'no experiment "alchemy"'), ((), "--traces")):
            done = simulate(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)

    def test_an_experiment_prints_a_table(self):
        done = simulate("--experiment", "cycle", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads(done.stdout)
        self.assertIn("644", json.dumps(table))

    def test_the_stress_experiment_names_policies_and_worlds(self):
        done = simulate("--experiment", "stress", "--worlds", 1, "--seed", 12, "--policies", "uniform,optimal", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads(done.stdout)
        self.assertEqual([row[0] for row in table["rows"]], ["uniform", "optimal"])
        worst, kinds, recovery = table["details"]
        self.assertEqual(worst["rows"][0][:3], ["uniform", 12, 0])
        self.assertIn("dying", worst["rows"][0][4])
        self.assertEqual(kinds["rows"][0][1], "dying")
        self.assertEqual(len(recovery["rows"]), 2)

    def test_experiments_on_histories_have_a_row_for_each_host(self):
        def run_on_histories(experiment):
            done = simulate("--experiment", experiment, "--traces", self.folder, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)

        held_out = run_on_histories("held-out")
        self.assertIn("memory, days", [row[0] for row in held_out["rows"]])
        for table in (run_on_histories("likelihood"), held_out["details"][0]):
            self.assertEqual([row[0] for row in table["rows"]][:2], ["a", "b"])
            self.assertTrue(all(len(row) == len(table["columns"]) for row in table["rows"]))


if __name__ == "__main__":
    unittest.main()
