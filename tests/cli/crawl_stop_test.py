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

from crawling import PATIENCE, CrawlTest, wait_for
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

    def stop_and_go_on(self, *numbers):
        program = self.start()
        wait_for(lambda: len(self.web.asked) > 5)
        for number in numbers:
            program.send_signal(number)
        sent = time.monotonic()
        out, _ = program.communicate(timeout=PATIENCE)
        self.assertEqual(program.returncode, 0)
        self.assertLess(time.monotonic() - sent, 10)
        self.assertIn("the same command goes on", out)
        self.assertLess(len(self.web.asked), 32)
        self.crawl("http://a.test/")
        # What was under way was finished: nothing is asked for twice.
        self.assertEqual(sorted(self.web.paths("a.test")),
                         sorted(["/robots.txt", "/", *(f"/{i}" for i in range(30))]))

    def test_an_interrupt_finishes_what_is_under_way_and_the_same_command_goes_on(self):
        self.stop_and_go_on(signal.SIGINT)

    def test_so_does_a_request_to_terminate(self):
        self.stop_and_go_on(signal.SIGTERM)

    def test_a_server_that_hangs_does_not_hold_up_the_end(self):
        self.web.pages["a.test/0"] = Reply(200, wait=300)
        program = self.start("--json")
        wait_for(lambda: "/0" in self.web.paths("a.test"))
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        out, err = program.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - sent, 10)
        self.assertEqual(program.returncode, 0)
        self.assertEqual(json.loads(out)["pages"], 1)
        self.assertIn("the same command goes on", err)

    def test_so_does_a_hang_up(self):
        self.stop_and_go_on(signal.SIGHUP)

    def test_signals_in_quick_succession_count_as_one(self):
        # As from GNU timeout, which signals its child and then the whole group.
        self.stop_and_go_on(signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

    def test_a_hang_up_that_is_ignored_at_the_start_stays_ignored(self):
        program = self.start(before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))  # nohup
        wait_for(lambda: len(self.web.asked) > 5)
        program.send_signal(signal.SIGHUP)
        out, err = program.communicate(timeout=PATIENCE)
        self.assertEqual(program.returncode, 0)
        self.assertNotIn("stopping", err)
        self.assertEqual(len(self.web.asked), 32)

    def test_a_second_interrupt_ends_at_once_and_loses_nothing(self):
        self.web.pages["a.test/0"] = Reply(200, wait=300)
        program = self.start()
        wait_for(lambda: "/0" in self.web.paths("a.test"))
        program.send_signal(signal.SIGINT)
        while "once more" not in program.stderr.readline():
            pass
        time.sleep(1.2)  # those of the first second count as one
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        program.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - sent, 3)  # a first one would leave five seconds
        self.assertEqual(program.returncode, 128 + signal.SIGINT)
        self.web.pages["a.test/0"] = html("quick")
        self.crawl("http://a.test/")
        self.assertEqual(set(self.web.paths("a.test")),
                         {"/robots.txt", "/", *(f"/{i}" for i in range(30))})


class OnATerminal(CrawlTest):
    def test_the_line_shows_how_far_it_is(self):
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
        whole = re.compile(r"4 pages  \d+/s  \d+(\.\d+)? kB  1 errors \(refused 1\)  1 queued  "
                           r"1 in flight  1 hosts  [\d.]+ s left")
        end = time.monotonic() + 40
        while not whole.search(shown) and time.monotonic() < end:
            shown += os.read(ours, 4096).decode()
        self.assertRegex(shown, whole)


if __name__ == "__main__":
    unittest.main()
