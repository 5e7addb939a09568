#!/usr/bin/env python3
"""freshet rank on the agents of a cluster.

    rank_test.py PROGRAM [TEST...]
"""
import json
import signal
import subprocess

from cluster import PROGRAM, ClusterTest, main, wait_for

BLOCKRANK = ["--method", "blockrank"]


class Ranking(ClusterTest):
    HOSTS = 40
    PAGES = 12

    def start_run(self):
        """Three agents that have collected everything and visit it again and again."""
        for name in "bc":
            self.start_agent(name)
        for agent in self.agents:
            wait_for(lambda agent=agent: "joined the cluster" in agent.errors(), f"{agent.name} joins")
        self.start(["run", self.seed(), "--scope", "domain", "--delay", "0.1", "--budget", "1000/s",
                    "--set", f"politeness.per_address={self.HOSTS}"], "a")
        expected = len(self.aquarium.pages_to_collect())
        wait_for(lambda: self.collected() >= expected, "everything is collected")

    def command(self, *arguments):
        return [PROGRAM, "rank", "--store", self.dsn, "--residual", "1e-13", *arguments]

    def run_rank(self, *arguments):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=120, check=False)

    def rank(self, *arguments):
        done = self.run_rank(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr + self.errors())
        return done.stdout

    def ranks(self, *arguments):
        rows = [json.loads(line) for line in self.rank(*arguments, "--json-lines").splitlines()]
        ranks = {row["page"]: row["rank"] for row in rows}
        self.assertEqual(len(rows), len(ranks), "no page is listed twice")
        self.assertAlmostEqual(sum(ranks.values()), 1, delta=1e-9)
        return ranks

    def tasks(self):
        """Steps, states and messages of all tasks, oldest first."""
        return self.database.rows("SELECT step, state, message FROM task ORDER BY id")

    def importance(self, ranks):
        """What is stored for some pages."""
        importance = {}
        for url in sorted(ranks)[:: max(1, len(ranks) // 5)]:
            done = subprocess.run([PROGRAM, "why", url, "--store", self.dsn, "--json"], capture_output=True, text=True,
                                  timeout=60, check=True)
            weight = json.loads(done.stdout)["weight"]
            self.assertEqual(weight["from"], "rank", url)
            importance[url] = weight["value"]
        return importance

    def check_written(self, ranks):
        for url, importance in self.importance(ranks).items():
            expected = ranks[url] * len(ranks)
            self.assertAlmostEqual(importance, expected, delta=1e-6 * expected, msg=url)

    def check_equal(self, ranks, expected):
        self.assertEqual(ranks.keys(), expected.keys())
        for url, rank in expected.items():
            self.assertAlmostEqual(ranks[url], rank, delta=1e-9 * rank, msg=url)

    def stop_agents(self):
        for agent in self.agents:
            agent.send(signal.SIGTERM)
        for agent in self.agents:
            self.assertEqual(agent.wait(), 0, agent.errors())

    def test_ranks_of_working_agents_are_those_of_one_process(self):
        self.start_run()
        blockrank = self.ranks(*BLOCKRANK)
        self.assertEqual(self.tasks(), [["5", "done", ""]])
        self.check_written(blockrank)
        by_domain = self.ranks(*BLOCKRANK, "--by", "domain")
        exact = self.ranks(*BLOCKRANK, "--exact")
        self.assertEqual(self.tasks()[1:], [["1", "done", ""]] * 2)
        pagerank = self.ranks()
        self.check_written(pagerank)
        self.check_equal(exact, pagerank)

        summary = json.loads(self.rank(*BLOCKRANK, "--json"))
        self.assertEqual(summary["nodes"], len(blockrank))
        self.assertEqual(summary["blocks"], self.HOSTS)
        self.assertGreater(summary["edges"], len(blockrank))
        highest = self.rank(*BLOCKRANK, "--top", "3").splitlines()
        self.assertEqual([line.split()[-1] for line in highest[1:]],
                         sorted(blockrank, key=lambda url: -blockrank[url])[:3])

        requests = self.aquarium.requests()
        self.wait_for_requests(requests + 20)
        for agent in self.agents:
            self.assertNotIn('"error"', agent.errors())
        self.stop_agents()
        before = len(self.tasks())
        self.check_equal(blockrank, self.ranks(*BLOCKRANK))
        alone = json.loads(self.rank(*BLOCKRANK, "--json"))
        self.assertEqual([alone[name] for name in ("nodes", "edges", "blocks")],
                         [summary[name] for name in ("nodes", "edges", "blocks")])
        self.check_equal(by_domain, self.ranks(*BLOCKRANK, "--by", "domain"))
        self.check_equal(pagerank, self.ranks())
        self.assertEqual(len(self.tasks()), before, "one process has no task")

    def test_agents_without_a_job_write_ranks(self):
        self.start_run()
        subprocess.run([PROGRAM, "stop", "--store", self.dsn], check=True, capture_output=True, timeout=60)
        self.agents[-1].wait()
        wait_for(lambda: self.shards().keys() == {"b", "c"} and sum(self.shards().values()) == 256, "shards move")
        ranks = self.ranks(*BLOCKRANK)
        self.check_written(ranks)
        self.assertEqual(self.tasks(), [["5", "done", ""]])
        pagerank = self.ranks()
        self.check_written(pagerank)
        # Their shards can be taken again.
        self.start(["run", self.seed(), "--scope", "domain", "--delay", "0.1"], "a")
        self.wait_for_requests(self.aquarium.requests() + 50)
        self.check_written(pagerank)

    def test_ranking_is_repeated_without_an_agent_that_has_stopped(self):
        self.start_run()
        self.agents[0].send(signal.SIGSTOP)
        first = subprocess.Popen(self.command(*BLOCKRANK, "--json-lines"), stdout=subprocess.PIPE, text=True)
        self.addCleanup(first.kill)
        wait_for(lambda: self.tasks() and self.tasks()[0][:2] == ["1", "running"], "the ranking starts")
        second = self.run_rank(*BLOCKRANK)
        self.assertEqual(second.returncode, 1)
        self.assertIn('"rank"', second.stderr)
        self.assertIn(f"process {first.pid}", second.stderr)
        out, _ = first.communicate(timeout=120)
        self.assertEqual(first.returncode, 0, self.errors())
        tasks = self.tasks()
        self.assertEqual(tasks[-1][:2], ["5", "done"])
        self.assertEqual([state for _, state, _ in tasks[:-1]], ["failed"] * (len(tasks) - 1))
        self.assertIn("agent b has left", tasks[0][2])
        self.agents[0].send(signal.SIGCONT)
        ranks = {row["page"]: row["rank"] for row in map(json.loads, out.splitlines())}
        self.check_written(ranks)
        wait_for(lambda: self.shards().get("b", 0) > 50, "b joins again")
        self.check_equal(self.ranks(*BLOCKRANK), ranks)

    def test_killed_command_does_not_block_the_next(self):
        self.start_run()
        self.agents[0].send(signal.SIGSTOP)
        killed = subprocess.Popen(self.command(*BLOCKRANK))
        wait_for(lambda: self.tasks(), "the ranking starts")
        killed.kill()
        killed.wait()
        self.agents[0].send(signal.SIGCONT)
        wait_for(lambda: self.run_rank(*BLOCKRANK).returncode == 0, "the next ranking works", 40)
        state, message = self.tasks()[0][1:]
        self.assertEqual(state, "failed")
        self.assertIn(f"process {killed.pid}", message)


if __name__ == "__main__":
    main()
