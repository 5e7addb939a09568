"""Shared by the tests of a cluster. The first argument of each is the program."""
import collections
import os
import pathlib
import sys
import tempfile
import time
import unittest

from processes import (Agent, Aquarium, NameServer, OtherDatabase, PATIENCE, Postgres, postgres_programs, remove,
                       wait_for)

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
TOLERANCE = 0.02  # seconds that a response and a request may spend on the way
ON_CITUS = "FRESHET_TEST_ON_CITUS" in os.environ
CITUS_DSN = os.environ.get("FRESHET_TEST_CITUS_DSN")
SKIPPED = 77  # exit status
CLOCK = 0.95  # the clock of a cluster may run faster by a twentieth, until it agrees with the database's


def seconds(us):
    return us / 1e6


class ClusterTest(unittest.TestCase):
    HOSTS = 60
    PAGES = 10  # on each host
    ADDRESSES = 1
    DELAY = 0.3  # between two requests to a host
    LEASE = 3  # seconds
    PROFILE = ["--profile", "static"]

    @classmethod
    def setUpClass(cls):
        if postgres_programs() is None:
            raise unittest.SkipTest("PostgreSQL is not installed (Debian package postgresql)")
        if ON_CITUS and not CITUS_DSN:
            raise unittest.SkipTest("FRESHET_TEST_CITUS_DSN is not set")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-cluster-"))
        self.folder.chmod(0o755)
        self.addCleanup(remove, self.folder)
        self.database = OtherDatabase(CITUS_DSN) if ON_CITUS else self.start_postgres()
        self.addCleanup(self.database.close)
        self.start_aquarium()
        self.name_server = None
        self.agents = []
        self.dsn = self.database.dsn()

    def start_postgres(self):
        place = self.folder / "pg"
        place.mkdir()
        return Postgres(place)

    def start_aquarium(self):
        self.aquarium = Aquarium(PROGRAM, *self.PROFILE, "--hosts", str(self.HOSTS), "--pages", str(self.PAGES),
                                 *(["--port-in-urls", "--address", "0.0.0.0"] if self.ADDRESSES > 1 else []))
        self.addCleanup(self.aquarium.close)

    def address_of(self, host):
        number = int(host.split(".")[0][1:])
        return f"127.0.0.{1 + number % self.ADDRESSES}"

    def way_to_the_web(self):
        """Settings of all agents. Addresses of mapped names are not leased, so several addresses need a name server."""
        if self.ADDRESSES == 1:
            return ["--set", f"net.host_map=*=127.0.0.1:{self.aquarium.port}"]
        if self.name_server is None:
            self.name_server = NameServer(self.address_of)
            self.addCleanup(self.name_server.close)
        return ["--set", f"net.dns_servers=127.0.0.1:{self.name_server.port}"]

    def seed(self):
        port = f":{self.aquarium.port}" if self.ADDRESSES > 1 else ""
        return f"http://h0.{Aquarium.DOMAIN}{port}/"

    def start(self, kind, name, *arguments, environment=None, data=None):
        """Starts `freshet KIND` as the agent `name`."""
        command = [PROGRAM, *kind, "--store", self.dsn, "--data", str(self.folder / (data or name)), "--name", name,
                   "--user-agent", f"{name}/1", "--set", f"cluster.lease={self.LEASE}s", "--allow-private",
                   "--contact", "x@example.org", *self.way_to_the_web(), *arguments]
        agent = Agent(command, self.folder, name, environment and {**os.environ, **environment})
        self.addCleanup(agent.close)
        self.agents.append(agent)
        return agent

    def start_agent(self, name, **options):
        return self.start(["agent"], name, **options)

    def crawl_command(self):
        return ["crawl", self.seed(), "--scope", "domain", "--delay", str(self.DELAY), "--json",
                "--set", f"politeness.per_address={4 if self.ADDRESSES > 1 else self.HOSTS}"]

    def start_crawl(self, name="a", **options):
        return self.start(self.crawl_command(), name, **options)

    def start_three(self):
        """Two agents, then one that lays a crawl down, when they have joined."""
        others = [self.start_agent("b"), self.start_agent("c")]
        for agent in others:
            wait_for(lambda agent=agent: "joined the cluster" in agent.errors(), f"{agent.name} joins")
        return [self.start_crawl(), *others]

    def collected(self):
        """Pages that are collected, as the facts of all agents say, which are committed with the pages."""
        rows = self.database.rows("SELECT convert_from(value, 'UTF8') FROM fact"
                                  " WHERE name LIKE 'collected@%'::bytea")
        return sum(int(row[0]) for row in rows)

    def wait_for_requests(self, count, patience=PATIENCE):
        wait_for(lambda: self.aquarium.requests() >= count, f"{count} requests", patience)

    def shards(self):
        """How many shards each agent holds, by name, as the registry has it."""
        rows = self.database.rows("SELECT name, count(*) FROM assignment JOIN agent ON owner = session GROUP BY name")
        return {name: int(count) for name, count in rows}

    def coordinator(self):
        rows = self.database.rows("SELECT name FROM agent JOIN job ON coordinator = session")
        return rows[0][0] if rows else None

    def finish(self, crawl, patience=PATIENCE):
        """Waits for the end of the crawl and returns its summary."""
        self.assertEqual(crawl.wait(patience), 0, crawl.errors())
        return crawl.summary()

    def errors(self):
        return "\n".join(f"--- {agent.name}\n{agent.errors()[-3000:]}" for agent in self.agents)

    def check_pages(self, lost=0):
        """All pages are collected and none twice in the state. `lost`: how many pages agents had fetched and not
        committed, at most, when they were killed."""
        expected = self.aquarium.pages_to_collect()
        log = self.aquarium.log()
        fetched = collections.Counter(f"http://{r['host']}{r['target']}" for r in log if r["status"] == 200)
        self.assertEqual(expected - fetched.keys(), set(), self.errors())
        repeated = sum(fetched[url] - 1 for url in expected)
        self.assertLessEqual(repeated, lost, [url for url in expected if fetched[url] > 1][:20])
        self.assertEqual(self.collected(), len(expected), self.errors())
        pending = self.database.rows("SELECT count(*) FROM discovery")
        self.assertEqual(pending, [["0"]])
        return log

    def check_politeness(self, log, unknown=()):
        """Delays are kept at hosts by whatever agent, and at addresses between agents. `unknown`: times (time.time())
        after which an agent may not know the last requests of a killed one."""
        by_host, by_address = collections.defaultdict(list), collections.defaultdict(list)
        for request in log:
            by_host[request["host"]].append(request)
            by_address[self.address_of(request["host"])].append(request)
        for host, requests in by_host.items():
            for earlier, later in zip(requests, requests[1:]):
                if not any(seconds(earlier["received_us"]) <= t <= seconds(later["received_us"]) for t in unknown):
                    self.check_gap(host, earlier, later)
        if self.ADDRESSES == 1:
            return
        for address, requests in by_address.items():
            for earlier, later in zip(requests, requests[1:]):
                if earlier["user_agent"] != later["user_agent"]:
                    self.check_gap(address, earlier, later)

    def check_gap(self, place, earlier, later):
        gap = seconds(later["received_us"] - earlier["answered_us"])
        self.assertGreaterEqual(gap, self.DELAY * CLOCK - TOLERANCE, f"{place}: {earlier}, then {later}\n{self.errors()}")

    def last_request(self):
        return seconds(max(r["received_us"] for r in self.aquarium.log()))


def main():
    result = unittest.main(argv=sys.argv, verbosity=1, exit=False).result
    if result.wasSuccessful() and result.testsRun == 0 and result.skipped:
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
