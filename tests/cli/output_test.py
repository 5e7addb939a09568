#!/usr/bin/env python3
"""Output that cannot be written: full disks, readers that close the pipe, closed streams.

    output_test.py PROGRAM
"""
import json
import os
import subprocess
import unittest

from crawling import TIMEOUT, PROGRAM, CrawlTest
from scripted_web import html, links

UNREAD = 141  # as if by SIGPIPE


class Output(CrawlTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/2")
        self.web.pages["a.test/1"] = html("<p>some words")
        self.web.pages["a.test/2"] = html("<p>other words")
        self.file = self.folder / "page.html"
        self.file.write_text("<title>t</title>")

    def commands(self):
        """Commands that print something, with a collection to print it about."""
        crawl = self.command("http://a.test/")
        status, _, err = self.run_program([PROGRAM, "run", *crawl[2:], "--budget", "1000/s", "--max-time", "0.5"])
        self.assertEqual(status, 0, err)
        self.assertEqual(self.run_program([PROGRAM, "convert", "--data", self.data])[0], 0)
        data = ["--data", self.data]
        return [[*command, *form, *data] for form in ([], ["--json"]) for command in (
            ["status"], ["why", "http://a.test/1"], ["changes"], ["seeds"], ["search", "words"], ["settings"],
            ["rank"], ["check", "url", "http://a.test/"], ["check", "page", str(self.file)],
            ["simulate", "--synthetic", "--pages", "10", "--sites", "2", "--days", "4", "--policies", "uniform"],
        )] + [["--help"], ["--version"], ["crawl", "--help"], ["rank", "--json-lines", *data],
              ["convert", "--to", "jsonl", *data], ["convert", "--full", *data]]

    def run_with(self, arguments, **streams):
        streams.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, text=True, cwd=self.folder,
                              timeout=TIMEOUT, **streams)
        return done.returncode, done.stderr

    def test_a_full_disk_is_an_error_in_every_command(self):
        for command in self.commands():
            with open("/dev/full", "w") as full:
                status, err = self.run_with(command, stdout=full)
            self.assertEqual(status, 1, command)
            self.assertIn("standard output: No space left on device", err, command)

    def test_every_command_ends_quietly_when_the_reader_closes_the_pipe(self):
        for command in self.commands():
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer, "w") as pipe:
                status, err = self.run_with([*command, "--quiet"] if "--help" not in command else command, stdout=pipe)
            if command[:2] == ["convert", "--full"]:
                self.assertEqual(status, 0, command)  # with --quiet it prints nothing
            else:
                self.assertEqual((status, err), (UNREAD, ""), command)

    def test_a_closed_output_is_an_error(self):
        for command in self.commands():
            status, err = self.run_with(command, stdout=None, preexec_fn=lambda: os.close(1))
            self.assertEqual(status, 1, command)
            self.assertIn("standard output: Bad file descriptor", err, command)

    def test_commands_work_without_input_errors_or_home(self):
        def close_all():
            os.close(0)
            os.close(2)
        for command in self.commands():
            done = subprocess.run([PROGRAM, *command], stdout=subprocess.PIPE, preexec_fn=close_all, cwd=self.folder,
                                  env={}, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 0, command)
        self.assertEqual(self.run_with(["check", "url"], stdin=None, preexec_fn=lambda: os.close(0))[0], 0)

    def test_the_exit_status_of_a_crawl_does_not_depend_on_the_reader_of_its_summary(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as pipe:
            status, _ = self.run_with(self.command("http://a.test/")[1:], stdout=pipe)
        self.assertEqual(status, 0)
        with open("/dev/full", "w") as full:
            status, err = self.run_with(self.command("http://a.test/")[1:], stdout=full)
        self.assertEqual(status, 1)
        self.assertIn("No space left on device", err)

    def test_a_crawl_with_all_streams_closed_writes_nothing_into_its_own_files(self):
        def close_all():
            for number in 0, 1, 2:
                os.close(number)
        subprocess.run(self.command("http://a.test/"), preexec_fn=close_all, cwd=self.folder, timeout=TIMEOUT)
        status, out, err = self.run_program([PROGRAM, "status", "--json", "--data", self.data])
        self.assertEqual(status, 0, err)
        self.assertEqual(json.loads(out)["pages"], 3)
        for folder, _, names in os.walk(self.data):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertNotIn(b"3 pages, ", file.read(), name)


if __name__ == "__main__":
    unittest.main()
