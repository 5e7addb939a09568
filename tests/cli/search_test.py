#!/usr/bin/env python3
"""freshet search, on a collection that was crawled and converted.

    search_test.py PROGRAM
"""
import contextlib
import json
import os
import pty
import sqlite3
import subprocess
import unittest

from crawling import TIMEOUT, PROGRAM, CrawlTest
from scripted_web import html, links


class SearchTest(CrawlTest):
    def search(self, *arguments):
        return self.run_program([PROGRAM, "search", *arguments, "--data", self.data])

    def on_a_terminal(self, *arguments, **environment):
        """The output on a terminal; a variable that is None is not set."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        variables = {name: value for name, value in (kept | environment).items() if value is not None}
        with subprocess.Popen([PROGRAM, "search", *arguments, "--data", self.data], stdout=theirs,
                              stdin=subprocess.DEVNULL, env=variables) as program:
            os.close(theirs)
            shown = b""
            with contextlib.suppress(OSError):  # at the end: nobody has the other end open
                while part := os.read(ours, 4096):
                    shown += part
            self.assertEqual(program.wait(TIMEOUT), 0)
        return shown.decode()

    def found(self, *arguments):
        status, out, err = self.search(*arguments, "--json")
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def urls(self, *arguments):
        return [hit["url"] for hit in self.found(*arguments)["hits"]]

    def test_translations_are_one_hit_in_the_language_of_the_reader(self):
        texts = {"en": "The old bridge over the river was closed last winter, and nobody knows when it opens again.",
                 "de": "Die alte Brücke über den Fluss ist seit dem letzten Winter gesperrt, und niemand weiß, wie lange.",
                 "fr": "Le vieux pont sur la rivière est fermé depuis l'hiver dernier, et personne ne sait jusqu'à quand."}
        self.web.pages["a.test/"] = links(*(f"/{tag}/bridge.html" for tag in texts))
        for tag, text in texts.items():
            self.web.pages[f"a.test/{tag}/bridge.html"] = html(
                f"<meta charset=utf-8><title>B7 {tag}</title><p>{text}")
        self.crawl("http://a.test/")
        self.assertEqual(self.run_program([PROGRAM, "convert", "--data", self.data])[0], 0)
        found = self.found("b7", "--lang", "de")
        self.assertEqual([hit["url"] for hit in found["hits"]], ["http://a.test/de/bridge.html"])
        self.assertEqual(found["total"], 3)
        self.assertEqual(found["hits"][0]["translations"],
                         [{"lang": "en", "url": "http://a.test/en/bridge.html"},
                          {"lang": "fr", "url": "http://a.test/fr/bridge.html"}])
        self.assertEqual(self.urls("b7", "--set", "search.language=fr"), ["http://a.test/fr/bridge.html"])
        status, out, err = self.search("b7", "--lang", "FR")
        self.assertEqual(status, 0, err)
        self.assertIn("http://a.test/fr/bridge.html\n", out)
        self.assertIn("    also in: de, en\n", out)

    def test_a_missing_catalogue_is_an_error_that_says_what_to_do(self):
        status, out, err = self.search("bridge")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("run `freshet convert` first", err)

    def test_crawled_pages_are_found(self):
        self.web.pages["a.test/"] = links("/old", "/new", "/ko", "/bad")
        self.web.pages["a.test/old"] = html(
            "<title>Old bridge</title><p>The old bridge fell in 1953, and the mill with it.")
        self.web.pages["a.test/new"] = html(
            "<title>New bridge</title><p>The new bridge is of steel, and quite near the park.")
        self.web.pages["a.test/ko"] = html(
            "<meta charset=utf-8><title>서울 날씨</title><p>서울에서는 오늘 비가 내리고 내일은 하루 종일 맑습니다.")
        self.web.pages["a.test/bad"] = html(
            "<meta charset=utf-8><title>\x1b[31mred\x9b alert</title><p>A page that shouts \x1b[2J at terminals.")
        self.crawl("http://a.test/")
        status, _, err = self.run_program([PROGRAM, "convert", "--data", self.data])
        self.assertEqual(status, 0, err)

        answer = self.found("old", "bridge")
        self.assertEqual((answer["total"], answer["offset"], answer["query"]), (1, 0, "old bridge"))
        hit = answer["hits"][0]
        self.assertEqual((hit["url"], hit["title"]), ("http://a.test/old", "Old bridge"))
        shown = hit["snippet"].encode()
        self.assertEqual([shown[a:b] for a, b in hit["marks"]], [b"old", b"bridge"])
        self.assertGreater(hit["probability_current"], 0.5)
        self.assertRegex(hit["last_verified"], r"^\d{4}-\d\d-\d\dT")
        self.assertLess(answer["seconds"], 10)

        # Exclusions look like options, but are not taken for options at any position.
        self.assertEqual(self.urls("bridge", "-mill", "--limit", "5"), ["http://a.test/new"])
        self.assertEqual(self.urls("-house", "-mill", "bridge"), ["http://a.test/new"])
        self.assertEqual(self.urls('"old bridge" -steel'), ["http://a.test/old"])
        self.assertEqual(self.urls("서울", "날씨"), ["http://a.test/ko"])
        self.assertEqual(self.found("bridge", "--limit", "1", "--page", "2")["offset"], 1)
        self.assertEqual(self.found("brigde")["did_you_mean"], "bridge")

        status, out, err = self.search("old", "bridge", "--marks", "<b>", "</b>")
        self.assertEqual(status, 0, err)
        self.assertIn("1. Old bridge\n    http://a.test/old\n", out)
        self.assertIn("The <b>old</b> <b>bridge</b> fell", out)
        self.assertRegex(out, r"verified .* ago, \d+ % likely to be current")
        self.assertRegex(out, r"1 to 1 of 1 page, \d+ ms\n$")

        # Bold only if the terminal supports it and NO_COLOR is not set.
        self.assertIn("The \x1b[1mold\x1b[0m", self.on_a_terminal("old", "bridge", TERM="xterm"))
        for plain in ({"TERM": "dumb"}, {"TERM": None}, {"TERM": "xterm", "NO_COLOR": "1"}):
            shown = self.on_a_terminal("old", "bridge", **plain)
            self.assertIn("The old bridge fell", shown, plain)
            self.assertNotIn("\x1b", shown, plain)

        # Control characters of a page do not reach the terminal.
        status, out, err = self.search("shouts")
        self.assertEqual(status, 0, err)
        self.assertIn("terminals", out)
        self.assertNotIn("\x1b", out)
        self.assertNotIn("\x9b", out)

        # Translations are one hit, in the reader's language.
        self.assertEqual(self.found("bridge")["hits"][0]["translations"], [])
        self.assertEqual(self.search("bridge", "--lang", "e n")[0], 2)

        for arguments, message in ((["-mill"], "no word to search for"),
                                     (["bridge", "before:soon"], "takes a date"),
                                     (["x" * 5000], "longer than 4096 bytes"),
                                     (["bridge", "--page", "1000"], "only the first 1000")):
            status, out, err = self.search(*arguments)
            self.assertEqual((status, out), (1, ""), arguments)
            self.assertIn(message, err)
        self.assertEqual(self.search("bridge", "--limt", "5")[0], 2)
        self.assertEqual(self.search("")[0], 1)

        # The database is taken from the command line or the settings; without either it is an error.
        for arguments, message in (([], "database.dsn"),
                                     (["--set", "database.dsn=host=/nowhere"], "/nowhere"),
                                     (["--dsn", "host=/elsewhere"], "/elsewhere")):
            status, out, err = self.search("bridge", "--in", "postgres", *arguments)
            self.assertEqual((status, out), (1, ""), arguments)
            self.assertIn(message, err)

        with contextlib.closing(sqlite3.connect(self.data + "/catalog.db")) as catalog, catalog:
            catalog.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
        status, out, err = self.search("bridge")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("made by another version; run `freshet convert` again", err)
        self.assertEqual(self.run_program([PROGRAM, "convert", "--data", self.data])[0], 0)
        self.assertEqual(self.found("bridge")["total"], 2)


if __name__ == "__main__":
    unittest.main()
