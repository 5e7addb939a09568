#!/usr/bin/env python3
"""Checks that a long run at full speed does not grow.

    bench/soak/run.py [--minutes 20] [--hosts 50] [--pages 400] [--program build/release/freshet]

Starts an aquarium whose hours pass in seconds, and a run without politeness and with a budget that cannot be
used up, so that every page is requested again as fast as the machine can. Measures the run's memory, its
descriptors by kind, threads and disk during the whole time, and prints them at a twentieth, a quarter, half
and all of the time. After a quarter all pages are known and caches are full. From then on memory may grow by
--growth; descriptors and threads may not grow, except for connections that come and go, and for the files of
the state, each of which may be open once. Exit status 1 if something grew, or if the run failed or did hardly
anything.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from aquarium import start_aquarium

LEAST_RATE = 20  # requests a second that any machine can do, also with many tests beside it


def start_run(program, port, folder):
    return subprocess.Popen(
        [program, "run", "http://h0.aquarium.test/", "--scope", "domain", "--budget", "100000/s", "--delay", "0",
         "--data", str(folder), "--allow-private", "--contact", "https://example.org/soak", "--quiet", "--json",
         "--set", f"net.host_map=*=127.0.0.1:{port}", "--set", "politeness.per_address=64",
         "--set", "refresh.min_gain=0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def megabytes_of(paths):
    total = 0
    for path in paths:
        try:
            total += path.stat().st_blocks * 512
        except OSError:
            pass  # compaction has removed it meanwhile
    return total / 1e6


def group_of(target, folder):
    """Returns the kind of a descriptor, by the name of its file."""
    if target.startswith("socket:"):
        return "sockets"
    for group, name in (("state", "state"), ("archive", "warc"), ("catalogue", "catalog.db")):
        if target.startswith(f"{folder}/{name}"):
            return group
    return "other"


def descriptors(pid, folder):
    """Returns the number of descriptors of each kind."""
    count = dict.fromkeys(("sockets", "state", "archive", "catalogue", "other"), 0)
    for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            count[group_of(os.readlink(entry), folder)] += 1
        except OSError:
            pass  # it was closed meanwhile
    return count


def look(pid, folder, second):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    field = {name: int(value) for name, value in re.findall(r"^(\w+):\s+(\d+)", status, re.MULTILINE)}
    return {"second": round(second), "rss_mb": field["VmRSS"] / 1e3, "heap_mb": field["RssAnon"] / 1e3,
            "threads": field["Threads"], **descriptors(pid, folder),
            "state_files": sum(1 for _ in (folder / "state").glob("*.sst")),
            "state_mb": megabytes_of((folder / "state").rglob("*")),
            "archive_mb": megabytes_of((folder / "warc").rglob("*")),
            "catalogue_mb": megabytes_of(folder.glob("catalog.db*"))}


def watch(run, folder, seconds, on_sample):
    """Takes samples until the time is over or the run has ended."""
    began = time.monotonic()
    samples = []
    pause = max(seconds / 240, 0.25)
    while time.monotonic() - began < seconds and run.poll() is None:
        time.sleep(pause)
        try:
            samples.append(look(run.pid, folder, time.monotonic() - began))
        except (OSError, KeyError):
            break  # it has ended meanwhile
        on_sample(samples)
    return samples


def highest(samples, name):
    return max(sample[name] for sample in samples)


def complaints(samples, growth, slack_mb):
    """Yields what grew after a quarter of the time. Compares the highest values, because the values vary."""
    quarter = len(samples) // 4
    early, late = samples[quarter:2 * quarter], samples[3 * quarter:]
    # Each update of the catalogue uses a thread, two readers of the archive and three files for some time.
    for name, share, slack in (("heap_mb", growth, slack_mb), ("threads", 0, 1), ("sockets", 0.5, 32),
                               ("archive", 0, 2), ("catalogue", 0, 3), ("other", 0, 2)):
        before, after = highest(early, name), highest(late, name)
        if after > before * (1 + share) + slack:
            yield f"{name} grew from {before:.0f} to {after:.0f}"
    # Besides its tables, the state has its folder (once for each kind of table), a lock, logs, and tables that
    # are being replaced.
    if all(sample["state"] > sample["state_files"] + 32 for sample in late):
        yield f"the state holds {samples[-1]['state']} descriptors for {samples[-1]['state_files']} tables"


def show(sample):
    print("after {second:5} s: {rss_mb:6.1f} MB resident, {heap_mb:6.1f} MB of it heap; {threads} threads; "
          "descriptors: {sockets} sockets, {state} state ({state_files} tables), {archive} archive, "
          "{catalogue} catalogue, {other} other; state {state_mb:.0f} MB, archive {archive_mb:.0f} MB, "
          "catalogue {catalogue_mb:.0f} MB"
          .format(**sample), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--pages", type=int, default=400, help="pages of each host")
    parser.add_argument("--time-scale", type=float, default=3600)
    parser.add_argument("--growth", type=float, default=0.1, help="allowed growth of memory, as a share")
    parser.add_argument("--slack", type=float, default=16,
                        help="allowed growth in MB, in addition; a short run ends before the state's buffers are full")
    parser.add_argument("--program", default="build/release/freshet")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-soak-"))
    seconds = 60 * options.minutes
    to_show = [seconds / 20, seconds / 4, seconds / 2]

    def on_sample(samples):
        if to_show and samples[-1]["second"] >= to_show[0]:
            to_show.pop(0)
            show(samples[-1])

    server, port = start_aquarium(program, "--profile", "changing", "--hosts", options.hosts, "--pages", options.pages,
                                  "--latency", 0, "--time-scale", options.time_scale)
    run = start_run(program, port, folder)
    try:
        samples = watch(run, folder, seconds, on_sample)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    finally:
        run.kill()
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    if run.returncode != 0 or len(samples) < 8:
        sys.exit(f"the run failed: {err}")
    show(samples[-1])
    summary = json.loads(out)
    rate = summary["requests"] / summary["seconds"]
    print(f"{summary['requests']} requests, {rate:.0f} a second, to {summary['pages']} pages; {summary['outcomes']}")
    found = list(complaints(samples, options.growth, options.slack))
    if rate < LEAST_RATE:
        found.append(f"only {rate:.0f} requests a second: that proves nothing")
    for complaint in found:
        print(f"soak: {complaint}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
