#!/usr/bin/env python3
"""freshet rank from outside: rank_test.py PROGRAM"""
import gzip
import json
import subprocess
import unittest

from crawling import TIMEOUT, PROGRAM, CrawlTest, wait_for
from scripted_web import Reply, html, links


class RankTest(CrawlTest):
    def rank(self, *arguments, stdin=None):
        done = subprocess.run([PROGRAM, "rank", *map(str, arguments)], input=stdin, capture_output=True, text=True,
                              cwd=self.folder, timeout=TIMEOUT)
        return done.returncode, done.stdout, done.stderr

    def ranks(self, *arguments, stdin=None):
        status, out, err = self.rank(*arguments, "--json-lines", stdin=stdin)
        self.assertEqual((status, err), (0, ""))
        rows = [json.loads(line) for line in out.splitlines()]
        for row in rows:
            self.assertEqual(list(row), ["page", "rank"])
        return {row["page"]: row["rank"] for row in rows}

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


class LinkLists(RankTest):
    LINKS = "# three pages\n30 7\n7 18446744073709551615\n18446744073709551615 7\n30 7\n"
    BIG = 18446744073709551615

    def test_ranks_sum_to_1_in_the_order_of_pages(self):
        ranks = self.ranks("--edges", self.file("links", self.LINKS))
        self.assertEqual(list(ranks), [7, 30, self.BIG])
        self.assertAlmostEqual(sum(ranks.values()), 1, delta=1e-12)
        # y30 = 1, y7 = 1 + .85 (y30 + yBig), yBig = 1 + .85 y7.
        y7 = (1 + 0.85 + 0.85) / (1 - 0.85 ** 2)
        y = {30: 1, 7: y7, self.BIG: 1 + 0.85 * y7}
        for page, rank in ranks.items():
            self.assertAlmostEqual(rank, y[page] / sum(y.values()), delta=1e-10)

    def test_gzipped_piped_and_saved_links_give_the_same_ranks(self):
        edges = "".join(f"{i} {i * 7 % 50}\n{i} {(i + 1) % 50}\n" for i in range(50))
        expected = self.ranks("--edges", self.file("links", edges))
        self.assertEqual(self.ranks("--edges", self.file("links.gz", gzip.compress(edges.encode()))), expected)
        self.assertEqual(self.ranks("--edges", "-", stdin=edges), expected)
        self.assertEqual(self.rank("--edges", "links", "--save-graph", "graph", "--quiet", "--top", 0), (0, "", ""))
        self.assertEqual(self.ranks("--edges", "graph"), expected)
        for threads in (1, 2, 3, 8):
            self.assertEqual(self.ranks("--edges", "links", "--threads", threads), expected)

    def test_zero_rounds_leave_the_start_ranks(self):
        self.assertEqual(self.ranks("--edges", "-", "--rounds", 0, stdin="1 2"), {1: 0.5, 2: 0.5})

    def test_the_summary(self):
        status, out, err = self.rank("--edges", self.file("links", self.LINKS), "--json")
        self.assertEqual((status, err), (0, ""))
        summary = json.loads(out)
        self.assertEqual((summary["nodes"], summary["edges"], summary["converged"]), (3, 3, True))
        self.assertLess(summary["residual"], 1e-10)
        self.assertGreaterEqual(summary["rounds"], 1)
        self.assertEqual(set(summary), {"method", "nodes", "edges", "rounds", "residual", "converged", "seconds",
                                        "read_seconds", "edges_per_second", "bytes_per_edge", "max_rss_bytes"})

    def test_text_lists_the_highest_ranks(self):
        status, out, _ = self.rank("--edges", self.file("links", self.LINKS), "--top", 2)
        self.assertEqual(status, 0)
        self.assertIn("3 pages, 3 links", out)
        self.assertEqual([line.split()[1] for line in out.splitlines()[1:]], ["7", str(self.BIG)])

    def test_blockrank(self):
        links_file = self.file("links", "1 2\n2 1\n3 4\n4 3\n2 3\n4 5\n5 4\n")
        self.file("one", "".join(f"{page} 9\n" for page in range(1, 6)))
        self.file("two", "1 0\n2 0\n3 1\n4 1\n5 1\n")
        exact = self.ranks("--edges", links_file)
        for page, rank in self.ranks("--edges", links_file, "--blocks", "one", "--method", "blockrank").items():
            self.assertAlmostEqual(rank, exact[page], delta=1e-9)
        near = self.ranks("--edges", links_file, "--blocks", "two", "--method", "blockrank")
        self.assertAlmostEqual(sum(near.values()), 1, delta=1e-12)
        error = sum(abs(near[page] - exact[page]) for page in exact)
        self.assertGreater(error, 1e-6)
        status, out, err = self.rank("--edges", links_file, "--blocks", "two", "--method", "blockrank", "--exact",
                                     "--json")
        self.assertEqual((status, err), (0, ""))
        summary = json.loads(out)
        self.assertEqual(summary["blocks"], 2)
        self.assertAlmostEqual(summary["approximation"]["l1_error"], error, delta=1e-8)
        self.assertEqual(set(summary["approximation"]),
                         {"l1_error", "rank_correlation", "rounds_from_uniform", "rounds_saved"})

    def test_invalid_links_are_errors(self):
        cases = {
            "1 2\n3 x\n": 'links: line 2: "x" is not a whole number',
            "1 2\n3\n": "links: line 2: the second number is missing",
            "1 2 0.5\n": "links: line 1: more than two numbers",
            b"\x1f\x8bnonsense": "links: the gzip file is damaged",
            "FRGRAPH1": "links: the graph is damaged at byte 8: it is truncated",
        }
        for text, message in cases.items():
            status, out, err = self.rank("--edges", self.file("links", text).name)
            self.assertEqual((status, out), (1, ""))
            self.assertIn(message, err)
        self.assertEqual(self.rank("--edges", "nowhere")[0], 1)
        self.assertEqual(self.ranks("--edges", self.file("links", "")), {})

    def test_options_that_exclude_each_other_are_errors(self):
        self.file("links", "1 2\n")
        for arguments in (("--method", "blockrank"), ("--exact",), ("--alpha", 1), ("--residual", 0),
                          ("--method", "other"), ("--json", "--json-lines"), ("--by", "site"),
                          ("--method", "blockrank", "--blocks", "links", "--rounds", 2)):
            self.assertEqual(self.rank("--edges", "links", *arguments)[0], 2, arguments)
        self.assertEqual(self.rank("--blocks", "links")[0], 2)


class Collections(RankTest):
    def setUp(self):
        super().setUp()
        self.web.pages["a.test/"] = links("/1", "/2", "/moved", "/", "http://b.test/")
        self.web.pages["a.test/1"] = html('<a href="/">up</a><a rel="nofollow" href="/2">two</a>')
        self.web.pages["a.test/2"] = html('<p>a text that no other page has<a href="/1">one</a>')
        self.web.pages["a.test/moved"] = Reply(301, (("Location", "/1"),))
        self.web.pages["b.test/"] = html('<p>somebody else<a href="http://a.test/1">one</a>')
        self.crawl("http://a.test/", "http://b.test/")

    def test_every_page_gets_a_rank_that_is_stored(self):
        ranks = self.ranks("--data", self.data)
        # The root links to 1 (twice, by a redirect), 2 and b; 1 to the root; 2 and b to 1.
        y = dict.fromkeys(ranks, 1.0)
        for _ in range(300):
            root, one = y["http://a.test/"], y["http://a.test/1"]
            y["http://a.test/2"] = y["http://b.test/"] = 1 + 0.85 * root / 3
            y["http://a.test/1"] = 1 + 0.85 * (root / 3 + y["http://a.test/2"] + y["http://b.test/"])
            y["http://a.test/"] = 1 + 0.85 * one
        self.assertEqual(set(ranks), {"http://a.test/", "http://a.test/1", "http://a.test/2", "http://b.test/"})
        for page, rank in ranks.items():
            self.assertAlmostEqual(rank, y[page] / sum(y.values()), delta=1e-9)
        status, out, _ = self.rank("--data", self.data, "--top", 1)
        self.assertEqual(status, 0)
        self.assertTrue(out.splitlines()[-1].endswith("  http://a.test/1"), out)

    def test_blocks_are_sites(self):
        status, out, err = self.rank("--data", self.data, "--method", "blockrank", "--exact", "--json")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(json.loads(out)["blocks"], 2)
        self.assertEqual(self.ranks("--data", self.data, "--method", "blockrank", "--by", "domain").keys(),
                         self.ranks("--data", self.data).keys())

    def test_blocks_are_communities(self):
        def blocks(*arguments):
            status, out, err = self.rank("--data", self.data, "--method", "blockrank", "--by", "community", "--json",
                                         *arguments)
            self.assertEqual((status, err), (0, ""))
            return json.loads(out)["blocks"]
        self.assertEqual(blocks(), 2)
        self.assertEqual(blocks("--set", "convert.communities=ours=a.test b.test"), 1)
        together = ("--method", "blockrank", "--by", "community", "--set", "convert.communities=ours=a.test b.test")
        exact = self.ranks("--data", self.data)
        for page, rank in self.ranks("--data", self.data, *together).items():
            self.assertAlmostEqual(rank, exact[page], delta=1e-9)
        status, _, err = self.rank("--data", self.data, "--by", "community", "--set", "convert.communities=mine")
        self.assertEqual(status, 2)
        self.assertIn("has no '='", err)

    def test_a_collection_in_use_is_refused(self):
        with subprocess.Popen([PROGRAM, "run", "http://a.test/", "--data", self.data, "--budget", "1/h", "--quiet",
                               "--set", f"net.host_map=*=127.0.0.1:{self.web.port}"],
                              cwd=self.folder, stderr=subprocess.DEVNULL) as running:
            try:
                socket = self.folder / "data/control.sock"
                wait_for(socket.exists)
                status, out, err = self.rank("--data", self.data)
                self.assertEqual((status, out), (1, ""))
                self.assertRegex(err, "^freshet: .*(another|in use)")
            finally:
                running.terminate()

    def test_without_a_collection(self):
        status, _, err = self.rank("--data", "nowhere")
        self.assertEqual(status, 1)
        self.assertIn("there is no collection in nowhere", err)


if __name__ == "__main__":
    unittest.main()
