#!/usr/bin/env python3
"""freshet crawl, as scripts and people use it.

    crawl_test.py PROGRAM
"""
import pathlib
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import Reply, html, links


SUMMARY = {"pages", "bytes", "seconds", "pages_per_second", "cpu_seconds", "max_rss_bytes",
           "outcomes", "errors", "duplicates", "new_sites", "requests", "waiting",
           "outside_scope", "at_aliases", "ended", "seeds_failed", "warc_files"}


class Summary(CrawlTest):
    def test_it_has_exactly_the_documented_fields(self):
        self.web.pages.update({"a.test/": links("/1", "/2", "/gone", "http://b.test/"),
                               "a.test/1": html("same"), "a.test/2": html("same")})
        summary = self.crawl("http://a.test/")
        self.assertEqual(set(summary), SUMMARY)
        self.assertEqual(summary["pages"], 3)
        self.assertEqual(summary["duplicates"], 1)
        self.assertEqual(summary["new_sites"], 2)
        self.assertEqual(summary["outcomes"], {"new": 2, "duplicate": 1, "gone": 1})
        self.assertGreater(summary["bytes"], 0)
        self.assertGreater(summary["seconds"], 0)
        self.assertGreater(summary["cpu_seconds"], 0)
        self.assertGreater(summary["max_rss_bytes"], 1_000_000)
        self.assertAlmostEqual(summary["pages_per_second"],
                               summary["pages"] / summary["seconds"], delta=0.1)
        [archive] = summary["warc_files"]
        self.assertTrue((self.folder / archive).is_file())

    def test_text_says_what_is_queued_and_how_to_continue(self):
        self.web.pages["a.test/"] = links("/1", "/2")
        status, out, _ = self.run_program(self.command("http://a.test/", "--max-pages", "1"))
        self.assertEqual(status, 0)
        self.assertIn("1 page, ", out)
        self.assertIn("Still queued in", out)
        self.assertIn(": 2 pages.", out)
        self.assertIn("Run the same command again to continue", out)

    def test_text_says_what_is_queued_outside_a_narrower_scope(self):
        self.web.pages["a.test/"] = links("/1", "/2")
        self.crawl("http://a.test/", "--max-pages", "1")
        status, out, _ = self.run_program(self.command("http://a.test/", "--exclude", "1$"))
        self.assertEqual(status, 0)
        self.assertIn("everything in scope is collected", out)
        self.assertIn("but outside this scope: 1 page.", out)
        self.assertEqual(self.crawl("http://a.test/", "--exclude", "1$")["outside_scope"], 1)

    def test_quiet_prints_nothing(self):
        self.web.pages["a.test/"] = links()
        self.assertEqual(self.run_program(self.command("http://a.test/", "--quiet")), (0, "", ""))


class Limits(CrawlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "http://www.a.test/", "http://b.test/")
        self.web.pages["a.test/1"] = links("/2")
        for place in "a.test/2", "www.a.test/", "b.test/":
            self.web.pages[place] = links()

    def test_scope_depth_and_patterns(self):
        for number, (arguments, pages) in enumerate([
                (["--scope", "page"], 1), (["--scope", "host"], 3), (["--scope", "domain"], 4),
                (["--scope", "any"], 5), (["--scope", "any", "--depth", "1"], 4),
                (["--scope", "any", "--exclude", r"b\.test", "--exclude", "2$"], 3),
                (["--scope", "any", "--include", r"^http://a\."], 3)]):
            self.data = str(self.folder / str(number))
            self.assertEqual(self.crawl("http://a.test/", *arguments)["pages"], pages, arguments)

    def test_pages_bytes_and_time(self):
        self.web.pages["a.test/"] = html("<a href=/1>x</a>" + "x" * 2000)
        for number, (arguments, pages) in enumerate([
                (["--max-pages", "2"], 2), (["--max-bytes", "1KB"], 1), (["--max-time", "0"], 0),
                (["--max-pages-per-site", "2"], 2)]):
            self.data = str(self.folder / str(number))
            self.assertEqual(self.crawl("http://a.test/", *arguments)["pages"], pages, arguments)


class WrongUsage(CrawlTest):
    def refused(self, *arguments, words, seed="http://a.test/"):
        status, out, err = self.run_program(self.command(seed, *arguments, to=0))
        self.assertEqual((status, out), (2, ""), (arguments, err))
        for word in [words] if isinstance(words, str) else words:
            self.assertIn(word, err, arguments)
        self.assertEqual(self.web.requests, [])

    def test_an_invalid_setting_is_an_error_before_anything_starts(self):
        for setting, words in [
                ("no.such=1", "no.such"), ("crawl.attempts=many", "crawl.attempts"),
                ("politeness.per_host=0", "politeness.per_host"),
                ("net.host_map=a.test=nowhere", "nowhere"), ("net.host_map=a.test", "net.host_map"),
                ("net.proxy=ftp://h:1", "ftp://h:1"), ("net.proxy=http://", "proxy"),
                ("net.basic_auth=a.test=justauser", "a.test"), ("net.ca_file=/no/such.pem", "such"),
                ("net.idle_timeout=0s", "net.idle_timeout")]:
            self.refused("--set", setting, words=words)
            self.assertFalse(pathlib.Path(self.data).exists(), setting)

    def test_an_invalid_flag_is_an_error_before_anything_starts(self):
        for arguments in [["--per-host", "0"], ["--per-host", "-3"], ["--delay", "-1"],
                          ["--delay", "nan"], ["--max-time", "-1"], ["--max-time", "inf"],
                          ["--max-pages", "-1"], ["--max-bytes", "lots"], ["--depth", "-1"],
                          ["--scope", "galaxy"], ["--no-such-flag"]]:
            self.refused(*arguments, words=arguments[0])
            self.assertFalse(pathlib.Path(self.data).exists(), arguments)

    def test_an_invalid_seed_or_pattern_is_an_error_before_anything_starts(self):
        for seed in "http://[", "ftp://a.test/", "http://a b/", "":
            self.refused(seed=seed, words=seed)
        self.refused("--exclude", "(", words="(")
        self.refused("--exclude", "a.test", words="--exclude")
        self.assertEqual(self.run_program([PROGRAM, "crawl"])[0], 2)

    def test_an_unreadable_file_is_an_error_before_anything_starts(self):
        self.refused("--config", "none.toml", words="none.toml")
        (self.folder / "bad.toml").write_text("[crawl]\nattempts = 3\nattempts = 'x'\n")
        self.refused("--config", "bad.toml", words=["bad.toml", "3"])
        pathlib.Path(self.data).write_text("a file where the folder should be")
        self.refused(words=self.data)

    def test_a_folder_that_another_crawl_uses_is_refused(self):
        self.web.pages["a.test/"] = Reply(200, wait=30)
        with subprocess.Popen(self.command("http://a.test/"), stderr=subprocess.PIPE) as first:
            wait_for(lambda: self.web.requests)
            status, _, err = self.run_program(self.command("http://a.test/"))
            first.kill()
        self.assertEqual(status, 2)
        self.assertIn(self.data, err)


class PolitenessWarnings(CrawlTest):
    WARNING = "no contact is set"

    def stderr_of(self, seed, *arguments):
        host = seed.split("/")[2]
        self.web.pages[host + "/"] = links()
        return self.run_program(self.command(seed, "--max-pages", "1", *arguments))[2]

    def test_a_public_crawl_without_contact_is_warned_about(self):
        self.assertIn(self.WARNING, self.stderr_of("http://example.com/"))
        self.assertIn("--contact", self.stderr_of("http://example.org/", "--allow-private"))

    def test_a_contact_prevents_the_warning(self):
        for arguments in [["--contact", "mailto:me@example.net"],
                          ["--set", "agent.contact=me@example.net"],
                          ["--user-agent", "mine/1.0 (me@example.net)"]]:
            self.data += "x"
            err = self.stderr_of("http://example.com/", *arguments)
            self.assertNotIn(self.WARNING, err)

    def test_local_hosts_need_no_contact(self):
        for seed in "http://a.test/", "http://localhost/", "http://127.0.0.1/", "http://[::1]/":
            err = self.stderr_of(seed)
            self.assertNotIn(self.WARNING, err)
            self.assertNotIn("--delay 0", err)

    def test_delay_0_on_public_servers_is_warned_about(self):
        self.assertIn("--delay 0", self.stderr_of("http://example.com/"))

    def test_the_user_agent_names_the_program_and_the_contact(self):
        self.web.pages["a.test/"] = links()
        self.crawl("http://a.test/", "--contact", "https://example.net/crawler")
        agent = self.web.fields("a.test", "/")["User-Agent"]
        self.assertRegex(agent, r"^freshet/\S+ \(\+https://example\.net/crawler\)$")
        self.assertEqual(self.web.fields("a.test", "/robots.txt")["User-Agent"], agent)


if __name__ == "__main__":
    unittest.main()
