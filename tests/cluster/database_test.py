#!/usr/bin/env python3
"""A crawl of three agents whose database restarts, crashes or cannot be reached.

    database_test.py PROGRAM [TEST...]
"""
import signal
import time

from cluster import ClusterTest, main, seconds
from processes import Proxy


class Database(ClusterTest):
    DELAY = 0.6
    PAGES = 12

    def crawl_with_restarts(self, number):
        """Returns when the database was stopped."""
        crawl = self.start_three()[0]
        stops = []
        for count in (150, 400):
            self.wait_for_requests(count)
            stops.append(time.time())
            self.database.restart(number)
        self.finish(crawl)
        return stops

    def test_the_database_restarts(self):
        self.crawl_with_restarts(signal.SIGINT)
        # What was not committed was kept and committed later.
        self.check_politeness(self.check_pages())

    def test_the_database_crashes(self):
        stops = self.crawl_with_restarts(signal.SIGKILL)
        log = self.aquarium.log()
        # The database forgets commits that it need not have written to the disk.
        late = [r for r in log if any(stop - 2 < seconds(r["received_us"]) < stop + 0.5 for stop in stops)]
        self.check_pages(lost=len(late))
        self.check_politeness(log)


class Unreachable(ClusterTest):
    DELAY = 0.6
    PAGES = 20

    def setUp(self):
        super().setUp()
        place = self.folder / "proxy"
        place.mkdir()
        self.proxy = Proxy(place, self.database.socket())
        self.addCleanup(self.proxy.close)
        self.dsn = self.database.dsn(place)

    def cut(self, duration):
        """Returns when the agents could not reach the database."""
        self.proxy.is_open.clear()
        began = time.time()
        time.sleep(duration)
        self.proxy.is_open.set()
        return began, time.time()

    def test_agents_stop_when_their_leases_end_and_continue(self):
        agents = self.start_three()
        self.wait_for_requests(250)
        began, ended = self.cut(3 * self.LEASE)
        self.finish(agents[0])
        log = self.aquarium.log()
        times = [seconds(r["received_us"]) for r in log]
        self.assertEqual([t - began for t in times if began + self.LEASE < t < ended], [])
        self.assertLess(min(t for t in times if t > ended) - ended, 5, "they continue soon")
        self.check_pages(lost=sum(began - 2 < t < ended for t in times))
        self.check_politeness(log)

    def test_a_short_failure_stops_nobody(self):
        agents = self.start_three()
        self.wait_for_requests(250)
        self.cut(self.LEASE / 2)
        self.finish(agents[0])
        self.check_politeness(self.check_pages())
        rejoined = self.database.rows("SELECT count(*) FROM agent WHERE session > 3")
        self.assertEqual(rejoined, [["0"]], "nobody has lost the lease")


if __name__ == "__main__":
    main()
