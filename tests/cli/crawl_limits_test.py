#!/usr/bin/env python3
"""A crawl with few file descriptors: it uses what there is, or says how many it needs.

    crawl_limits_test.py PROGRAM
"""
import json
import resource
import subprocess
import unittest

from crawling import TIMEOUT, CrawlTest
from scripted_web import links


class Descriptors(CrawlTest):
    def run_with(self, soft, hard, *arguments):
        """Runs the crawl with these limits of descriptors. Returns exit status, output and errors."""
        done = subprocess.run(
            self.command(*arguments, "--json"), capture_output=True, text=True, cwd=self.folder,
            timeout=TIMEOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))
        return done.returncode, done.stdout, done.stderr

    def add_hosts(self, count):
        hosts = [f"h{i}.test" for i in range(count)]
        self.web.pages["a.test/"] = links(*(f"http://{host}/" for host in hosts))
        for host in hosts:
            # Each holds its connection for a while, so that many are open at a time.
            self.web.pages[f"{host}/"] = links(f"of {host}")._replace(wait=0.05)

    def test_more_hosts_than_descriptors_are_all_fetched_without_failures(self):
        self.add_hosts(150)
        for limit in (70, 100):
            self.data += str(limit)
            status, out, err = self.run_with(
                limit, limit, "http://a.test/", "--scope", "any", "--depth", "1",
                "--set", "politeness.per_address=1000")
            self.assertEqual(status, 0, err)
            summary = json.loads(out)
            self.assertEqual(summary["outcomes"], {"new": 151}, err)
            self.assertEqual(summary["pages"], 151)

    def test_the_soft_limit_is_raised(self):
        self.web.pages["a.test/"] = links()
        status, out, err = self.run_with(20, 4096, "http://a.test/")
        self.assertEqual(status, 0, err)
        self.assertEqual(json.loads(out)["pages"], 1)

    def test_too_few_descriptors_are_an_error_that_says_what_to_do(self):
        self.web.pages["a.test/"] = links()
        for limit in (24, 32, 48):
            status, out, err = self.run_with(limit, limit, "http://a.test/")
            self.assertEqual((status, out), (2, ""), err)
            self.assertIn(f"too few file descriptors: the limit is {limit}, ", err)
            self.assertIn("ulimit -n 1024", err)
        self.assertEqual(self.web.requests, [])


if __name__ == "__main__":
    unittest.main()
