#!/usr/bin/env python3
"""freshet convert, and the catalogue that a run keeps up to date.

    convert_test.py PROGRAM
"""
import json
import pathlib
import signal
import sqlite3
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest, wait_for
from scripted_web import html, links


class ConvertTest(CrawlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/2")
        self.web.pages["a.test/1"] = html("<title>Pots</title><p>green tea")
        self.web.pages["a.test/2"] = html("<p>another text")
        self.catalog = pathlib.Path(self.data) / "catalog.db"

    def convert(self, *arguments):
        return self.run_program([PROGRAM, "convert", "--data", self.data, *arguments])

    def found(self, word):
        """URLs of the pages that have the word; empty if there is no catalogue yet."""
        if not self.catalog.exists():
            return []
        with sqlite3.connect(f"file:{self.catalog}?mode=ro", uri=True, timeout=30) as catalog:
            rows = catalog.execute("SELECT url FROM pages JOIN words ON words.rowid = page_id WHERE words MATCH ?",
                                   (word,)).fetchall()
        return [row[0] for row in rows]

    def test_the_first_conversion_writes_everything_and_later_ones_only_changes(self):
        self.crawl("http://a.test/")
        status, out, err = self.convert("--json", "--quiet")
        self.assertEqual(status, 0, err)
        summary = json.loads(out)
        self.assertEqual((summary["to"], summary["full"], summary["written"]), ("sqlite", True, 3))
        self.assertGreater(summary["pages_per_second"], 0)
        self.assertEqual(sorted(summary["steps"]), ["parsing", "reading", "segmenting", "writing"])
        self.assertEqual(self.found("tea"), ["http://a.test/1"])
        summary = json.loads(self.convert("--json", "--quiet")[1])
        self.assertEqual((summary["full"], summary["written"], summary["updated"]), (False, 0, 0))
        summary = json.loads(self.convert("--json", "--quiet", "--full")[1])
        self.assertEqual((summary["full"], summary["written"]), (True, 3))
        status, out, _ = self.convert("--quiet")
        self.assertEqual((status, out), (0, ""))
        self.assertIn("of 3 in", self.convert()[1])

    def test_json_lines_go_to_standard_output_or_a_folder(self):
        self.crawl("http://a.test/")
        status, out, err = self.convert("--to", "jsonl", "--out", "-")
        self.assertEqual(status, 0, err)
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([row["table"] for row in rows],
                         ["communities", "domains", "sites", "pages", "pages", "pages", "meta"])
        self.assertIn("3 pages written", err)
        self.assertEqual(self.convert("--to", "jsonl", "--out", "lines")[0], 0)
        written = (self.folder / "lines" / "catalog-000001.jsonl").read_text()
        self.assertEqual(written.splitlines()[:-1], out.splitlines()[:-1])

    def test_invalid_arguments_are_errors(self):
        self.assertEqual(self.convert()[0], 1)
        self.assertIn("there is no collection", self.convert()[2])
        self.crawl("http://a.test/")
        for arguments, message in [(["--to", "postgres"], "--dsn"),
                                   (["--dsn", "x"], "--to postgres"),
                                   (["--to", "stone"], "stone"),
                                   (["--set", "convert.communities=mine"], "has no '='")]:
            status, _, err = self.convert(*arguments)
            self.assertEqual(status, 2, arguments)
            self.assertIn(message, err)
        status, _, err = self.convert("--to", "postgres", "--dsn", "host=/nowhere")
        self.assertEqual(status, 1)
        self.assertIn("PostgreSQL", err)
        (self.folder / "other.db").write_bytes(b"not a database" * 100)
        status, _, err = self.convert("--out", "other.db")
        self.assertEqual(status, 1)
        self.assertIn("other.db", err)

    def start(self, every):
        command = [PROGRAM, "run", "http://a.test/", "--budget", "40/s", "--data", self.data, "--delay", "0",
                   "--allow-private", "--quiet", "--contact", "x@example.org", "--policy", "uniform",
                   "--set", f"net.host_map=*=127.0.0.1:{self.web.port}", "--set", f"convert.every={every}"]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def test_a_run_keeps_the_catalogue_up_to_date_and_can_be_killed(self):
        run = self.start("300ms")
        wait_for(lambda: self.found("tea") == ["http://a.test/1"])
        # A page that appears, and one that changes.
        self.web.pages["a.test/"] = links("/1", "/2", "/new")
        self.web.pages["a.test/new"] = html("<p>brand new kettle")
        self.web.pages["a.test/2"] = html("<p>words that were never there")
        wait_for(lambda: self.found("kettle") == ["http://a.test/new"])
        wait_for(lambda: self.found("never") == ["http://a.test/2"])
        self.assertEqual(self.found("another"), [])
        status, _, err = self.convert()
        self.assertEqual(status, 1)
        self.assertIn("A run keeps catalog.db up to date itself", err)
        for _ in range(3):
            run.kill()
            run.communicate(timeout=30)
            self.assertEqual(self.found("kettle"), ["http://a.test/new"])
            before = len(self.web.requests)
            run = self.start("100ms")
            wait_for(lambda count=before: len(self.web.requests) > count + 10)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(self.convert("--quiet")[0], 0)
        with sqlite3.connect(self.catalog) as catalog:
            self.assertEqual(catalog.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            self.assertEqual(catalog.execute("PRAGMA foreign_key_check").fetchall(), [])
            self.assertEqual(catalog.execute("SELECT count(*), max(page_id) FROM pages").fetchone(), (4, 4))

    def test_convert_every_0_switches_updates_by_a_run_off(self):
        run = self.start("0s")
        wait_for(lambda: len(self.web.requests) > 20)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertFalse(self.catalog.exists())


if __name__ == "__main__":
    unittest.main()
