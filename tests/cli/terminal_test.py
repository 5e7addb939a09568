#!/usr/bin/env python3
"""Control characters from pages and servers never reach the terminal.

    terminal_test.py PROGRAM
"""
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import unittest

from crawling import TIMEOUT, PROGRAM, CrawlTest, wait_for
from scripted_web import Reply, html, links

# Clears the screen, rings, ends a string, colours by C1, turns the direction, ends a line, hides.
EVIL = "\x1b[2J\x07\x9b31m\u202e\u2066\u200f\u061c\u2028\u2029\x85\x7f\ufeff\U000e0041"
FORGED = "\nfreshet: all is well\n"
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                    "\ufff9-\ufffb\U000e0000-\U000e007f]")
ROBOTS = (f"User-agent: *\nDisallow: /private{EVIL}\nDisallow: /private\nSitemap: http://a.test/map{EVIL}.xml\n"
          ).encode() + b"Disallow: /\xff\x9b\n"


def page(title):
    return html(f"<title>{title}</title><meta name=description content='{EVIL}'>"
                f"<p>harmless {EVIL} words\u202e</p><a href='/to{EVIL}' rel='{EVIL}'>{EVIL}</a>")


class Terminal(CrawlTest):
    def setUp(self):
        super().setUp()
        pages = self.web.pages
        pages["a.test/robots.txt"] = Reply(200, (("Content-Type", "text/plain"),), ROBOTS)
        pages["a.test/"] = links("/evil", "/moved", "/private", "/private%1b", "/refused", "/type",
                                 f"/path{EVIL}", "http://b\u202ec.test/")
        pages["a.test/evil"] = page(f"Evil{EVIL}{FORGED}")
        pages["a.test/moved"] = Reply(301, (("Location", "/evil\x1b[2J\x9b\x07"),))
        pages["a.test/refused"] = Reply(403, (("X-Reason", "\x1b[2J\x9b"),), b"\x1b[2J")
        pages["a.test/type"] = Reply(200, (("Content-Type", "text/html; charset=\x1b[2J"),
                                           ("Content-Language", "\x1b\x9b")), b"<title>\x9b\xff\x1b</title>")

    def is_clean(self, name, text):
        found = UNSEEN.search(text)
        around = text[max(0, found.start() - 60):found.end() + 20] if found else ""
        self.assertIsNone(found, f"{name}: {around!r}")
        self.assertNotIn("\nfreshet: all is well", text, name)

    def run_clean(self, *arguments, status=0):
        """Runs the program and checks standard output and standard error, which must be UTF-8."""
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=self.folder, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL)
        name = " ".join(arguments[:2])
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, status, err)
        self.is_clean(name, out)
        self.is_clean(name + " (errors)", err)
        return out

    def crawl_clean(self, *more, status=0):
        return self.run_clean(*self.command("http://a.test/", "--set", "log.level=debug", "--set", "log.json=never",
                                            *more)[1:], status=status)

    def test_no_command_prints_control_characters(self):
        self.crawl_clean()
        data = ["--data", self.data]
        for arguments in [["status"], ["seeds"], ["changes"], ["convert"], ["rank"], ["search", "harmless"],
                          ["search", f"harml{EVIL}"]] + [
                              ["why", f"http://a.test{path}"] for path in
                              ["/", "/evil", "/moved", "/private", "/private%1b", "/refused", "/type", "/unknown",
                               f"/path{EVIL}", f"/x{FORGED}"]]:
            self.run_clean(*arguments, *data)
            self.run_clean(*arguments, *data, "--json")
        self.assertIn("\\u{202e}", self.run_clean("search", "harmless", *data))
        self.assertIn("Evil\\x1b[2J", self.run_clean("why", "http://a.test/evil", *data))
        self.run_clean("convert", "--to", "jsonl", *data)
        self.run_clean("rank", "--json-lines", *data)

    def test_json_is_exact(self):
        self.crawl("http://a.test/")
        status, out, _ = self.run_program([PROGRAM, "why", "http://a.test/evil", "--json", "--data", self.data])
        self.assertEqual(status, 0)
        title = json.loads(out)["page"]["title"]
        self.assertTrue(title.startswith("Evil\x1b[2J\x07\x9b31m\u202e\u2066\u200f\u061c\u2028\u2029\x85"), ascii(title))

    def test_checks_are_clean(self):
        robots = self.folder / "robots.txt"
        robots.write_bytes(ROBOTS)
        file = self.folder / "page.html"
        file.write_bytes(page(EVIL).body + b"<pre>\n\tx\n\x9b\xff</pre>")
        sitemap = self.folder / "map.xml"
        sitemap.write_text(f"<urlset><url><loc>http://a.test/{EVIL[2:]}\u202e</loc><lastmod>{EVIL[4:]}</lastmod></url>"
                           "</urlset>")
        for json_flag in [], ["--json"]:
            self.run_clean("check", "robots", str(robots), f"http://a.test/private{EVIL}", "http://a.test/private",
                           *json_flag)
            self.run_clean("check", "robots", str(robots), f"/private{EVIL}", *json_flag)
            self.run_clean("check", "page", str(file), "--url", "http://a.test/", *json_flag)
            self.run_clean("check", "sitemap", str(sitemap), "--url", "http://a.test/", *json_flag)
            self.run_clean("check", "url", f"http://a.test/{EVIL}", *json_flag)
            self.run_clean("check", "canonical", f"http://a.test/{EVIL}?{EVIL}", *json_flag)
            self.run_clean("check", "url", f"http://[{EVIL}", *json_flag, status=1)
        self.assertIn("by line 2: Disallow: /private\\x1b[2J",
                      self.run_clean("check", "robots", str(robots), f"http://a.test/private{EVIL}"))

    def test_errors_settings_and_arguments_are_clean(self):
        self.run_clean(f"--{EVIL}", status=2)
        self.run_clean("crawl", f"http://{EVIL}", status=2)
        self.run_clean("settings", "--set", f"agent.contact={EVIL}{FORGED}")
        self.run_clean("settings", "--set", f"{EVIL}=1", status=2)
        self.run_clean("settings", "--config", f"/none/{EVIL}{FORGED}", status=2)
        self.run_clean("status", "--data", f"none{EVIL}", status=1)
        self.run_clean("check", "page", f"none{EVIL}", status=2)
        self.run_clean("search", "x", "--data", f"none{EVIL}", status=1)
        self.run_clean("search", "x", "--lang", EVIL, "--data", "none", status=1)
        self.run_clean("simulate", "--traces", f"none{EVIL}", status=2)

    def test_the_name_of_a_failed_seed_is_clean(self):
        self.web.pages["a.test/"] = Reply(500, (), b"\x1b[2J")
        self.crawl_clean(status=1)


class ADumbTerminal(CrawlTest):
    def shown(self, term):
        self.web.pages["a.test/"] = links("/slow")
        self.web.pages["a.test/slow"] = Reply(200, wait=0.5)
        ours, theirs = pty.openpty()
        environment = {name: value for name, value in os.environ.items() if name != "TERM"}
        if term is not None:
            environment["TERM"] = term
        program = subprocess.Popen(self.command("http://a.test/"), stdout=subprocess.DEVNULL, stderr=theirs,
                                   env=environment)
        os.close(theirs)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        wait_for(lambda: "/slow" in self.web.paths("a.test"))
        program.send_signal(signal.SIGTERM)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                piece = b""
            if not piece:
                break
            shown += piece
        os.close(ours)
        return shown.decode()

    def test_dumb_terminals_get_lines_without_control_codes(self):
        for term in "dumb", None:
            shown = self.shown(term)
            self.assertIn(" pages ", shown)
            self.assertNotIn("\x1b", shown)
            self.assertNotIn("\r", shown.replace("\r\n", "\n"))
            self.data = str(pathlib.Path(self.data).with_name(f"other{term}"))
            self.web.requests.clear()

    def test_other_terminals_get_a_line_that_is_redrawn(self):
        self.assertIn("\r\x1b[K", self.shown("xterm"))


if __name__ == "__main__":
    unittest.main()
