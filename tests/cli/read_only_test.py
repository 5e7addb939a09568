#!/usr/bin/env python3
"""Commands that only read: they need no permission to write, change nothing, and hold no locks.

    read_only_test.py PROGRAM
"""
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest

from crawling import TIMEOUT, PROGRAM, CrawlTest, wait_for
from scripted_web import html, links

NOBODY = 65534


def listing(folder):
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in pathlib.Path(folder).rglob("*") if path.is_file()}


class Reading(CrawlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/2")
        self.web.pages["a.test/1"] = html("<title>Old bridge</title><p>The old bridge fell in 1953.")
        self.web.pages["a.test/2"] = html("<p>another")

    def collect(self):
        """Collects with a run that makes some revisits."""
        run = subprocess.Popen(
            [PROGRAM, "run", "http://a.test/", "--data", self.data, "--delay", "0", "--allow-private", "--quiet",
             "--contact", "x@example.org", "--budget", "40/s", "--set", f"net.host_map=*=127.0.0.1:{self.web.port}",
             "--set", "refresh.min_gain=0", "--set", "convert.every=0s"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: len(self.web.requests) > 6)
        run.send_signal(signal.SIGTERM)
        _, err = run.communicate(timeout=TIMEOUT)
        self.assertEqual(run.returncode, 0, err)

    def freshet(self, *arguments, data=None):
        return self.run_program([PROGRAM, *arguments, "--data", data or self.data])

    def read_only_copy(self):
        """A copy of the data folder that may only be read."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-cli-"))
        copy = folder / "data"
        shutil.copytree(self.data, copy, ignore=shutil.ignore_patterns("*.sock"))
        for path in [*copy.rglob("*"), copy, folder]:
            path.chmod(0o555 if path.is_dir() else 0o444)

        def remove():
            for path in [folder, copy, *copy.rglob("*")]:
                if path.is_dir():
                    path.chmod(0o755)
            shutil.rmtree(folder)
        self.addCleanup(remove)
        return copy

    def as_reader(self, data, *arguments):
        """Runs the program as a user who cannot write there, even if this test runs as root."""
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        program = PROGRAM
        if user:  # the build may lie where only we can read
            program = str(data.parent.parent / f"freshet-{os.getpid()}-{id(self)}")
            shutil.copy(PROGRAM, program)
            self.addCleanup(lambda: pathlib.Path(program).unlink(missing_ok=True))
        done = subprocess.run([program, *arguments, "--data", str(data)], capture_output=True, text=True, cwd="/",
                              timeout=TIMEOUT, check=False, **user)
        return done.returncode, done.stdout, done.stderr


class ReadOnlyFolder(Reading):
    def test_a_collection_can_be_queried_and_is_not_changed(self):
        self.collect()
        data = self.read_only_copy()
        before = listing(data)
        for command in ["status"], ["why", "http://a.test/1"], ["changes"], ["seeds"], ["aliases"]:
            status, out, err = self.as_reader(data, *command)
            self.assertEqual(status, 0, err)
            self.assertNotEqual(out, "")
        self.assertEqual(listing(data), before)
        status, _, err = self.as_reader(data, "rank")
        self.assertEqual(status, 1)
        self.assertIn("Permission denied", err)

    def test_a_catalogue_can_be_searched(self):
        self.crawl("http://a.test/")
        self.assertEqual(self.freshet("convert")[0], 0)
        data = self.read_only_copy()
        before = listing(data)
        status, out, err = self.as_reader(data, "search", "bridge", "--json")
        self.assertEqual(status, 0, err)
        self.assertEqual([hit["url"] for hit in json.loads(out)["hits"]], ["http://a.test/1"])
        self.assertEqual(listing(data), before)

    def test_an_unusable_write_ahead_log_of_the_catalogue_is_an_error(self):
        self.crawl("http://a.test/")
        self.assertEqual(self.freshet("convert")[0], 0)
        with sqlite3.connect(self.data + "/catalog.db") as database:
            database.execute("PRAGMA wal_autocheckpoint = 0")
            database.execute("CREATE TABLE more(a)")
            database.commit()
            data = self.read_only_copy()
        database.close()
        data.chmod(0o755)
        (data / "catalog.db-shm").unlink()
        data.chmod(0o555)
        status, _, err = self.as_reader(data, "search", "bridge")
        self.assertEqual(status, 1)
        self.assertIn("catalog.db-wal", err)


class Recover(CrawlTest):
    def test_help_and_a_missing_archive(self):
        status, out, _ = self.run_program([PROGRAM, "recover", "--help"])
        self.assertEqual(status, 0)
        self.assertIn("  freshet recover ./docs", out)
        status, _, err = self.run_program([PROGRAM, "recover", self.data])
        self.assertEqual(status, 1)
        self.assertIn("there is no archive", err)
        self.assertFalse(pathlib.Path(self.data).exists())


class SlowReader(Reading):
    def test_changes_hold_no_lock_while_output_blocks(self):
        self.collect()
        ours, theirs = os.pipe()
        self.addCleanup(os.close, ours)
        flags = fcntl.fcntl(theirs, fcntl.F_GETFL)
        fcntl.fcntl(theirs, fcntl.F_SETFL, flags | os.O_NONBLOCK)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(theirs, b"x" * 4096)
        fcntl.fcntl(theirs, fcntl.F_SETFL, flags)
        changes = subprocess.Popen([PROGRAM, "changes", "--data", self.data], stdout=theirs)
        self.addCleanup(changes.wait)
        self.addCleanup(changes.kill)
        os.close(theirs)
        # Waits for the reader, with all that it has opened.
        wchan = pathlib.Path(f"/proc/{changes.pid}/wchan")
        wait_for(lambda: not wchan.exists() or "pipe" in wchan.read_text() or wchan.read_text() == "0")
        self.assertIsNone(changes.poll())
        status, _, err = self.freshet("rank")
        self.assertEqual(status, 0, err)
        self.assertIsNone(changes.poll())


if __name__ == "__main__":
    unittest.main()
