#!/usr/bin/env python3
"""Structured collection, judged by the truth of an aquarium of shops.

    recipe_test.py PROGRAM
"""
import collections
import csv
import datetime
import io
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from crawling import PROGRAM, wait_for

HOST = "h0.aquarium.test"
RECORDS = {"properties": ["name", "value"], "reviews": ["author", "stars", "date", "text"]}


class Shop:
    """An aquarium with one shop."""

    def __init__(self, *options):
        command = [PROGRAM, "aquarium", "--profile", "shop", "--latency", "0", *map(str, options)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = None
        while self.port is None:
            found = re.search(r"127\.0\.0\.1:(\d+)", self.process.stdout.readline())
            self.port = int(found.group(1)) if found else None

    def close(self):
        self.process.kill()
        self.process.communicate()

    def get(self, target, host="truth.aquarium.test"):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{target}", headers={"Host": host})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()

    def truth(self, target):
        return json.loads(self.get(target))

    def items(self, at=None):
        at_us = f"&at_us={at}" if at is not None else ""
        found = self.truth(f"/items?host={HOST}&limit=10000{at_us}")["items"]
        return {item["url"]: item for item in found}

    def item(self, url, at):
        return self.truth(f"/item?url={urllib.parse.quote(url, safe='')}&at_us={at}")

    def requests(self):
        after, all_requests = 0, []
        while True:
            part = self.truth(f"/log?after={after}&limit=10000")["requests"]
            all_requests += [request for request in part if request["host"].startswith(HOST)]
            if len(part) < 10000:
                return all_requests
            after = part[-1]["number"]


def expected(item):
    """The fields and records that the recipe must extract from an item."""
    fields = {name: item[name] for name in ("title", "brand", "sku", "price", "availability", "description", "image")}
    if item["rating"] is not None:
        fields["rating"] = item["rating"]
    records = {kind: [{name: row[name] for name in names} for row in item[kind]] for kind, names in RECORDS.items()
               if item[kind]}
    return fields, records


def extracted(row):
    return row["fields"], {kind: rows for kind, rows in row["records"].items() if rows}


class RecipeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="freshet-recipe-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = str(self.folder / "data")
        self.recipe = str(self.folder / "shop.toml")

    def open_shop(self, *options):
        shop = Shop(*options)
        self.addCleanup(shop.close)
        pathlib.Path(self.recipe).write_text(shop.get(f"/recipe?host={HOST}"), encoding="utf-8")
        return shop

    def net(self, shop):
        return ["--data", self.data, "--delay", "0", "--allow-private", "--contact", "x@example.org", "--quiet",
                "--set", f"net.host_map=*=127.0.0.1:{shop.port}"]

    def program(self, *arguments, status=0):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def json_lines(self, *arguments):
        return [json.loads(line) for line in self.program(*arguments, "--data", self.data, "--json").splitlines()]


class Crawl(RecipeTest):
    def test_all_items_and_nothing_else_is_collected(self):
        shop = self.open_shop("--pages", 150)
        self.program("crawl", "--recipe", self.recipe, *self.net(shop))
        items = shop.items()
        rows = {row["url"]: row for row in self.json_lines("items", "shop")}
        self.assertEqual(set(rows), set(items), "recall is 100 %, and nothing else is an item")
        for url, row in rows.items():
            self.assertEqual(row["key"], items[url]["key"])
            self.assertEqual(extracted(row), expected(items[url]), url)

        targets = [request["target"] for request in shop.requests() if request["host"].startswith(HOST)]
        self.assertEqual(len(targets), len(set(targets)), "everything is fetched once")
        lists = {urllib.parse.urlsplit(page["url"]) for page in shop.truth(f"/lists?host={HOST}")["lists"]}
        allowed = {part.path + ("?" + part.query if part.query else "") for part in lists}
        allowed |= {urllib.parse.urlsplit(url).path for url in items} | {"/", "/robots.txt", "/sitemap.xml"}
        self.assertEqual(set(targets) - allowed, set())

    def test_a_page_can_be_tried(self):
        shop = self.open_shop("--pages", 60)
        self.assertIn("is correct", self.program("recipe", "check", self.recipe))
        url, item = next(iter(shop.items().items()))
        net = ["--allow-private", "--set", f"net.host_map=*=127.0.0.1:{shop.port}"]
        tried = json.loads(self.program("recipe", "try", self.recipe, url, "--json", *net))
        self.assertEqual((tried["kind"], tried["key"]), ("item", item["key"]))
        self.assertEqual(extracted(tried), expected(item))
        self.assertEqual(tried["missing"], [])
        self.assertTrue(tried["links"]["lists"])

        page = self.folder / "page.html"
        page.write_text(shop.get(urllib.parse.urlsplit(url).path, HOST), encoding="utf-8")
        from_file = json.loads(self.program("recipe", "try", self.recipe, str(page), "--url", url, "--json"))
        self.assertEqual(from_file["fields"], tried["fields"])
        page.write_text("<h1>nothing</h1>", encoding="utf-8")
        nothing = self.program("recipe", "try", self.recipe, str(page), "--url", url)
        self.assertRegex(nothing, r"REQUIRED +price +selector .*matches no element")
        other = json.loads(self.program("recipe", "try", self.recipe, str(page), "--url", f"http://{HOST}/help/x",
                                        "--json"))
        self.assertEqual(other["kind"], "other")

    def test_items_can_be_chosen_and_exported(self):
        shop = self.open_shop("--pages", 80)
        self.program("crawl", "--recipe", self.recipe, *self.net(shop))
        items = shop.items()
        cheap = self.json_lines("items", "shop", "--where", "price<50", "--where", "availability=in stock")
        wanted = {url for url, item in items.items()
                  if float(item["price"]["amount"]) < 50 and item["availability"] == "in stock"}
        self.assertEqual({row["url"] for row in cheap}, wanted)
        table = list(csv.DictReader(io.StringIO(self.program("items", "shop", "--csv", "--data", self.data))))
        self.assertEqual(len(table), len(items))
        for row in table:
            item = items[row["url"]]
            self.assertEqual((row["title"], row["price_amount"], row["price_currency"]),
                             (item["title"], item["price"]["amount"], item["price"]["currency"]))
            self.assertEqual([review["text"] for review in json.loads(row["reviews"] or "[]")],
                             [review["text"] for review in item["reviews"]])
        self.assertIn("has shop", self.program("items", "books", "--data", self.data, status=2))
        self.assertIn("have no field \"prise\"",
                      self.program("items", "shop", "--where", "prise<5", "--data", self.data, status=2))

    def test_a_recipe_can_be_guessed_and_collects_all_items(self):
        shop = self.open_shop("--pages", 150)
        net = ["--allow-private", "--set", f"net.host_map=*=127.0.0.1:{shop.port}"]
        longest = next(page["url"] for page in shop.truth(f"/lists?host={HOST}")["lists"] if "page=2" in page["url"])
        category = longest.partition("?")[0]
        guess = self.program("recipe", "guess", category, *net)
        self.assertIn("were fetched to find the fields", guess)
        pathlib.Path(self.recipe).write_text(guess, encoding="utf-8")
        self.program("crawl", "--recipe", self.recipe, *self.net(shop))
        items = shop.items()
        name = re.search(r'^name = "(.*)"', guess, re.MULTILINE).group(1)
        rows = {row["url"]: row for row in self.json_lines("items", name)}
        self.assertEqual(set(rows), set(items))
        for url, row in rows.items():
            self.assertEqual(row["key"], items[url]["key"])
            for field in ("title", "price", "description"):
                self.assertEqual(row["fields"][field], items[url][field], url)

    def test_a_recipe_can_be_guessed_from_files(self):
        page = self.folder / "list.html"
        links = "".join(f'<a href="/item/{i}">{i}</a>' for i in range(6))
        page.write_text(links, encoding="utf-8")
        guess = self.program("recipe", "guess", f"{page}=https://shop.example/list")
        self.assertIn(r"'^https://shop\.example/item/(?P<id>\d+)$'", guess)
        self.assertIn("looks like this", guess, "there is an example of a field")
        long = "https://shop.example/" + 2000 * "a"
        self.assertIn("nothing can be guessed", self.program("recipe", "guess", f"{page}={long}", status=1))
        self.assertIn("FILE=URL", self.program("recipe", "guess", str(page), status=2))
        self.program("recipe", "guess", status=2)

    def test_mistakes_have_a_place_and_exit_status_2(self):
        wrong = self.folder / "wrong.toml"
        wrong.write_text('name = "shop"\nseeds = ["http://a.test/"]\n[item]\npatterns = ["("]\n'
                         '[[item.field]]\nname = "x"\nselector = "a[["\ntype = "monye"\n', encoding="utf-8")
        for command in (["recipe", "check"], ["crawl", "--data", self.data, "--recipe"]):
            errors = self.program(*command, str(wrong), status=2)
            self.assertRegex(errors, r"wrong\.toml:4:\d+: ")
            self.assertRegex(errors, r"wrong\.toml:7:\d+: ")
            self.assertRegex(errors, r"wrong\.toml:8:\d+: .*monye")
        self.assertFalse(pathlib.Path(self.data).exists(), "nothing is created")
        self.program("crawl", "--data", self.data, status=2)


class Run(RecipeTest):
    def start(self, shop, *arguments):
        run = subprocess.Popen([PROGRAM, "run", *arguments, *self.net(shop), "--set", "refresh.min_gain=0"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: run.poll() is None and run.kill())
        return run

    def stop(self, run):
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, err)
        return err

    def visits(self, shop):
        """The times of the answered requests for each item, real and virtual."""
        found = collections.defaultdict(list)
        for request in shop.requests():
            if request["target"].startswith("/item/") and request["status"] == 200:
                found[f"http://{HOST}{request['target']}"].append((request["answered_us"], request["virtual_us"]))
        return found

    def test_every_change_of_a_field_is_reported_and_no_other(self):
        shop = self.open_shop("--pages", 40, "--time-scale", 86400)
        run = self.start(shop, "--recipe", self.recipe, "--budget", "200/s")
        time.sleep(10)
        self.stop(run)
        reported = collections.Counter()
        for change in self.json_lines("changes", "--since", "1h", "--fields"):
            reported[change["url"], change["field"]] += 1
        wanted = collections.Counter()
        for url, times in self.visits(shop).items():
            before = None
            for _, virtual in times:
                fields, records = expected(shop.item(url, virtual))
                now = {**fields, **records}
                if before is not None:
                    for name in set(before) | set(now):
                        wanted[url, name] += before.get(name) != now.get(name)
                before = now
        self.assertGreater(sum(wanted.values()), 50)
        self.assertEqual(+reported, +wanted)
        self.check_recovery()

    def check_recovery(self):
        """The archive has all that items are made of."""
        before = (self.json_lines("items", "shop"), self.json_lines("changes", "--since", "1h", "--fields"))
        self.program("recover", "--force", "--data", self.data)
        self.assertEqual(self.json_lines("items", "shop"), before[0])
        self.assertEqual(self.json_lines("changes", "--since", "1h", "--fields"), before[1])

    def test_redesign_raises_an_alarm_and_keeps_the_values(self):
        shop = self.open_shop("--pages", 40, "--redesign-at", 8)
        run = self.start(shop, "--recipe", self.recipe, "--budget", "20/s")
        wait_for(lambda: len(shop.requests()) > 60)
        before = {row["url"]: row for row in self.json_lines("items", "shop")}
        self.assertGreater(len(before), 20)
        time.sleep(12)
        status = self.json_lines("status")[0]
        self.assertEqual(status["sites"]["unmatched"], 1)
        alarm = status["unmatched"][0]["recipes"][0]
        self.assertIn("title", alarm["missing"])
        self.assertIn("ALARM", self.program("status", "--data", self.data))
        after = {row["url"]: row for row in self.json_lines("items", "shop")}
        for url, row in before.items():
            self.assertEqual(row["fields"]["title"], after[url]["fields"]["title"])
            self.assertTrue(after[url]["unmatched_since"] or after[url]["gone_since"] or
                            after[url]["verified_at"] < alarm["alarm_since"])
        self.stop(run)
        redesign = shop.truth("/world")["hosts"][0]["redesign_us"]
        alarm_us = datetime.datetime.fromisoformat(alarm["alarm_since"]).timestamp() * 1e6
        late = [request for request in shop.requests() if request["target"].startswith("/item/")
                and request["virtual_us"] >= redesign and request["answered_us"] <= alarm_us]
        self.assertLessEqual(len(late), len(before), "the alarm comes within one cycle")

        pathlib.Path(self.recipe).write_text(shop.get(f"/recipe?host={HOST}&redesigned=1"), encoding="utf-8")
        run = self.start(shop, "--recipe", self.recipe, "--budget", "40/s")
        wait_for(lambda: self.json_lines("status")[0]["sites"]["unmatched"] == 0)
        self.stop(run)


if __name__ == "__main__":
    unittest.main()
