#!/usr/bin/env python3
"""Compares a general crawl with a crawl by a recipe, on the aquarium's shop.

    bench/extract/run.py [--program build/bench/freshet] [--items N] [--delay SECONDS] [--limit PAGES]

As in "Refresh Cycle Optimization for Web Crawlers" (Cho, Lee, Choi 2013), where a general crawler of 2013 took 12
days for 450,665 pages of which 0.67 % were wanted, and one that was guided by URL patterns 30 hours for 24,316 pages,
99.98 % of them wanted. For each crawl this prints the requests, the pages, the share of item pages among the pages
that are no lists, the share of the items that were found, how many of their fields are right by the aquarium's truth,
and the time. A delay between requests makes the times comparable with a polite crawl; without one they show the
cost of a page.
"""
import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from aquarium import start_aquarium  # noqa: E402

HOST = "h0.aquarium.test"
LIST = re.compile(r"^/(c/[a-z]+(\?page=\d+)?)?$")


def ask(port, target):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{target}", headers={"Host": "truth.aquarium.test"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def truth_of_items(port):
    items, after = {}, 0
    while after is not None:
        part = json.loads(ask(port, f"/items?host={HOST}&limit=5000&after={after}"))
        items.update({item["url"]: item for item in part["items"]})
        after = part["next"]
    return items


def targets_in(log):
    """The targets of all requests to the shop, from the aquarium's log."""
    with open(log, encoding="utf-8") as lines:
        columns = next(lines).rstrip("\n").split("\t")
        host, target = columns.index("host"), columns.index("target")
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [row[target] for row in rows if row[host].startswith(HOST)]


def right_fields(row, item):
    names = ["title", "brand", "sku", "price", "availability", "description", "image"]
    values = [row["fields"].get(name) == item[name] for name in names]
    values.append(row["fields"].get("rating") == item["rating"])
    reviews = [{name: review[name] for name in ("author", "stars", "date", "text")} for review in item["reviews"]]
    values.append(row["records"].get("reviews", []) == reviews)
    values.append(row["records"].get("properties", []) == item["properties"])
    return sum(values), len(values)


def crawl(options, with_recipe, folder):
    log = folder / ("recipe.log" if with_recipe else "general.log")
    server, port = start_aquarium(options.program, "--profile", "shop", "--pages", options.items, "--latency", 0,
                                  "--log", log)
    data = folder / ("recipe" if with_recipe else "general")
    seeds = [] if with_recipe else [f"http://{HOST}/"]
    command = [options.program, "crawl", *seeds, "--data", data, "--delay", options.delay, "--allow-private", "--quiet",
               "--contact", "bench@example.org", "--set", f"net.host_map=*=127.0.0.1:{port}"]
    if with_recipe:
        recipe = folder / "shop.toml"
        recipe.write_text(ask(port, f"/recipe?host={HOST}"), encoding="utf-8")
        command += ["--recipe", recipe]
    else:
        command += ["--per-host", 8 if options.delay == 0 else 1]
        if options.limit:
            command += ["--max-pages", options.limit]
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    items = truth_of_items(port)
    rows = {}
    if with_recipe:
        listed = subprocess.run([options.program, "items", "shop", "--data", str(data), "--json"], check=True,
                                capture_output=True, text=True)
        rows = {row["url"]: row for row in map(json.loads, listed.stdout.splitlines())}
    server.terminate()
    server.wait()
    requests = targets_in(log)
    targets = [target for target in requests if target not in ("/robots.txt", "/sitemap.xml")]
    paths = {urllib.parse.urlsplit(url).path for url in items}
    wanted = [target for target in targets if target in paths]
    lists = [target for target in targets if LIST.match(target)]
    others = len(targets) - len(lists)
    line = {"crawl": "by recipe" if with_recipe else "general", "requests": len(requests), "pages": len(targets),
            "lists": len(lists), "items": len(set(wanted)),
            "precision_percent": 100 * len(wanted) / max(others, 1),
            "recall_percent": 100 * len(set(wanted)) / len(items),
            "wanted_percent": 100 * len(wanted) / max(len(targets), 1), "seconds": round(seconds, 1),
            "cpu_us_per_page": round(1e6 * cpu / max(len(targets), 1))}
    if with_recipe:
        right = [right_fields(rows[url], item) for url, item in items.items() if url in rows]
        line["right_fields_percent"] = 100 * sum(one for one, _ in right) / sum(all_ for _, all_ in right)
    return line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/bench/freshet")
    parser.add_argument("--items", type=int, default=2000, help="items that the shop ever offers")
    parser.add_argument("--delay", type=float, default=0, help="seconds between two requests")
    parser.add_argument("--limit", type=int, default=0, help="end the general crawl after so many pages")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="freshet-extract-") as folder:
        for with_recipe in (False, True):
            print(json.dumps(crawl(options, with_recipe, pathlib.Path(folder))), flush=True)


if __name__ == "__main__":
    main()
