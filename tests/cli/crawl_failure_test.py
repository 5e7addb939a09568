#!/usr/bin/env python3
"""Crawls that fail: exit status, reasons per seed, and what status and why report afterwards.

    crawl_failure_test.py PROGRAM
"""
import json
import socket
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import Reply, html, links

DISALLOWED = Reply(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /\n")


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Failing(CrawlTest):
    def fails(self, *arguments, reason, to=None):
        """Crawls when no seed can be fetched, and checks that the exit status, standard error, the
        summary, and afterwards `status` and `why` report it. Returns the summary."""
        seed = arguments[0]
        status, out, err = self.run_program(self.command(*arguments, "--json", to=to))
        self.assertEqual(status, 1, err)
        summary = json.loads(out)
        self.assertEqual(summary["pages"], 0)
        self.assertNotIn("collected", summary["ended"])
        [failed] = summary["seeds_failed"]
        self.assertEqual(failed["url"], seed)
        self.assertIn(reason, failed["reason"])
        self.assertIn(f"freshet: {seed}: ", err)
        self.assertIn(reason, err)
        self.assertIn("a seed cannot be fetched", err)
        [failed] = self.json_output("status")["seeds_failed"]
        self.assertIn(reason, failed["reason"])
        self.assertIn(reason, self.output("status"))
        self.assertIn(reason, self.output("why", seed))
        return summary

    def output(self, *arguments):
        status, out, err = self.run_program([PROGRAM, *arguments, "--data", self.data])
        self.assertEqual(status, 0, err)
        return out

    def json_output(self, *arguments):
        return json.loads(self.output(*arguments, "--json"))

    def test_a_host_that_does_not_exist(self):
        # Resolvers answer NXDOMAIN for names under .onion without a query (RFC 7686). If no other host
        # is left, the name is not retried.
        summary = self.fails("http://no-such-host.onion/", "--set", "crawl.attempts=3", to=0,
                             reason="the host name cannot be resolved (NXDOMAIN")
        self.assertEqual(summary["ended"], "no seed could be fetched")
        self.assertEqual(summary["errors"], {"no_address": 1})
        self.assertLess(summary["seconds"], 5)
        [site] = self.json_output("status")["failing"]
        self.assertIn("NXDOMAIN", site["last_failure"]["words"])

    def test_a_closed_port(self):
        summary = self.fails("http://a.test/", reason="Connection refused", to=closed_port())
        self.assertEqual(summary["errors"], {"connect_failed": 1})
        [site] = self.json_output("status")["failing"]
        self.assertEqual(site["site"], "http://a.test")
        self.assertIn("Connection refused", site["last_failure"]["words"])

    def test_every_seed_disallowed(self):
        self.web.pages["a.test/robots.txt"] = DISALLOWED
        summary = self.fails("http://a.test/", reason="line 2 of robots.txt disallows it")
        self.assertEqual(summary["outcomes"], {"disallowed": 1})

    def test_every_seed_not_found(self):
        self.fails("http://a.test/", reason="status 404")

    def test_robots_txt_that_fails(self):
        self.web.pages["a.test/robots.txt"] = Reply(503)
        summary = self.fails("http://a.test/", reason="robots.txt is answered with status 503")
        self.assertEqual(summary["errors"], {"robots_unavailable": 1})

    def test_a_redirect_out_of_the_scope(self):
        self.web.pages["a.test/"] = Reply(301, (("Location", "http://b.test/"),))
        status, out, err = self.run_program(self.command("http://a.test/", "--json"))
        self.assertEqual(status, 1, err)
        self.assertIn("it redirects to http://b.test/, which is outside the scope", err)
        self.assertEqual(len(json.loads(out)["seeds_failed"]), 1)

    def test_a_redirect_inside_the_scope_counts_as_its_target(self):
        self.web.pages["a.test/"] = Reply(301, (("Location", "/start"),))
        status, _, err = self.run_program(self.command("http://a.test/"))
        self.assertEqual(status, 1)
        self.assertIn("it redirects to http://a.test/start: the server answers with status 404", err)
        self.web.pages["a.test/start"] = links()
        self.assertEqual(self.crawl("http://a.test/")["pages"], 1)
        self.assertEqual(self.crawl("http://a.test/")["seeds_failed"], [])

    def test_quiet_prints_only_the_reasons(self):
        command = self.command("http://a.test/", "http://b.test/", "--quiet")
        status, out, err = self.run_program(command)
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(err, "freshet: http://a.test/: the server answers with status 404\n"
                              "freshet: http://b.test/: the server answers with status 404\n")

    def test_failed_seeds_are_named_but_the_crawl_succeeds_if_another_seed_does(self):
        self.web.pages["a.test/"] = links()
        summary = self.crawl("http://a.test/", "http://b.test/")
        self.assertEqual(summary["ended"], "everything in scope that could be fetched is collected")
        self.assertEqual([seed["url"] for seed in summary["seeds_failed"]], ["http://b.test/"])
        status, _, err = self.run_program(self.command("http://a.test/", "http://b.test/"))
        self.assertEqual(status, 0)
        self.assertIn("freshet: http://b.test/: the server answers with status 404", err)
        self.assertNotIn("http://a.test/", err)
        done = self.run_program(self.command("http://a.test/", "http://b.test/", "--quiet"))
        self.assertEqual(done, (0, "", ""))

    def test_a_complete_collection_has_nothing_left_to_do(self):
        self.web.pages.update({"a.test/": links("/1"), "a.test/1": html("one")})
        self.assertEqual(self.crawl("http://a.test/")["pages"], 2)
        self.web.requests.clear()
        summary = self.crawl("http://a.test/")
        self.assertEqual((summary["pages"], summary["ended"]), (0, "everything in scope is collected"))
        self.assertEqual(self.web.requests, [])

    def test_a_failed_seed_is_retried_when_it_is_named_again(self):
        for status in 404, 403, 500:
            with self.subTest(status=status):
                host = f"s{status}.test"
                self.web.pages[f"{host}/"] = Reply(status)
                command = self.command(f"http://{host}/", "--quiet")
                self.assertEqual(self.run_program(command)[0], 1)
                self.assertEqual(self.run_program(command)[0], 1)
                self.assertEqual(self.web.paths(host).count("/"), 2)
                self.web.pages[f"{host}/"] = links()
                self.assertEqual(self.crawl(f"http://{host}/")["pages"], 1)

    def test_a_limit_reached_before_the_first_attempt_is_not_a_failure(self):
        self.assertEqual(self.crawl("http://a.test/", "--max-time", "0")["seeds_failed"], [])

    def test_a_failure_is_reported_before_the_retries(self):
        self.web.pages["a.test/robots.txt"] = Reply(503)
        command = [*self.command("http://a.test/"), "--set", "crawl.patience=1h"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              cwd=self.folder) as crawl:
            lines = []
            while not lines or "a seed cannot be fetched" not in lines[-1]:
                lines.append(crawl.stderr.readline())
            self.assertIn("status 503", lines[-1])
            self.assertIsNone(crawl.poll())
            crawl.terminate()
            crawl.communicate()
        self.assertEqual(crawl.returncode, 0)  # a person stopped it

    def test_a_run_that_reaches_its_limit_without_a_page_fails(self):
        command = [argument if argument != "crawl" else "run"
                   for argument in self.command("http://a.test/", "--json")]
        status, out, err = self.run_program([*command, "--budget", "50/s", "--max-time", "1"])
        self.assertEqual(status, 1, err)
        self.assertIn("freshet: http://a.test/: the server answers with status 404", err)
        self.assertEqual(len(json.loads(out)["seeds_failed"]), 1)


class Gone(CrawlTest):
    def test_a_page_that_is_gone_has_no_probability_of_being_current(self):
        self.web.pages["a.test/"] = links("/1")
        self.web.pages["a.test/1"] = html("one")
        self.crawl("http://a.test/")
        del self.web.pages["a.test/1"]
        command = [argument if argument != "crawl" else "run"
                   for argument in self.command("http://a.test/", "--quiet")]
        with subprocess.Popen([*command, "--budget", "50/s"], stderr=subprocess.DEVNULL,
                              cwd=self.folder) as run:
            wait_for(lambda: self.web.paths("a.test").count("/1") > 1)
            run.terminate()
        self.assertEqual(run.returncode, 0)
        why = [PROGRAM, "why", "http://a.test/1", "--data", self.data]
        page = json.loads(self.run_program([*why, "--json"])[1])
        self.assertEqual(page["page"]["result"], "gone")
        self.assertIsNone(page["probability_current"])
        words = self.run_program(why)[1]
        self.assertNotIn("likely to be current", words)
        self.assertIn("when the page last existed", words)
        convert = [PROGRAM, "convert", "--to", "jsonl", "--data", self.data, "--out", "-", "--quiet"]
        status, out, err = self.run_program(convert)
        self.assertEqual(status, 0, err)
        rows = [json.loads(line) for line in out.splitlines()]
        beliefs = {row["url"]: row["belief_b"] for row in rows if row["table"] == "pages"}
        self.assertEqual(beliefs["http://a.test/1"], 0)
        self.assertGreater(beliefs["http://a.test/"], 0)


if __name__ == "__main__":
    unittest.main()
