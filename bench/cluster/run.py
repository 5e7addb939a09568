#!/usr/bin/env python3
"""Measures a cluster on one machine: agents, PostgreSQL and an aquarium share its cores.

    bench/cluster/run.py [--program build/bench/freshet] [--agents 1,2,4] [--hosts N] [--pages N] [--known N]

For each number of agents: starts a private PostgreSQL server and an aquarium, crawls hosts x pages, and
prints pages a second (from the first to the last request), CPU time for a page of all agents, of PostgreSQL
(all its processes) and of the aquarium, what a page writes to PostgreSQL's log, and what it takes in its tables. Then starts an agent alone on a
collection of about --known pages, and prints when its first request is received and its peak memory.
fsync is on. Every agent is a process with one worker for each core, so more agents than cores do not help on
one machine: the figures show what a page costs, not how a cluster of machines scales.
"""
import argparse
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")
SETTINGS = ["shared_buffers=512MB", "max_wal_size=4GB", "wal_compression=lz4", "max_connections=100"]


class Postgres:
    """A server that listens on a Unix socket in its folder; as the user postgres if this runs as root."""

    def __init__(self, folder):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not found:
            sys.exit("PostgreSQL is not installed: apt install postgresql")
        self.programs = found[-1]
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.user = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            folder.chmod(0o711)
            self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = str(self.folder / "data")
        subprocess.run([self.programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                        "--locale=C.UTF-8"], check=True, stdout=subprocess.DEVNULL, cwd="/", **self.user)
        options = [part for setting in SETTINGS for part in ("-c", setting)]
        self.server = subprocess.Popen(
            [self.programs / "postgres", "-D", data, "-k", str(self.folder), "-c", "listen_addresses=", *options],
            stderr=subprocess.DEVNULL, cwd="/", **self.user)
        self.dsn = f"host={self.folder} user=postgres dbname=postgres"
        while subprocess.run([self.programs / "pg_isready", "-q", "-d", self.dsn], check=False).returncode != 0:
            time.sleep(0.1)

    def query(self, text):
        done = subprocess.run([self.programs / "psql", "-d", self.dsn, "-XAtc", text], capture_output=True, text=True,
                              check=True)
        return done.stdout.strip()

    def cpu_seconds(self):
        """Of the server, its processes and those that have ended."""
        ticks = sum(times_of(self.server.pid))
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == self.server.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS

    def log_bytes(self):
        """What was written to the write-ahead log so far."""
        return int(self.query("SELECT pg_current_wal_insert_lsn() - '0/0'"))

    def stop(self):
        self.server.send_signal(signal.SIGINT)
        self.server.wait()


def times_of(process):
    """utime, stime, cutime and cstime of a process, in ticks."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(field) for field in fields[11:15]]


class World:
    """A PostgreSQL server and an aquarium in a folder of their own."""

    def __init__(self, options, hosts):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-bench-"))
        self.postgres = Postgres(self.folder)
        self.log = self.folder / "requests.tsv"
        self.aquarium = subprocess.Popen(
            [options.program, "aquarium", "--profile", "static", "--hosts", str(hosts), "--pages",
             str(options.pages), "--log", str(self.log), "--json"], stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.aquarium.stdout.readline())["port"]

    def start(self, command, name, *arguments):
        return subprocess.Popen(
            [self.options.program, command, *arguments, "--allow-private", "--store", self.postgres.dsn, "--data",
             str(self.folder / name), "--name", name, "--quiet"], stderr=open(self.folder / f"{name}.log", "w"))

    def arguments(self):
        return ["http://h0.aquarium.test/", "--scope", "domain", "--delay", "0", "--set",
                f"net.host_map=*=127.0.0.1:{self.port}"]

    def stop_web(self):
        """Returns the times of all requests, in seconds. The log is complete when the aquarium has ended."""
        self.aquarium.terminate()
        self.aquarium.wait()
        return [int(line.split("\t", 1)[0]) / 1e6 for line in self.log.read_text().splitlines()[1:]]

    def close(self):
        if self.aquarium.poll() is None:
            self.stop_web()
        self.postgres.stop()
        shutil.rmtree(self.folder)


def end(process):
    """Waits for a process. Returns its CPU seconds and peak memory in bytes."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def crawl(world, agents):
    others = [world.start("agent", f"a{number}") for number in range(2, agents + 1)]
    time.sleep(2)
    before = world.postgres.cpu_seconds()
    log_before = world.postgres.log_bytes()
    first = world.start("crawl", "a1", *world.arguments(), "--per-host", "32")
    spent = [end(first)]
    if first.returncode != 0:
        sys.exit((world.folder / "a1.log").read_text())
    for other in others:
        other.terminate()
        spent.append(end(other))
    pages = int(world.postgres.query("SELECT sum(pages) FROM freshet_state.agent"))
    return {"agents": agents, "pages": pages, "agents us": 1e6 * sum(cpu for cpu, _ in spent) / pages,
            "postgres us": 1e6 * (world.postgres.cpu_seconds() - before) / pages,
            "log bytes": (world.postgres.log_bytes() - log_before) / pages,
            "aquarium us": 1e6 * sum(times_of(world.aquarium.pid)[:2]) / TICKS / pages,
            "MB": max(memory for _, memory in spent) / 1e6}


def size(world, pages):
    tables = world.postgres.query(
        "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace ="
        " 'freshet_state'::regnamespace ORDER BY 2 DESC")
    total = 0
    for line in tables.splitlines():
        name, taken = line.split("|")
        total += int(taken)
        rows = int(world.postgres.query(f"SELECT count(*) FROM freshet_state.{name}"))
        if int(taken) >= 10 * pages:
            print(f"  {name}: {rows / pages:.2f} rows and {int(taken) / pages:.0f} bytes a page")
    print(f"  all tables with indexes: {total / pages:.0f} bytes a page")


def start_time(world):
    """Returns seconds from the start of an agent alone to its first request, its CPU seconds and its memory."""
    began = time.time()
    agent = world.start("run", "b1", *world.arguments(), "--budget", "1000/s", "--set", "refresh.min_gain=0")
    requests = "SELECT coalesce(max(requests), 0) FROM freshet_state.agent WHERE name = 'b1'"
    while int(world.postgres.query(requests)) == 0:
        if agent.poll() is not None:
            sys.exit((world.folder / "b1.log").read_text())
        time.sleep(0.2)
    agent.terminate()
    cpu, memory = end(agent)
    return min(moment for moment in world.stop_web() if moment > began) - began, cpu, memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/bench/freshet")
    parser.add_argument("--agents", default="1,2,4")
    parser.add_argument("--hosts", type=int, default=64)
    parser.add_argument("--pages", type=int, default=300, help="on each host")
    parser.add_argument("--known", type=int, default=100_000, help="0: do not measure the start")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    for agents in map(int, options.agents.split(",")):
        world = World(options, options.hosts)
        try:
            result = crawl(world, agents)
            times = world.stop_web()
            result["pages/s"] = result["pages"] / (max(times) - min(times))
            print("  ".join(f"{name} {value:,.0f}" for name, value in result.items()), flush=True)
            if agents == 1:
                size(world, result["pages"])
        finally:
            world.close()
    if options.known:
        world = World(options, options.known // options.pages)
        try:
            result = crawl(world, 2)
            seconds, cpu, memory = start_time(world)
            print(f"start with {result['pages']:,} known pages: first request after {seconds:.2f} s, "
                  f"{cpu:.2f} s of CPU in all, {memory / 1e6:.0f} MB")
        finally:
            world.close()


if __name__ == "__main__":
    main()
