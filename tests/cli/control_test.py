#!/usr/bin/env python3
"""Commands that query a collection, and that query and control a running crawl.

    control_test.py PROGRAM
"""
import json
import socket
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import Reply, html, links


class ControlTest(CrawlTest):
    def freshet(self, *arguments):
        return self.run_program([PROGRAM, *arguments, "--data", self.data])

    def answer(self, *arguments):
        status, out, err = self.freshet(*arguments, "--json")
        self.assertEqual(status, 0, err)
        return json.loads(out)


class WithoutARun(ControlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/robots.txt"] = Reply(200, (("Content-Type", "text/plain"),),
                                                    b"User-agent: *\nDisallow: /private\n")
        self.web.pages["a.test/"] = links("/1", "/private/x", "/moved", "/none",
                                           "http://linked.test/")
        self.web.pages["a.test/1"] = html("<title>One</title><meta name=dcterms.modified "
                                          "content=2025-03-04><p>a text")
        self.web.pages["a.test/moved"] = Reply(301, (("Location", "/1"),))
        self.crawl("http://a.test/")

    def test_status(self):
        status = self.answer("status")
        self.assertFalse(status["running"])
        self.assertEqual(status["pages"], 2)
        self.assertEqual(status["seeds"], ["http://a.test/"])
        self.assertGreater(status["freshness"], 0.5)
        self.assertEqual(status["sites"]["in_scope"], 1)
        self.assertEqual([site["site"] for site in status["by_site"]], ["http://a.test"])
        self.assertEqual(status["by_site"][0]["robots"], "rules")
        self.assertEqual(len(status["calibration"]["tenths"]), 10)
        code, out, _ = self.freshet("status")
        self.assertEqual(code, 0)
        self.assertIn("Not running.", out)
        self.assertRegex(out, r"pages +2, estimated \d+\.\d % current")
        self.assertIn("http://a.test\n", out)
        self.assertEqual(self.answer("status", "--sites", "0")["by_site"], [])

    def test_why(self):
        kept = self.answer("why", "http://a.test/1")
        self.assertEqual(kept["standing"], "kept")
        self.assertEqual(kept["page"]["result"], "new")
        self.assertEqual(kept["page"]["http_status"], 200)
        self.assertEqual(kept["page"]["archived"]["file"], "freshet-000001.warc.gz")
        self.assertEqual((kept["page"]["modified"], kept["page"]["modified_from"]), ("2025-03-04T00:00:00Z", "page"))
        self.assertEqual(self.answer("why", "http://a.test/")["page"]["modified_from"], "observed")
        self.assertRegex(self.freshet("why", "http://a.test/1")[1], "modified +2025-03-04T00:00:00Z, as the page says")
        self.assertEqual(kept["history"]["line"], "+")
        self.assertEqual(kept["binds"]["kind"], "not_running")
        self.assertIsNone(kept["next_visit"])
        standings = {place: self.answer("why", f"http://{place}")["standing"]
                     for place in ("a.test/private/x", "a.test/private/other", "a.test/none",
                                   "a.test/moved", "a.test/unknown", "elsewhere.test/")}
        self.assertEqual(standings, {"a.test/private/x": "disallowed",
                                     "a.test/private/other": "disallowed",
                                     "a.test/none": "visited", "a.test/moved": "visited",
                                     "a.test/unknown": "never_seen",
                                     "elsewhere.test/": "outside_scope"})
        self.assertEqual(self.answer("why", "http://a.test/private/x")["robots"],
                         {"allowed": False, "line": 2, "text": "Disallow: /private"})
        code, out, _ = self.freshet("why", "http://a.test/1")
        self.assertEqual(code, 0)
        self.assertIn("title         One", out)
        self.assertIn("next visit", out)
        code, out, _ = self.freshet("why", "http://linked.test/")
        self.assertEqual(code, 0)
        self.assertIn("outside_scope: it was found on http://a.test/ at depth 1;", out)
        self.assertRegex(out, r"found on +http://a\.test/\n")
        self.assertEqual(out.count("outside the scope"), 1)
        code, _, err = self.freshet("why", "not a url")
        self.assertEqual(code, 1)
        self.assertIn("http or https URL", err)

    def test_changes(self):
        code, out, _ = self.freshet("changes", "--since", "1h")
        self.assertEqual((code, out), (0, ""))  # only a run records changes
        for wrong in "yesterday", "2026-99-99":
            code, _, err = self.freshet("changes", "--since", wrong)
            self.assertEqual(code, 2)
            self.assertIn(wrong, err)
        code, _, err = self.freshet("changes", "--since", "1h", "--follow")
        self.assertEqual(code, 1)
        self.assertIn("no new changes to follow", err)

    def test_commands_that_control_a_run_fail_without_one(self):
        for command in (["pause"], ["resume"], ["stop"], ["budget", "2/s"],
                        ["seeds", "--add", "http://b.test/"],
                        ["seeds", "--remove", "http://a.test/"], ["ping", "http://a.test/"]):
            code, _, err = self.freshet(*command)
            self.assertEqual(code, 1, command)
            self.assertIn("no run is using", err)
        code, _, err = self.freshet("budget", "2/week")
        self.assertEqual(code, 2)
        self.assertIn("2/week", err)

    def test_seeds_are_listed_without_a_run(self):
        self.assertEqual(self.answer("seeds")["seeds"], ["http://a.test/"])
        code, out, _ = self.freshet("seeds")
        self.assertEqual(code, 0)
        self.assertIn("http://a.test/", out)

    def test_a_folder_without_a_collection(self):
        self.data = str(self.folder / "none")
        for command in ["status"], ["why", "http://a.test/"], ["changes"]:
            code, _, err = self.freshet(*command)
            self.assertEqual(code, 1)
            self.assertIn("no collection", err)
        self.assertFalse((self.folder / "none").exists())

    def test_every_command_has_help_with_an_example(self):
        for command in "status", "why", "changes", "pause", "resume", "stop", "budget", "seeds", "aliases", "ping":
            code, out, _ = self.run_program([PROGRAM, command, "--help"])
            self.assertEqual(code, 0)
            self.assertIn(f"  freshet {command}", out)


class DuringACrawl(ControlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/slow")
        self.web.pages["a.test/1"] = html("one")
        self.web.pages["a.test/slow"] = Reply(200, wait=300)
        self.program = subprocess.Popen(self.command("http://a.test/", "--json"), text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.program.communicate)
        self.addCleanup(self.program.kill)
        wait_for(lambda: "/slow" in self.web.paths("a.test"))

    def test_it_can_be_queried_and_stopped(self):
        status = self.answer("status")
        self.assertTrue(status["running"])
        self.assertEqual(status["pages"], 2)
        self.assertEqual(status["in_flight"], 1)
        self.assertEqual(status["spent"]["run"], len(self.web.requests))
        self.assertEqual(self.answer("why", "http://a.test/slow")["binds"]["kind"], "under_way")
        self.assertEqual(self.answer("why", "http://a.test/1")["standing"], "kept")
        self.assertTrue(self.answer("pause")["paused"])
        code, out, _ = self.freshet("status")
        self.assertEqual(code, 0)
        self.assertIn("PAUSED", out)
        self.assertFalse(self.answer("resume")["paused"])
        code, _, err = self.freshet("budget", "1/s")
        self.assertEqual(code, 1)
        self.assertIn("no budget", err)
        seeds = self.answer("seeds", "--add", "http://b.test/")["seeds"]
        self.assertEqual(seeds, ["http://a.test/", "http://b.test/"])
        wait_for(lambda: "/" in self.web.paths("b.test"))
        self.assertTrue(self.answer("stop")["stopping"])
        out = self.program.stdout.read()
        self.assertEqual(json.loads(out)["ended"], "stopped")
        self.assertFalse((self.folder / "data" / "control.sock").exists())

    def test_after_a_kill_the_next_crawl_opens_the_socket_again(self):
        self.program.kill()
        self.program.wait()
        self.assertTrue((self.folder / "data" / "control.sock").exists())
        self.assertFalse(self.answer("status")["running"])
        self.web.pages["a.test/slow"] = html("quick")
        self.crawl("http://a.test/")
        self.assertEqual(self.answer("status")["pages"], 3)

    def test_invalid_commands_get_an_error(self):
        client = socket.socket(socket.AF_UNIX)
        self.addCleanup(client.close)
        client.connect(str(self.folder / "data" / "control.sock"))
        lines = client.makefile("rw")
        self.addCleanup(lines.close)
        for nonsense in "hello", "{}", '{"command": "dance"}', '{"command": "why"}', "[" * 5000:
            lines.write(nonsense + "\n")
            lines.flush()
            self.assertIn("error", json.loads(lines.readline()))
        lines.write('{"command": "status"}\n')
        lines.flush()
        self.assertTrue(json.loads(lines.readline())["running"])


if __name__ == "__main__":
    unittest.main()
