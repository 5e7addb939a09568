#!/usr/bin/env python3
"""freshet convert on the agents of a cluster.

    convert_test.py PROGRAM [TEST...]
"""
import json
import signal
import subprocess

from cluster import PROGRAM, ClusterTest, main, wait_for

NAMES = "abc"


class Converting(ClusterTest):
    """The sites are so small that their boilerplate does not depend on which pages an agent can read."""
    HOSTS = 80
    PAGES = 6
    DELAY = 0.1

    def setUp(self):
        """Three agents that have collected everything."""
        super().setUp()
        crawl = self.start_three()[0]
        self.finish(crawl)
        self.agents.remove(crawl)
        self.start_agent("a")
        self.urls = self.aquarium.pages_to_collect()
        self.wait_for_shards()

    def wait_for_shards(self, names=NAMES):
        wait_for(lambda: set(self.shards()) == set(names) and sum(self.shards().values()) == 256, "all have shards")

    def command(self, *arguments):
        return [PROGRAM, "convert", "--store", self.dsn, "--data", str(self.folder / "driver"), "--json", *arguments]

    def run_convert(self, *arguments):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=120, check=False)

    def convert(self, *arguments):
        done = self.run_convert(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr + self.errors())
        return json.loads(done.stdout)

    def archives(self):
        return [word for name in NAMES for word in ("--archive", str(self.folder / name))]

    def tasks(self):
        """Steps, states and messages of all tasks, oldest first."""
        return self.database.rows("SELECT step, state, message FROM task ORDER BY id")

    def pages(self):
        """By URL, what a conversion must not change if the page has not changed."""
        rows = self.database.rows("SELECT p.url, page_id, s.url, title, md5(text), md5(boilerplate), digest, media_type,"
                                  " language, duplicate_of, words IS NULL FROM freshet.pages p"
                                  " JOIN freshet.sites s USING (site_id)")
        return {row[0]: row[1:] for row in rows}

    def check_pages(self, before):
        pages = self.pages()
        changed = {url: (before.get(url), pages.get(url)) for url in set(before) | set(pages)
                   if before.get(url) != pages.get(url)}
        self.assertFalse(changed, f"{len(changed)} pages, such as {sorted(changed.items())[:1]}")

    def links(self):
        return sorted(self.database.rows("SELECT source, target FROM freshet.links"))

    def stop_agents(self):
        for agent in self.agents:
            agent.send(signal.SIGTERM)
        for agent in self.agents:
            self.assertEqual(agent.wait(), 0, agent.errors())

    def make_all_due(self):
        self.database.rows("UPDATE freshet.stamps SET content = 1")

    def is_staging(self):
        return self.database.rows("SELECT to_regnamespace('freshet_loading') IS NOT NULL") == [["t"]]

    def search(self, words):
        done = subprocess.run([PROGRAM, "search", words, "--store", self.dsn, "--json", "--limit", "100"],
                              capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    def test_rows_are_those_of_one_process_and_have_the_text_of_all_archives(self):
        summary = self.convert()
        self.assertEqual(summary["agents"], 3)
        self.assertTrue(summary["full"])
        self.assertEqual(summary["unreadable"], 0)
        self.assertEqual(summary["written"], summary["pages"])
        pages, links = self.pages(), self.links()
        self.assertLessEqual(self.urls, set(pages))
        self.assertGreater(len(links), len(self.urls))
        self.assertFalse(self.is_staging())
        self.assertTrue(all(agent.is_running() for agent in self.agents), self.errors())
        for name in NAMES:
            found = self.database.rows("SELECT p.url, title FROM freshet.pages p WHERE text <> '' AND duplicate_of IS NULL"
                                       f" AND title <> '' AND warc_file LIKE '%-{name}-%' ORDER BY page_id LIMIT 3")
            self.assertEqual(len(found), 3, f"pages that {name} has fetched")
            for url, title in found:
                self.assertIn(url, self.search(title))

        again = self.convert()
        self.check_pages(pages)
        self.assertEqual((again["agents"], again["full"], again["written"]), (3, False, 0))
        # One process that can read all archives sees nothing to write, and writes the same.
        self.stop_agents()
        alone = self.convert(*self.archives())
        self.assertEqual((alone["agents"], alone["full"], alone["written"]), (0, False, 0))
        full = self.convert("--full", *self.archives())
        self.assertEqual((full["agents"], full["unreadable"]), (0, 0))
        self.check_pages(pages)
        self.assertEqual(self.links(), links)
        self.assertEqual([state for _, state, _ in self.tasks()], ["done", "done"])

    def test_an_agent_is_killed_during_a_conversion(self):
        self.convert()
        before = self.pages()
        self.make_all_due()
        with subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as converting:
            try:
                wait_for(lambda: len(self.tasks()) == 2 and int(self.tasks()[1][0]) >= 2, "the second step")
                killed = next(agent for agent in self.agents if agent.name == "b")
                killed.send(signal.SIGKILL)
                killed.wait()
                wait_for(lambda: self.tasks()[1][1] == "failed", "the task fails")
                self.check_pages(before)
                out, errors = converting.communicate(timeout=90)
            finally:
                converting.kill()
        self.assertEqual(converting.returncode, 0, errors)
        summary = json.loads(out)
        self.assertEqual(summary["agents"], 2)
        self.assertGreater(summary["unreadable"], 0)
        self.assertEqual([state for _, state, _ in self.tasks()], ["done", "failed", "done"])
        self.assertFalse(self.is_staging())
        pages = self.pages()
        self.assertEqual({url: row[0] for url, row in pages.items()}, {url: row[0] for url, row in before.items()})

        # When the agent is back, its archive is, too.
        self.start_agent(killed.name)
        self.wait_for_shards()
        repaired = self.convert()
        self.assertEqual(repaired["agents"], 3)
        self.assertEqual(repaired["unreadable"], 0)
        self.check_pages(before)

    def test_the_command_is_killed_during_a_conversion(self):
        self.convert()
        before = self.pages()
        self.make_all_due()
        with subprocess.Popen(self.command("--full"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as converting:
            wait_for(lambda: len(self.tasks()) == 2 and int(self.tasks()[1][0]) >= 2, "the second step")
            converting.kill()
        self.check_pages(before)
        self.assertTrue(self.is_staging())
        wait_for(lambda: self.run_convert().returncode == 0, "the next conversion")
        self.check_pages(before)
        self.assertFalse(self.is_staging())
        self.assertTrue(all(agent.is_running() for agent in self.agents), self.errors())

    def test_agents_go_on_crawling(self):
        self.start(["run", self.seed(), "--scope", "domain", "--delay", "0.1", "--budget", "1000/s",
                    "--set", f"politeness.per_address={self.HOSTS}"], "d")
        self.wait_for_shards("abcd")
        for _ in range(3):
            before = self.aquarium.requests()
            self.wait_for_requests(before + 50)
            summary = self.convert()
            self.assertEqual((summary["agents"], summary["unreadable"]), (4, 0))
            self.wait_for_requests(self.aquarium.requests() + 50)
        self.assertTrue(all(agent.is_running() for agent in self.agents), self.errors())
        self.assertLessEqual(self.urls, set(self.pages()))


if __name__ == "__main__":
    main()
