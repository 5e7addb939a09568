#!/usr/bin/env python3
"""The program itself: freshet check and freshet settings, as scripts and people use them.

    check_test.py PROGRAM
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())


def run(*arguments, stdin="", cwd=None):
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run([PROGRAM, *arguments], input=data, capture_output=True, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(kind, *questions):
    """One JSON answer for each question."""
    lines = "".join(q if isinstance(q, str) else json.dumps(q) + "\n" for q in questions)
    status, out, err = run("check", kind, stdin=lines)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def body(text):
    return base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


class CheckLines(unittest.TestCase):
    def test_answers_come_in_order_one_for_each_line(self):
        answers = check("url", *({"input": f"http://h/{i}"} for i in range(5000)))
        self.assertEqual([a["href"] for a in answers], [f"http://h/{i}" for i in range(5000)])

    def test_a_malformed_line_yields_an_error_and_the_rest_goes_on(self):
        answers = check("url", "{\n", {"input": 3}, "[]\n", "\n", {"input": "http://h"})
        self.assertEqual(["error" in a for a in answers], [True, True, True, True, False])
        self.assertEqual(answers[-1], {"href": "http://h/"})

    def test_the_last_line_needs_no_line_feed(self):
        status, out, _ = run("check", "url", stdin='{"input": "http://h"}')
        self.assertEqual((status, json.loads(out)), (0, {"href": "http://h/"}))

    def test_no_input_is_no_output(self):
        self.assertEqual(run("check", "url")[:2], (0, ""))

    def test_bytes_that_are_not_utf8_yield_an_error(self):
        _, out, _ = run("check", "url", stdin=b'{"input": "http://h/\xff"}\n')
        self.assertIn("error", json.loads(out))

    def test_lone_surrogates_become_the_replacement_character(self):
        [answer] = check("url", '{"input": "http://h/\\ud800"}\n')
        self.assertEqual(answer, {"href": "http://h/%EF%BF%BD"})


class CheckKinds(unittest.TestCase):
    def test_url(self):
        answers = check("url", {"input": "../a b", "base": "http://h/x/"},
                      {"input": "//o/p", "base": None}, {"input": "x", "base": "nonsense"})
        self.assertEqual(answers[0], {"href": "http://h/a%20b"})
        self.assertIn("error", answers[1])
        self.assertIn("base", answers[2]["error"])

    def test_canonical(self):
        answers = check("canonical", {"url": "HTTP://User@H:80/a/../%7eb?sid=1&x=2&utm_medium=y#z"},
                      {"url": "mailto:a@b"})
        self.assertEqual(answers[0], {"canonical": "http://h/~b?x=2"})
        self.assertIn("error", answers[1])

    def test_robots(self):
        text = "User-agent: freshet\nDisallow: /a\nCrawl-delay: 1.5\nSitemap: http://h/s.xml\n"
        answers = check("robots", {"robots": text, "agent": "freshet", "url": "http://h/a/b"},
                      {"robots": text, "agent": "other", "url": "http://h/a/b"},
                      {"robots_base64": body(text), "url": "http://h/c"})
        self.assertEqual(answers[0], {"allowed": False, "line": 2, "crawl_delay": 1.5,
                                      "sitemaps": ["http://h/s.xml"], "remarks": []})
        self.assertEqual(answers[1], {"allowed": True, "line": None, "crawl_delay": None,
                                      "sitemaps": ["http://h/s.xml"], "remarks": []})
        self.assertEqual((answers[2]["allowed"], answers[2]["crawl_delay"]), (True, 1.5))

    def test_robots_with_remarks(self):
        text = "User-agent: *\nDissallow: /a\n"
        (answer,) = check("robots", {"robots": text, "url": "http://h/a/b"})
        self.assertEqual(answer["remarks"],
                         [{"line": 2, "text": "misspelt key: accepted: Dissallow"}])

    def test_sitemap(self):
        xml = ("<urlset><url><loc>http://h/a</loc><lastmod>2026-01-02</lastmod>"
               "<changefreq>daily</changefreq><priority>0.8</priority></url></urlset>")
        answers = check("sitemap", {"body_base64": body(xml), "url": "http://h/s.xml"},
                      {"body_base64": body("<sitemapindex><sitemap><loc>/t.xml</loc></sitemap>"),
                       "url": "http://h/s.xml"},
                      {"body_base64": body("nonsense"), "url": "http://h/s.xml"},
                      {"body_base64": "?", "url": "http://h/s.xml"})
        self.assertEqual(answers[0], {
            "kind": "urlset", "sitemaps": [], "remarks": [],
            "urls": [{"loc": "http://h/a", "lastmod": "2026-01-02T00:00:00Z", "changefreq": "daily",
                      "priority": 0.8}]})
        self.assertEqual(answers[1]["sitemaps"], [{"loc": "http://h/t.xml", "lastmod": None}])
        self.assertIn("error", answers[2])
        self.assertIn("error", answers[3])

    def test_page(self):
        html = ("<html lang=de><head><base href=/b/><title> T </title><meta name=description "
                "content=D><meta name=robots content=noindex><link rel=canonical href=/c>"
                "<meta http-equiv=refresh content='5;url=r'></head><body>"
                "<a href=x rel='nofollow ugc'>Hällo</a></body>")
        [page] = check("page", {"body_base64": body(html.encode("latin-1")), "url": "http://h/",
                              "content_type": "text/html; charset=iso-8859-1"})
        self.assertEqual(page["charset"], "windows-1252")
        self.assertEqual((page["title"], page["description"], page["lang"]), ("T", "D", "de"))
        self.assertEqual((page["canonical"], page["base"]), ("http://h/c", "http://h/b/"))
        self.assertEqual(page["refresh"], {"delay": 5, "url": "http://h/b/r"})
        self.assertEqual(page["robots"], {"noindex": True, "nofollow": False})
        self.assertEqual(page["links"][-1], {"url": "http://h/b/x", "rel": "nofollow ugc", "tag": "a"})
        self.assertEqual(page["text"], "Hällo")


class CommandLine(unittest.TestCase):
    def test_wrong_usage_exits_with_2(self):
        for arguments in [(), ("nonsense",), ("check",), ("check", "nonsense"), ("--nonsense",),
                          ("check", "robots", "only-a-file"), ("check", "page", "no-such-file"),
                          ("settings", "--set", "no.such.key=1"), ("settings", "--config", "absent")]:
            status, _, err = run(*arguments)
            self.assertEqual(status, 2, arguments)
            self.assertTrue(err, arguments)

    def test_a_bad_subject_exits_with_1(self):
        status, out, err = run("check", "url", "http://[", "http://h")
        self.assertEqual((status, out), (1, "http://h/\n"))
        self.assertTrue(err)

    def test_every_command_has_help_with_an_example(self):
        for command in ["check", "settings"]:
            status, out, _ = run(command, "--help")
            self.assertEqual(status, 0)
            self.assertIn("Examples:", out)

    def test_settings_take_effect(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "freshet.toml").write_text("[canonical]\nsort_query = true\n")
            _, out, _ = run("check", "canonical", "http://h/?b=1&a=2", cwd=folder)
            self.assertEqual(out, "http://h/?a=2&b=1\n")
            _, out, _ = run("check", "canonical", "http://h/?b=1&a=2", "--set",
                            "canonical.sort_query=false", cwd=folder)
            self.assertEqual(out, "http://h/?b=1&a=2\n")
            _, out, _ = run("settings", "--json", cwd=folder)
            self.assertEqual(json.loads(out)["canonical.sort_query"]["from"], "freshet.toml:2")

    def test_a_bad_settings_file_names_the_line(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "freshet.toml").write_text("\n[robots]\nmax_bytes = 10\n")
            status, _, err = run("settings", cwd=folder)
            self.assertEqual(status, 2)
            self.assertIn("freshet.toml:3", err)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    unittest.main()
