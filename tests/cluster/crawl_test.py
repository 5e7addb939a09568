#!/usr/bin/env python3
"""freshet crawl with three agents, to the end.

    crawl_test.py PROGRAM [TEST...]
"""
import json
import signal
import subprocess
import time

from cluster import ClusterTest, PROGRAM, main, wait_for


class SharedAddresses(ClusterTest):
    HOSTS = 200
    ADDRESSES = 20
    PAGES = 3

    def test_every_page_is_fetched_once_and_agents_do_not_share_an_address(self):
        agents = self.start_three()
        summary = self.finish(agents[0], 120)
        ended = time.time()
        log = self.check_pages()
        self.check_politeness(log)
        self.assertLess(ended - self.last_request(), 4)
        self.assertEqual(summary["pages"], self.collected())
        self.assertEqual([agent["name"] for agent in summary["agents"]], ["a", "b", "c"])
        self.assertEqual(sum(agent["pages"] for agent in summary["agents"]), summary["pages"])
        self.assertEqual({r["user_agent"] for r in log}, {"a/1", "b/1", "c/1"})


class Leaving(ClusterTest):
    LEASE = 15
    PAGES = 8

    def check_status(self):
        """freshet status --store shows what the registry has, and the time of the database."""
        command = [PROGRAM, "status", "--store", self.dsn]

        def read():
            return json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
        wait_for(lambda: all(agent["commit_seconds"] > 0 for agent in read()["agents"]), "all agents have committed")
        status = read()
        agents = {agent["name"]: agent for agent in status["agents"]}
        self.assertEqual(set(agents), {"a", "b", "c"})
        self.assertEqual(sum(agent["shards"] for agent in agents.values()), 256)
        self.assertEqual([name for name in agents if agents[name]["coordinator"]], [self.coordinator()])
        for agent in agents.values():
            self.assertIn(agent["state"], ("working", "idle"))
            self.assertLess(agent["commit_seconds"], 10)
        self.assertGreaterEqual(sum(shard["moves"] for shard in status["shards"]), 256)
        self.assertLessEqual(status["inbox"]["shards"], 256)
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, r"a +(working|idle).* ms ")
        self.assertIn("Shards: 256, 0 without an agent", text)
        table = json.loads(subprocess.run([*command, "--cycle-table", "--json"], capture_output=True, text=True,
                                          check=True).stdout)
        self.assertTrue(table["running"])
        self.assertGreater(table["pages"], 0)
        self.assertEqual(len(table["listed"]), table["pages"])

    def test_shards_of_an_agent_that_is_stopped_move_at_once(self):
        crawl, b, c = self.start_three()
        self.wait_for_requests(100)
        self.check_status()
        b.send(signal.SIGTERM)
        sent = time.monotonic()
        self.assertEqual(b.wait(), 0, b.errors())
        wait_for(lambda: sum(self.shards().get(name, 0) for name in "ac") == 256, "the shards move")
        self.assertLess(time.monotonic() - sent, 8)
        stopped = time.time()
        summary = self.finish(crawl)
        log = self.check_pages()
        self.check_politeness(log)
        self.assertFalse([r for r in log if r["user_agent"] == "b/1" and r["received_us"] / 1e6 > stopped])
        self.assertEqual(summary["pages"], self.collected())
        self.assertEqual([agent["name"] for agent in summary["agents"]], ["a", "b", "c"])

        self.assertGreater(summary["seconds"], self.DELAY * self.PAGES)
        again = self.finish(self.start_crawl())
        self.assertEqual(again["pages_per_second"], 0)
        self.assertEqual(again["pages"], summary["pages"])
        self.assertEqual(again["ended"], summary["ended"])
        self.assertEqual(len(self.aquarium.log()), len(log), "nothing is requested again")


class Refusals(ClusterTest):
    HOSTS = 1

    def run_agent(self, name, data):
        return subprocess.run([PROGRAM, "agent", "--store", self.dsn, "--data", self.folder / data, "--name", name],
                              capture_output=True, text=True, timeout=30, check=False)

    def test_a_name_and_a_folder_are_for_one_agent(self):
        first = self.start_agent("first")
        wait_for(lambda: "joined" in first.errors(), "the first agent joins")
        namesake = self.run_agent("first", "other")
        self.assertEqual(namesake.returncode, 2, namesake.stderr)
        self.assertIn("first", namesake.stderr)
        self.assertIn("--name", namesake.stderr)
        neighbour = self.run_agent("second", "first")
        self.assertEqual(neighbour.returncode, 2, neighbour.stderr)
        self.assertIn(str(self.folder / "first"), neighbour.stderr)
        nameless = self.run_agent("a/b", "third")
        self.assertEqual(nameless.returncode, 2, nameless.stderr)
        self.assertTrue(first.is_running())


if __name__ == "__main__":
    main()
