"""Shared by the tests of freshet crawl. The first argument of each is the program."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from scripted_web import Web

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
TIMEOUT = 60  # seconds; a program that takes longer hangs


def wait_for(condition):
    end = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("timed out")
        time.sleep(0.01)


class CrawlTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="freshet-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = str(self.folder / "data")
        self.web = self.serve()

    def serve(self, **options):
        web = Web(**options)
        self.addCleanup(web.close)
        return web

    def command(self, *arguments, to=None):
        """The command line of a crawl without delays. All host names are mapped to the port of the web,
        or to `to`; 0: they are not mapped."""
        port = self.web.port if to is None else to
        sent = ["--set", f"net.host_map=*=127.0.0.1:{port}"] if port else []
        return [PROGRAM, "crawl", *arguments, "--data", self.data, "--delay", "0", *sent,
                "--set", "crawl.attempts=1", "--set", "crawl.patience=1s"]

    def run_program(self, command):
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder,
                              timeout=TIMEOUT)
        return done.returncode, done.stdout, done.stderr

    def crawl(self, *arguments, to=None):
        """Crawls and returns the summary."""
        status, out, err = self.run_program(self.command(*arguments, "--json", to=to))
        self.assertEqual(status, 0, err)
        return json.loads(out)
