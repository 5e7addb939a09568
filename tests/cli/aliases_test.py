#!/usr/bin/env python3
"""Sites that are the same as others, on sockets: found, listed, explained and undone.

    aliases_test.py PROGRAM
"""
import json
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import html

PAGES = 40


class AliasesTest(CrawlTest):
    def setUp(self):
        super().setUp()
        links = "".join(f"<a href='/{i}'>x</a>" for i in range(PAGES))
        for host in "a.test", "www.a.test":
            self.web.pages[f"{host}/"] = html(f"<title>Root</title>{links}")
            for i in range(PAGES):
                self.web.pages[f"{host}/{i}"] = html(f"<p>the text of page {i}")

    def freshet(self, *arguments):
        status, out, err = self.run_program([PROGRAM, *arguments, "--data", self.data])
        self.assertEqual(status, 0, err)
        return out

    def answer(self, *arguments):
        return json.loads(self.freshet(*arguments, "--json"))

    def crawl_both(self, *arguments):
        return self.crawl("http://a.test/", "http://www.a.test/", *arguments)

    def test_mirror_is_found_listed_and_undone_at_rest(self):
        summary = self.crawl_both()
        self.assertEqual(summary["waiting"], 0)
        listed = self.answer("aliases")
        self.assertEqual(listed["excluded"], [])
        [alias] = listed["aliases"]
        names = {"http://a.test", "http://www.a.test"}
        self.assertEqual({alias["site"], alias["alias_of"]}, names)
        self.assertEqual(alias["evidence"], "content")
        self.assertGreaterEqual(alias["agreed"], 8)
        self.assertEqual(summary["at_aliases"], alias["waiting"])
        self.assertGreater(alias["waiting"], 0)
        host = alias["site"].removeprefix("http://")
        other = alias["alias_of"].removeprefix("http://")
        self.assertLess(len(self.web.paths(host)), PAGES)
        self.assertEqual(len(self.web.paths(other)), PAGES + 2)

        self.assertIn(f"= {alias['alias_of']}", self.freshet("aliases"))
        status = self.answer("status")
        self.assertEqual(status["sites"]["aliases"], 1)
        self.assertEqual(status["aliases"][0]["site"], alias["site"])
        self.assertIn("Aliases", self.freshet("status"))
        why = self.answer("why", alias["site"] + "/none")
        self.assertEqual((why["standing"], why["binds"]["kind"]), ("alias", "alias"))
        self.assertIn(f"collected as {alias['alias_of']}/none", why["words"])

        changed = self.answer("aliases", "--undo", alias["site"])
        self.assertEqual(changed["excluded"], [alias["site"]])
        self.crawl_both()
        self.assertEqual(self.answer("aliases"), {"aliases": [], "excluded": [alias["site"]]})
        self.assertEqual(len(set(self.web.paths(host))), PAGES + 2)
        self.assertEqual(self.answer("aliases", "--allow", alias["site"])["excluded"], [])

    def test_what_is_not_a_site_is_an_error(self):
        self.crawl_both("--set", "crawl.aliases=false")
        self.assertEqual(self.answer("aliases")["aliases"], [])
        for arguments in ["--undo", "www.a.test"], ["--allow", "http://www.a.test"]:
            status, _, err = self.run_program([PROGRAM, "aliases", *arguments, "--data", self.data])
            self.assertEqual(status, 1)
            self.assertIn("www.a.test", err)

    def test_undone_during_a_run(self):
        command = self.command("http://a.test/", "http://www.a.test/", "--budget", "200/s")
        command[1] = "run"
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(program.wait)
        self.addCleanup(program.terminate)
        wait_for(lambda: (self.folder / "data" / "control.sock").exists())
        wait_for(lambda: self.answer("aliases")["aliases"])
        [alias] = self.answer("aliases")["aliases"]
        self.assertEqual(self.answer("aliases", "--undo", alias["site"]),
                         {"aliases": [], "excluded": [alias["site"]]})
        host = alias["site"].removeprefix("http://")
        wait_for(lambda: len(set(self.web.paths(host))) == PAGES + 2)
        self.answer("stop")


if __name__ == "__main__":
    unittest.main()
