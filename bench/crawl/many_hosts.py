#!/usr/bin/env python3
"""Crawls many slow hosts at once: measures whether all are kept busy, and what a connection costs.

    bench/crawl/many_hosts.py [--hosts 2000] [--latency 0.05] [--pages 20] [--program build/release/freshet]

Starts an aquarium with N hosts (simulated, on one port) that answer after the latency, and crawls all of
them twice, with every home page as a seed and one request in flight for each host. The first crawl has the
default politeness: a request, a second of rest, and so on, so the ideal is the time that one host takes. The
second has no rests: the ideal is then more than one machine can serve and read, and the result shows what
the crawler does when every host is always ready. Prints pages a second compared with the ideal, the
largest number of open sockets, CPU time for a page, and memory for a connection (peak memory minus that of
a crawl of one host).
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from aquarium import start_aquarium


def connections(pid):
    """Returns the number of open sockets of a process, most of which are connections."""
    count = 0
    try:
        for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            try:
                count += str(entry.readlink()).startswith("socket:")
            except OSError:
                pass
    except OSError:
        pass
    return count


def crawl(program, port, folder, hosts, *arguments):
    seeds = [f"http://h{i}.aquarium.test/" for i in range(hosts)]
    command = [program, "crawl", *seeds, "--scope", "host", "--exclude", "/directory/", "--data",
               str(folder), "--allow-private", "--set", f"net.host_map=*=127.0.0.1:{port}", "--json", "--quiet",
               *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    most = 0
    while running.poll() is None:
        most = max(most, connections(running.pid))
        time.sleep(0.1)
    out, err = running.communicate()
    if running.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{err}")
    return json.loads(out.splitlines()[-1]), most


def report(name, summary, most, options, delay, alone):
    # robots.txt and the pages of one host, one after the other.
    requests = summary["pages"] / options.hosts + 1
    ideal = summary["pages"] / (requests * options.latency + (requests - 1) * delay)
    rate = summary["pages_per_second"]
    each = (summary["max_rss_bytes"] - alone) / max(most, 1)
    print(f"{name:8} {summary['pages']:6} pages  {rate:6.0f} pages/s, {100 * rate / ideal:3.0f} % of "
          f"{ideal:.0f}  {most:5} sockets at most  "
          f"{1e6 * summary['cpu_seconds'] / summary['pages']:4.0f} us CPU a page  "
          f"{summary['max_rss_bytes'] / 1e6:4.0f} MB, {each / 1e3:3.0f} kB a connection")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hosts", type=int, default=2000)
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--pages", type=int, default=20, help="of each host")
    parser.add_argument("--program", default="build/release/freshet")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-hosts-"))
    server, port = start_aquarium(program, "--profile", "static", "--hosts", options.hosts, "--pages", options.pages,
                                  "--latency", options.latency)
    try:
        one, _ = crawl(program, port, folder / "one", 1, "--delay", "0")
        for name, delay in (("polite", 1), ("no delay", 0)):
            summary, most = crawl(program, port, folder / name, options.hosts, "--delay", str(delay))
            report(name, summary, most, options, delay, one["max_rss_bytes"])
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
