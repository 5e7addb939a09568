#!/usr/bin/env python3
"""freshet crawl, watched on a terminal and stopped by signals.

    crawl_stop_test.py PROGRAM
"""
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
import unittest

from crawling import TIMEOUT, CrawlTest, wait_for
from scripted_web import Reply, html, links


class Stopping(CrawlTest):
    def setUp(self):
        super().setUp()
        pages = [f"/{i}" for i in range(30)]
        self.web.pages["a.test/"] = links(*pages)
        for page in pages:
            self.web.pages["a.test" + page] = Reply(200, (("Content-Type", "text/html"),),
                                                    page.encode(), wait=0.02)

    def start(self, *arguments, before=None):
        program = subprocess.Popen(self.command("http://a.test/", *arguments), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return program

    def stop_and_resume(self, *numbers):
        program = self.start()
        wait_for(lambda: len(self.web.requests) > 5)
        for number in numbers:
            program.send_signal(number)
        sent = time.monotonic()
        out, _ = program.communicate(timeout=TIMEOUT)
        self.assertEqual(program.returncode, 0)
        self.assertLess(time.monotonic() - sent, 10)
        self.assertIn("the same command again to continue", out)
        self.assertLess(len(self.web.requests), 32)
        self.crawl("http://a.test/")
        # Requests in flight were finished, so nothing is requested twice.
        self.assertEqual(sorted(self.web.paths("a.test")),
                         sorted(["/robots.txt", "/", *(f"/{i}" for i in range(30))]))

    def test_sigint_finishes_requests_in_flight_and_the_same_command_resumes(self):
        self.stop_and_resume(signal.SIGINT)

    def test_sigterm_does_the_same(self):
        self.stop_and_resume(signal.SIGTERM)

    def test_a_server_that_hangs_does_not_delay_the_end(self):
        self.web.pages["a.test/0"] = Reply(200, wait=300)
        program = self.start("--json")
        wait_for(lambda: "/0" in self.web.paths("a.test"))
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        out, err = program.communicate(timeout=TIMEOUT)
        self.assertLess(time.monotonic() - sent, 10)
        self.assertEqual(program.returncode, 0)
        self.assertEqual(json.loads(out)["pages"], 1)
        self.assertIn("the same command again", err)

    def test_sighup_does_the_same(self):
        self.stop_and_resume(signal.SIGHUP)

    def test_signals_in_quick_succession_count_as_one(self):
        # As from GNU timeout, which signals its child and then the whole group.
        self.stop_and_resume(signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

    def test_sighup_that_is_ignored_at_the_start_stays_ignored(self):
        program = self.start(before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))  # nohup
        wait_for(lambda: len(self.web.requests) > 5)
        program.send_signal(signal.SIGHUP)
        out, err = program.communicate(timeout=TIMEOUT)
        self.assertEqual(program.returncode, 0)
        self.assertNotIn("stopping", err)
        self.assertEqual(len(self.web.requests), 32)

    def test_a_second_sigint_ends_at_once_and_loses_nothing(self):
        self.web.pages["a.test/0"] = Reply(200, wait=300)
        program = self.start()
        wait_for(lambda: "/0" in self.web.paths("a.test"))
        program.send_signal(signal.SIGINT)
        while "again to stop at once" not in program.stderr.readline():
            pass
        time.sleep(1.2)  # signals within the first second count as one
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        program.communicate(timeout=TIMEOUT)
        self.assertLess(time.monotonic() - sent, 3)  # after the first signal the program waits for five seconds
        self.assertEqual(program.returncode, 128 + signal.SIGINT)
        self.web.pages["a.test/0"] = html("quick")
        self.crawl("http://a.test/")
        self.assertEqual(set(self.web.paths("a.test")),
                         {"/robots.txt", "/", *(f"/{i}" for i in range(30))})


class OnATerminal(CrawlTest):
    def test_the_progress_line_shows_counts_and_the_time_left(self):
        self.web.pages["a.test/"] = links("/1", "/2", "/3", "/forbidden", "/slow")
        for number in 1, 2, 3:
            self.web.pages[f"a.test/{number}"] = html("x" * 1500 * number)
        self.web.pages["a.test/forbidden"] = Reply(403)
        self.web.pages["a.test/slow"] = Reply(200, wait=300)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 50, 200, 0, 0))
        self.addCleanup(os.close, ours)
        program = subprocess.Popen(
            self.command("http://a.test/", "--max-pages", "100", "--max-time", "50"),
            stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        shown = ""
        whole = re.compile(r"4 pages  \d+/s  \d+(\.\d+)? kB  1 error \(refused 1\)  1 queued  "
                           r"1 in flight  1 hosts  [\d.]+ s left")
        end = time.monotonic() + 40
        while not whole.search(shown) and time.monotonic() < end:
            shown += os.read(ours, 4096).decode()
        self.assertRegex(shown, whole)


if __name__ == "__main__":
    unittest.main()
