#!/usr/bin/env python3
"""Compares crawlers on one site: freshet, wget2 and others that are installed.

    bench/crawl/run.py [--pages N] [--program build/release/freshet] [--rounds N] [--only NAMES]

Makes a site of N static pages of about 9.5 kB with 40 links each and serves it with nginx from memory
(/dev/shm) on one core. Each crawler collects the whole site, one after the other. Prints pages a second,
CPU time for a page (user and system, of the crawler alone), peak memory, and the ratios of the best
rounds. The crawlers do different work: freshet reads robots.txt, parses, digests, and writes WARC and
state; wget2 (-r, 32 threads) and httrack write files; scrapy, crawlee and spider-rs follow links and
store nothing. Slow ones get a part of the site: see LIMITS.

httrack and scrapy are Debian packages. For crawlee and spider-rs:
    npm install --prefix FOLDER @crawlee/cheerio @spider-rs/spider-rs@0.0.157
and --modules FOLDER.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

WORDS = ("river water melting snow spring bridge valley stone morning signal harbour winter meadow "
         "light").split()


def page(number, pages, links, size, rng):
    """Returns a page with `links` links. The first two links make all pages reachable from page 0."""
    targets = {2 * number + 1, 2 * number + 2}
    while len(targets) < links:
        targets.add(rng.randrange(pages))
    parts = [f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Page {number}</title>"
             f"<meta name=description content='Page {number} of the benchmark'></head><body><main>"]
    text_each = size // links + 5
    for target in sorted(t % pages for t in targets):
        words = []
        length = 0
        while length < text_each - 60:
            word = rng.choice(WORDS)
            words.append(word)
            length += len(word) + 1
        parts.append(f"<p>{' '.join(words)} <a href=\"/{pages}/p/{target % 100}/{target}.html\">{target}</a></p>\n")
    parts.append("</main></body></html>\n")
    return "".join(parts)


def make_site(folder, pages, links=40, size=9500):
    rng = random.Random(1)
    for i in range(min(pages, 100)):
        (folder / "p" / str(i)).mkdir(parents=True, exist_ok=True)
    for number in range(pages):
        (folder / "p" / str(number % 100) / f"{number}.html").write_text(
            page(number, pages, links, size, rng))


NGINX = """
worker_processes 1; worker_cpu_affinity 01; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=12000;
  types {{ text/html html; }} default_type text/plain;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{ listen 127.0.0.1:{port}; root {folder}/site; }}
}}
"""


def serve(folder, port):
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
    server = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")],
                              stderr=subprocess.DEVNULL)
    time.sleep(1)
    return server


def measure(command, cwd):
    """Returns wall seconds, CPU seconds and peak memory of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return done, wall, cpu


def run_freshet(options, url, work):
    data = work / "freshet-data"
    shutil.rmtree(data, ignore_errors=True)
    done, wall, cpu = measure(
        [options.program, "crawl", url, "--data", str(data), "--delay", "0", "--per-host", "32",
         "--allow-private", "--json", "--quiet"], work)
    if done.returncode != 0:
        sys.exit(f"freshet failed: {done.stderr}")
    summary = json.loads(done.stdout.splitlines()[-1])
    return summary["pages"], wall, cpu, summary["max_rss_bytes"]


def run_other(command, work, folder):
    """Measures a command that does not report its memory, with GNU time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    done, wall, cpu = measure(["/usr/bin/time", "-f", "%M", "-o", str(work / "rss"), *command], folder)
    return done, wall, cpu, int((work / "rss").read_text().split()[-1]) * 1024


def files_below(folder):
    return sum(1 for path in folder.rglob("*.html") if "/p/" in str(path))


def run_wget2(_, url, work):
    folder = work / "wget2"
    _, wall, cpu, rss = run_other(["wget2", "-q", "-r", "-l", "inf", "--max-threads=32", url], work, folder)
    return files_below(folder), wall, cpu, rss


def run_httrack(_, url, work):
    folder = work / "httrack"
    _, wall, cpu, rss = run_other(["httrack", url, "-O", str(folder), "-q", "-c32", "-%c1000",
                                   "-A1000000000", "--disable-security-limits", "-I0"], work, folder)
    return files_below(folder), wall, cpu, rss


def run_counting(command, work):
    """Measures a crawler that prints its number of pages."""
    done, wall, cpu, rss = run_other(command, work, work / "other")
    if done.returncode != 0 or not done.stdout.split():
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return int(done.stdout.split()[-1]), wall, cpu, rss


def run_scrapy(_, url, work):
    return run_counting(["scrapy", "runspider", str(OTHERS / "scrapy_site.py"), "-a", f"url={url}"], work)


def run_crawlee(_, url, work):
    return run_counting(["node", str(OTHERS / "crawlee.mjs"), url], work)


def run_spider(_, url, work):
    return run_counting(["node", str(OTHERS / "spider.mjs"), url], work)


OTHERS = pathlib.Path(__file__).resolve().parent / "others"
CRAWLERS = [("freshet", None, run_freshet), ("wget2", "wget2", run_wget2),
            ("httrack", "httrack", run_httrack), ("scrapy", "scrapy", run_scrapy),
            ("crawlee", "@crawlee/cheerio", run_crawlee), ("spider-rs", "@spider-rs/spider-rs", run_spider)]
# The number of pages for slow crawlers, which get a smaller site, because they would take minutes for all.
LIMITS = {"httrack": 2000, "scrapy": 1000, "crawlee": 2000}


def installed(tool, modules):
    if tool is None:
        return True
    if tool.startswith("@"):
        return bool(modules) and (pathlib.Path(modules) / "node_modules" / tool).is_dir()
    return shutil.which(tool) is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=20000)
    parser.add_argument("--program", default="build/release/freshet")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default="", help="comma-separated names")
    parser.add_argument("--modules", default="", help="folder with node_modules")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    if options.modules:
        os.environ["MODULES"] = str(pathlib.Path(options.modules).resolve())
    if shutil.which("nginx") is None:
        sys.exit("nginx is needed: apt-get install nginx-light")

    base = pathlib.Path("/dev/shm" if os.path.isdir("/dev/shm") else tempfile.gettempdir())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="freshet-bench-", dir=base))
    os.chmod(folder, 0o755)
    server = None
    try:
        for pages in sorted({options.pages} | {min(n, options.pages) for n in LIMITS.values()}):
            make_site(folder / "site" / str(pages), pages)
        server = serve(folder, 8901)
        results = {}
        for round_number in range(options.rounds):
            for name, tool, run in CRAWLERS:
                if options.only and name not in options.only.split(","):
                    continue
                if not installed(tool, options.modules):
                    continue
                size = min(LIMITS.get(name, options.pages), options.pages)
                url = f"http://127.0.0.1:8901/{size}/p/0/0.html"
                pages, wall, cpu, rss = run(options, url, folder)
                rate, each = pages / wall, cpu / max(pages, 1) * 1e6
                print(f"round {round_number + 1}: {name:9} {pages:6} pages  {rate:8.0f} pages/s  "
                      f"{each:6.0f} us CPU a page  {rss / 1e6:6.0f} MB")
                if name not in results or rate > results[name][0]:
                    results[name] = (rate, each)
        if "freshet" in results:
            for name in results:
                if name != "freshet":
                    print(f"freshet / {name}: {results['freshet'][0] / results[name][0]:.2f} x pages/s, "
                          f"{results['freshet'][1] / results[name][1]:.2f} x CPU a page")
    finally:
        if server:
            server.send_signal(signal.SIGTERM)
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
