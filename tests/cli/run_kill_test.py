#!/usr/bin/env python3
"""A run that is killed again and again keeps its budget and its delays, as the server's log shows.

    run_kill_test.py PROGRAM

The program and its delays use real time; only the pages of the aquarium change in virtual time.
"""
import collections
import json
import random
import re
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request

from crawling import PROGRAM, wait_for

HOSTS = 40
RATE = 60  # requests per second; the delays would allow twice as many
DELAY = 0.3
KILLS = 5
LIFE = 3.0  # seconds
TOLERANCE = 0.005  # seconds that a response and a request may spend on the way


class Aquarium:
    def __init__(self):
        self.program = subprocess.Popen(
            [PROGRAM, "aquarium", "--profile", "changing", "--hosts", str(HOSTS), "--pages", "20", "--latency", "0",
             "--time-scale", "20000"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.program.stdout:
            found = re.search(r"127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        threading.Thread(target=self.program.stdout.read, daemon=True).start()

    def truth(self, target):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{target}",
                                         headers={"Host": "truth.aquarium.test"})
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)

    def log(self):
        """All requests except those for the truth."""
        requests, piece = [], None
        while piece is None or len(piece) == 10000:
            after = piece[-1]["number"] if piece else 0
            piece = self.truth(f"/log?after={after}&limit=10000")["requests"]
            requests += piece
        return [r for r in requests if r["host"] != "truth.aquarium.test"]

    def close(self):
        self.program.terminate()
        self.program.wait()
        self.program.stdout.close()


class RunKillTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="freshet-kill-")
        self.addCleanup(folder.cleanup)
        self.data = folder.name
        self.aquarium = Aquarium()
        self.addCleanup(self.aquarium.close)

    def start(self):
        return subprocess.Popen(
            [PROGRAM, "run", "http://h0.aquarium.test/", "--scope", "domain", "--budget", f"{RATE}/s", "--delay", str(DELAY),
             "--data", self.data, "--allow-private", "--quiet", "--contact", "x@example.org",
             "--set", f"net.host_map=*=127.0.0.1:{self.aquarium.port}", "--set", f"politeness.per_address={HOSTS}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def test_budget_and_delays_hold_across_kills(self):
        seed = 7
        draw = random.Random(seed)
        lives = []  # when each began and ended
        for _ in range(KILLS + 1):
            before = self.aquarium.truth("/world")["requests"]
            began = time.time()
            run = self.start()
            wait_for(lambda: self.aquarium.truth("/world")["requests"] > before + RATE / 2)
            time.sleep(LIFE * draw.uniform(0.3, 1))
            run.kill()
            run.communicate()
            lives.append((began, time.time()))
        log = self.aquarium.log()

        # A start has no saved budget: no life sends more requests than its own time allows.
        for began, ended in lives:
            spent = sum(began <= r["received_us"] / 1e6 <= ended for r in log)
            self.assertLessEqual(spent, RATE * (ended - began) + 1)
            self.assertGreater(spent, RATE * 0.25 * (ended - began))
        self.assertLessEqual(len(log), RATE * sum(ended - began for began, ended in lives) * 1.01)

        by_host = collections.defaultdict(list)
        for request in log:
            by_host[request["host"]].append(request)
        self.assertEqual(len(by_host), HOSTS)
        for host, requests in by_host.items():
            requests.sort(key=lambda r: r["received_us"])
            for earlier, later in zip(requests, requests[1:]):
                gap = (later["received_us"] - earlier["answered_us"]) / 1e6
                self.assertGreaterEqual(gap, 0, f"two at once at {host}")
                # Requests after the last commit before a kill are unknown to the next life.
                if not self.is_kill_between(earlier, later, lives):
                    self.assertGreaterEqual(gap, DELAY - TOLERANCE, f"{host}: {earlier}, then {later}")

    @staticmethod
    def is_kill_between(earlier, later, lives):
        """Whether a kill happened between the two requests."""
        return any(earlier["received_us"] / 1e6 <= ended <= later["received_us"] / 1e6 for _, ended in lives)


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1])
