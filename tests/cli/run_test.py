#!/usr/bin/env python3
"""freshet run, and the demo.

    run_test.py PROGRAM
"""
import json
import os
import signal
import subprocess
import time
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import html, links


class Running(CrawlTest):
    # The pages of most tests never change, but must be revisited all the same.
    settings = ["--set", "refresh.min_gain=0"]

    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/2")
        self.web.pages["a.test/1"] = html("<p>one text")
        self.web.pages["a.test/2"] = html("<p>another")

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, "run", *arguments, *self.flags()], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def flags(self):
        return ["--data", str(self.data), "--delay", "0", "--allow-private", "--quiet", "--contact", "x@example.org",
                "--set", f"net.host_map=*=127.0.0.1:{self.web.port}", *self.settings]
    def json_output(self, *arguments):
        done = subprocess.run([PROGRAM, *arguments, "--data", str(self.data), "--json"], capture_output=True, text=True,
                              timeout=60, check=False)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout else None

    def requests(self):
        return len(self.web.requests)


class RunTest(Running):
    def test_it_revisits_pages_until_stopped_and_resumes_without_seeds(self):
        run = self.start("http://a.test/", "--budget", "40/s", "--json")
        wait_for(lambda: self.requests() > 30)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 0, err)
        summary = json.loads(out)
        self.assertEqual(summary["pages"], 3)
        self.assertEqual(summary["ended"], "stopped")
        self.assertGreater(summary["outcomes"]["unchanged"], 10)
        before = self.requests()
        run = self.start()
        wait_for(lambda: self.requests() > before + 10)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=30)
        self.assertEqual(run.returncode, 0)

    def test_the_table_of_cycles_is_the_same_during_the_run_and_after_it(self):
        run = self.start("http://a.test/", "--policy", "cycle", "--budget", "40/s")
        wait_for(lambda: self.requests() > 3)
        during = self.json_output("status", "--cycle-table")
        self.assertEqual((during["running"], during["policy"]), (True, "cycle"))
        self.assertEqual([(g["group"], g["pages"]) for g in during["groups"]], [("G3", 3)])
        self.assertEqual(len(during["table"]), 56)
        self.assertEqual(sorted(page["url"] for page in during["listed"]),
                         ["http://a.test/", "http://a.test/1", "http://a.test/2"])
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
        after = self.json_output("status", "--cycle-table")
        self.assertFalse(after["running"])
        for same in ("policy", "groups", "table", "pages", "requests_a_day"):
            self.assertEqual(after[same], during[same], same)
        text = subprocess.run([PROGRAM, "status", "--cycle-table", "--urls", "2", "--data", str(self.data)],
                              capture_output=True, text=True, timeout=60, check=True,
                              env={**os.environ, "TZ": "Asia/Seoul"}).stdout
        self.assertIn("UTC+09:00", text)
        self.assertRegex(text, "Monday 0:00: http://a.test/.*, http://a.test/.* and 1 more")

    def test_the_table_of_cycles_says_that_another_policy_was_used(self):
        run = self.start("http://a.test/", "--policy", "uniform", "--budget", "40/s")
        wait_for(lambda: self.requests() > 12)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
        text = subprocess.run([PROGRAM, "status", "--cycle-table", "--data", str(self.data)], capture_output=True,
                              text=True, timeout=60, check=True).stdout
        self.assertIn("The last run used the policy uniform. This is what the policy cycle would do", text)

    def test_it_resumes_after_kills_and_keeps_its_budget(self):
        rate = 50
        begun = time.monotonic()
        running = 0.0
        for _ in range(6):
            started = time.monotonic()
            run = self.start("http://a.test/", "--budget", f"{rate}/s")
            time.sleep(0.9)
            run.kill()
            run.communicate()
            running += time.monotonic() - started
        self.assertGreater(self.requests(), 20)
        # A start has no saved budget, so restarts cannot add to it.
        self.assertLess(self.requests(), rate * running * 1.05 + 6)
        self.assertLess(time.monotonic() - begun, 60)
        status = self.json_output("status")
        self.assertEqual(status["pages"], 3)

    def test_changes_are_followed_as_they_happen(self):
        run = self.start("http://a.test/", "--budget", "40/s", "--policy", "uniform")
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        wait_for(lambda: (self.json_output("status") or {}).get("pages") == 3)
        follow = subprocess.Popen([PROGRAM, "changes", "--since", "1h", "--follow", "--json", "--data",
                                   str(self.data)], stdout=subprocess.PIPE, text=True)
        self.addCleanup(follow.communicate)
        self.addCleanup(follow.kill)
        message = [json.loads(follow.stdout.readline()) for _ in range(3)]
        self.assertEqual({change["kind"] for change in message}, {"new"})
        self.web.pages["a.test/1"] = html("<p>something else altogether")
        changed = json.loads(follow.stdout.readline())
        self.assertEqual((changed["url"], changed["kind"]), ("http://a.test/1", "changed"))
        del self.web.pages["a.test/2"]
        gone = json.loads(follow.stdout.readline())
        self.assertEqual((gone["url"], gone["kind"]), ("http://a.test/2", "gone"))
        why = self.json_output("why", "http://a.test/2")
        self.assertEqual(why["history"]["line"][-1], "-")
        self.assertIsNotNone(why["page"]["leaves_after"])
        # It ends with the run, after printing all changes until then.
        self.web.pages["a.test/2"] = html("<p>another")
        wait_for(lambda: self.json_output("why", "http://a.test/2")["page"]["gone_since"] is None)
        self.json_output("stop")
        rest, _ = follow.communicate(timeout=60)
        self.assertEqual([json.loads(line)["kind"] for line in rest.splitlines()], ["back"])
        self.assertEqual(follow.returncode, 0)

    def test_a_ping_adds_a_page_that_nothing_links_to(self):
        self.web.pages["a.test/alone"] = html("<p>nobody links here")
        run = self.start("http://a.test/", "--budget", "20/s")
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        wait_for(lambda: (self.json_output("status") or {}).get("pages") == 3)
        answer = self.json_output("ping", "http://a.test/alone", "http://a.test/1", "http://b.test/", "--changed", "1min")
        self.assertEqual((answer["announced"], answer["queued"]), (1, 1))
        self.assertEqual([one["url"] for one in answer["ignored"]], ["http://b.test/"])
        wait_for(lambda: "/alone" in self.web.paths("a.test"))
        done = subprocess.run([PROGRAM, "ping", "http://a.test/1", "--data", str(self.data)], capture_output=True,
                              text=True, timeout=60, check=True)
        self.assertRegex(done.stdout, r"announced +1")
        done = subprocess.run([PROGRAM, "ping", "http://a.test/1", "--changed", "soon", "--data", str(self.data)],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("soon", done.stderr)

    def test_invalid_flags_are_errors(self):
        for arguments, message in ((("http://a.test/", "--budget", "many"), "budget"),
                                (("http://a.test/", "--policy", "best"), 'no policy "best"'),
                                (("http://a.test/", "--policy", "optimal-known"), "no policy")):
            run = self.start(*arguments)
            _, err = run.communicate(timeout=30)
            self.assertEqual(run.returncode, 2)
            self.assertIn(message, err)

    def test_a_first_run_without_seeds_is_an_error(self):
        run = self.start()
        _, err = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 2)
        self.assertIn("seed", err)



class MinGain(Running):
    settings = []

    def test_pages_that_never_change_are_soon_revisited_rarely(self):
        run = self.start("http://a.test/", "--budget", "100/s", "--json")
        self.addCleanup(run.kill)

        def is_idle():
            status = self.json_output("status")
            return status and status["pages"] == 3 and status["budget"]["idle_until"]
        wait_for(is_idle)
        time.sleep(3)
        self.assertLess(self.requests(), 40)  # of 300 that the budget allows
        status = self.json_output("status")
        self.assertGreater(status["budget"]["below_floor"], 0)
        why = self.json_output("why", "http://a.test/1")
        self.assertEqual(why["binds"]["kind"], "gain")
        self.assertIn("would find a change with a probability of", why["binds"]["words"])
        self.assertIsNotNone(why["next_visit"])
        words = subprocess.run([PROGRAM, "status", "--data", str(self.data)], capture_output=True, text=True,
                               timeout=60, check=True).stdout
        self.assertIn("no page is worth a visit before", words)
        # A ping is not held back.
        before = self.web.paths("a.test").count("/2")
        self.json_output("ping", "http://a.test/2")
        wait_for(lambda: self.web.paths("a.test").count("/2") > before)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
        self.assertEqual(run.returncode, 0)

class DemoTest(unittest.TestCase):
    def test_it_reports_the_true_freshness(self):
        done = subprocess.run([PROGRAM, "demo", "--hosts", "4", "--pages", "30", "--seconds", "6", "--time-scale", "60000",
                               "--json", "--quiet"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        message = json.loads(done.stdout)
        self.assertGreaterEqual(message["pages"], 100)
        self.assertGreater(message["requests"], message["pages"])
        self.assertGreater(message["freshness"], 0.3)
        self.assertLessEqual(message["freshness"], 1)
        self.assertAlmostEqual(message["days"], 6 * 60000 / 86400, delta=1.5)


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1])
