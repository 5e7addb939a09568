#!/usr/bin/env python3
"""A crawl of three agents, some of which are killed, stopped, or on machines whose clocks are wrong.

    kill_test.py PROGRAM OFFSET_CLOCK [TEST...]
"""
import pathlib
import signal
import struct
import sys
import time

from cluster import ClusterTest, PATIENCE, main, seconds, wait_for

OFFSET_CLOCK = str(pathlib.Path(sys.argv.pop(1)).resolve())
COMMIT = 2  # seconds after which what was fetched is committed


class FailingAgents(ClusterTest):
    DELAY = 0.8
    PAGES = 10
    LEASE = 2

    def kill(self, *agents):
        """Kills agents and returns when."""
        for agent in agents:
            agent.send(signal.SIGKILL)
        for agent in agents:
            agent.wait()
        return time.time()

    def wait_until_the_rest_has_all(self, names):
        began = time.monotonic()
        wait_for(lambda: sum(self.shards().get(name, 0) for name in names) == 256, f"{names} have all shards")
        self.assertLess(time.monotonic() - began, self.LEASE + 5)

    def check(self, killed, at):
        """Only pages that the killed agents had fetched and not committed were fetched again."""
        log = self.aquarium.log()
        agents = {f"{agent.name}/1" for agent in killed}
        late = [r for r in log if r["user_agent"] in agents and at - COMMIT <= seconds(r["received_us"]) <= at + 0.1]
        self.check_pages(lost=len(late))
        self.check_politeness(log)

    def by_role(self):
        """The agent that laid the crawl down, the coordinator, and another one. Ensures that they are three."""
        b = self.start_agent("b")
        wait_for(lambda: "joined the cluster" in b.errors(), "b joins")
        wait_for(lambda: self.coordinator() == "b", "b coordinates")
        c = self.start_agent("c")
        wait_for(lambda: "joined the cluster" in c.errors(), "c joins")
        return self.start_crawl(), b, c


class Killing(FailingAgents):
    def test_an_agent_is_killed(self):
        crawl, _, other = self.by_role()
        self.wait_for_requests(150)
        at = self.kill(other)
        self.wait_until_the_rest_has_all("ab")
        self.finish(crawl)
        self.check([other], at)

    def test_the_coordinator_is_killed(self):
        crawl, coordinator, _ = self.by_role()
        self.wait_for_requests(150)
        at = self.kill(coordinator)
        self.wait_until_the_rest_has_all("ac")
        self.assertIn(self.coordinator(), "ac")
        self.finish(crawl)
        self.check([coordinator], at)

    def test_the_coordinator_and_an_agent_are_killed_and_return(self):
        crawl, coordinator, other = self.by_role()
        self.wait_for_requests(150)
        at = self.kill(coordinator, other)
        self.wait_until_the_rest_has_all("a")
        self.start_agent("b")
        self.start_agent("c")
        wait_for(lambda: set(self.shards()) == {"a", "b", "c"}, "b and c work again")
        self.finish(crawl)
        self.check([coordinator, other], at)

    def test_the_agent_that_began_the_crawl_is_killed_and_returns(self):
        crawl, _, _ = self.by_role()
        self.wait_for_requests(150)
        at = self.kill(crawl)
        self.wait_until_the_rest_has_all("bc")
        self.finish(self.start_crawl())
        self.check([crawl], at)


class Stopping(FailingAgents):
    def stop_past_its_lease(self, agent, others):
        """Stops the process for longer than its lease. Returns when it was stopped and continued."""
        agent.send(signal.SIGSTOP)
        stopped = time.time()
        self.wait_until_the_rest_has_all(others)
        time.sleep(0.5)
        agent.send(signal.SIGCONT)
        return stopped, time.time()

    def joined(self, name):
        return float(self.database.rows(f"SELECT extract(epoch FROM joined) FROM agent WHERE name = '{name}'")[0][0])

    def stopped_agent_joins_anew(self, agent, others, crawl):
        self.wait_for_requests(150)
        stopped, continued = self.stop_past_its_lease(agent, others)
        wait_for(lambda: self.joined(agent.name) > stopped, "the agent joins anew")
        joined = self.joined(agent.name)
        self.assertLess(joined - continued, 3)
        wait_for(lambda: self.shards().get(agent.name, 0) > 50, "it gets shards")
        self.finish(crawl)
        self.check([agent], stopped)
        own = [seconds(r["received_us"]) for r in self.aquarium.log() if r["user_agent"] == f"{agent.name}/1"]
        self.assertEqual([t for t in own if stopped + 0.1 < t < joined], [], agent.errors())
        self.assertTrue([t for t in own if t > joined], "it works again")
        for message in ("lost its place in the cluster", "joined the cluster again"):
            self.assertIn(message, agent.errors())
        self.assertNotIn('"error"', agent.errors())

    def test_an_agent_is_stopped_past_its_lease_and_continues(self):
        crawl, _, other = self.by_role()
        self.stopped_agent_joins_anew(other, "ab", crawl)

    def test_the_coordinator_is_stopped_past_its_lease_and_continues(self):
        crawl, coordinator, _ = self.by_role()
        self.stopped_agent_joins_anew(coordinator, "ac", crawl)


class Clocks(ClusterTest):
    def clock(self, offset):
        file = self.folder / f"offset{offset}"
        file.write_bytes(struct.pack("q", offset))
        return {"LD_PRELOAD": OFFSET_CLOCK, "FRESHET_TEST_CLOCK": str(file)}

    def test_clocks_of_machines_are_minutes_apart(self):
        for name, offset in (("b", 300), ("c", -300)):
            self.start_agent(name, environment=self.clock(offset))
        for agent in self.agents:
            wait_for(lambda agent=agent: "joined the cluster" in agent.errors(), f"{agent.name} joins")
        crawl = self.start_crawl()
        self.wait_for_requests(200)
        self.agents[0].send(signal.SIGTERM)
        self.finish(crawl)
        log = self.check_pages()
        self.check_politeness(log)
        self.assertEqual({r["user_agent"] for r in log}, {"a/1", "b/1", "c/1"})


class Changing(ClusterTest):
    DELAY = 0.7
    PAGES = 30
    HOSTS = 40

    def test_agents_join_and_leave_during_a_crawl(self):
        crawl = self.start_crawl()
        self.wait_for_requests(50)
        agents = {}
        for joining, leaving in (("b", None), ("c", None), ("d", "b"), ("e", "c"), ("b", "d")):
            agents[joining] = self.start_agent(joining)
            if leaving:
                agents.pop(leaving).send(signal.SIGTERM)
            wait_for(lambda: set(self.shards()) == {"a", *agents}, "the shards move", PATIENCE)
        summary = self.finish(crawl)
        log = self.check_pages()
        self.check_politeness(log)
        self.assertEqual([agent["name"] for agent in summary["agents"]], ["a", "b", "c", "d", "e"])


if __name__ == "__main__":
    main()
