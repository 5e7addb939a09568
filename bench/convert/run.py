#!/usr/bin/env python3
"""Measures how fast a collection is converted, and what limits it.

    bench/convert/run.py [--pages 20000] [--rounds 3] [--program build/release/freshet]

Crawls an aquarium with N pages (about 9.5 kB, 40 links each), then makes full conversions of the collection into
SQLite with full text, PostgreSQL with full text (with a server of its own, if one is installed) and JSON lines,
and takes the best of some rounds. Prints pages a second and microseconds of CPU time for a page, of all threads
together, for each step: reading the archive, parsing, splitting into words, writing. The CPU time of PostgreSQL's
server is printed separately and not part of the program's.
"""
import argparse
import glob
import json
import os
import pathlib
import pwd
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from aquarium import start_aquarium


def crawl(program, port, data):
    subprocess.run([program, "crawl", "http://h0.aquarium.test/", "--scope", "domain", "--exclude", "/directory/", "--data",
                    str(data), "--delay", "0", "--per-host", "8", "--allow-private", "--set",
                    f"net.host_map=*=127.0.0.1:{port}", "--quiet", "--set", "log.level=error"], check=True)


class Postgres:
    """A PostgreSQL server of its own on a Unix socket, if PostgreSQL is installed."""

    def __init__(self, folder):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        self.server = None
        if not programs:
            return
        folder.mkdir()
        self.user = ["setpriv", "--pdeathsig", "QUIT"]
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            os.chmod(folder.parent, 0o755)
            self.user += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        subprocess.run([*self.user, f"{programs[-1]}/initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust",
                        "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], check=True, stdout=subprocess.DEVNULL)
        settings = ["listen_addresses=", "shared_buffers=256MB", "wal_level=minimal", "max_wal_senders=0",
                    "max_wal_size=4GB", "fsync=off"]
        self.server = subprocess.Popen(
            [*self.user, f"{programs[-1]}/postgres", "-D", folder / "data", "-k", folder,
             *[word for setting in settings for word in ("-c", setting)]], stderr=subprocess.DEVNULL)
        self.dsn = f"host={folder} user=postgres dbname=postgres"
        while not (folder / ".s.PGSQL.5432").exists():
            time.sleep(0.05)
        time.sleep(0.5)

    def cpu_seconds(self):
        """Returns the CPU time of the server and of all its processes that have ended, such as those of past connections."""
        time.sleep(0.3)
        fields = pathlib.Path(f"/proc/{self.server.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait()


def convert(program, data, *arguments):
    """Returns the summary, which is on standard error if rows are written to standard output."""
    done = subprocess.run([program, "convert", "--data", str(data), "--json", "--quiet", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def with_server(server, *arguments):
    before = server.cpu_seconds()
    summary = convert(*arguments, "--to", "postgres", "--dsn", server.dsn)
    return summary | {"server_seconds": server.cpu_seconds() - before}


def show(name, summaries):
    best = min(summaries, key=lambda summary: summary["seconds"])
    rows = best["written"] + best["updated"]
    steps = "  ".join(f"{step} {1e6 * seconds / max(rows, 1):.0f}" for step, seconds in best["steps"].items())
    server = f"  server {1e6 * best['server_seconds'] / max(rows, 1):.0f}" if "server_seconds" in best else ""
    print(f"{name:22} {best['pages_per_second']:8,.0f} pages/s  {best['seconds']:6.2f} s  us a page: {steps}  "
          f"CPU {1e6 * best['cpu_seconds'] / max(rows, 1):.0f}{server}  {best['max_rss_bytes'] / 1e6:.0f} MB", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default="build/release/freshet")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    with tempfile.TemporaryDirectory(prefix="freshet-bench-") as name:
        folder = pathlib.Path(name)
        data = folder / "data"
        hosts = max(1, options.pages // 1000)
        aquarium, port = start_aquarium(program, "--profile", "static", "--hosts", hosts, "--pages",
                                        options.pages // hosts)
        try:
            crawl(program, port, data)
        finally:
            aquarium.kill()
        database = folder / "new.db"

        def new_file():
            database.unlink(missing_ok=True)
            return convert(program, data, "--out", str(database))

        rounds = range(options.rounds)
        show("sqlite, a new file", [new_file() for _ in rounds])
        show("sqlite, made anew", [convert(program, data, "--out", str(database), "--full") for _ in rounds])
        show("sqlite, nothing new", [convert(program, data, "--out", str(database)) for _ in rounds])
        server = Postgres(folder / "postgres")
        if server.server:
            show("postgres", [with_server(server, program, data, "--full") for _ in rounds])
            show("postgres, nothing new", [with_server(server, program, data) for _ in rounds])
            server.stop()
        else:
            print("postgres: not installed")
        lines = folder / "lines"
        show("json lines", [convert(program, data, "--to", "jsonl", "--out", str(lines)) for _ in rounds])


if __name__ == "__main__":
    main()
