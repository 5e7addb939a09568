#!/usr/bin/env python3
"""freshet crawl --recipe with three agents.

    recipe_test.py PROGRAM [TEST...]
"""
import json
import pathlib
import subprocess
import urllib.request

from cluster import ClusterTest, PROGRAM, main


class Recipes(ClusterTest):
    HOSTS = 6
    PAGES = 40
    DELAY = 0.02
    PROFILE = ["--profile", "shop"]

    def truth(self, target):
        request = urllib.request.Request(f"http://127.0.0.1:{self.aquarium.port}{target}",
                                         headers={"Host": "truth.aquarium.test"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()

    def crawl_command(self):
        """One recipe for each shop."""
        recipes = []
        for number in range(self.HOSTS):
            text = self.truth(f"/recipe?host=h{number}.aquarium.test")
            path = pathlib.Path(self.folder, f"shop{number}.toml")
            path.write_text(text.replace('name = "shop"', f'name = "shop{number}"', 1), encoding="utf-8")
            recipes += ["--recipe", str(path)]
        return ["crawl", *recipes, "--delay", str(self.DELAY), "--json",
                "--set", f"politeness.per_address={self.HOSTS}"]

    def items(self, name):
        listed = subprocess.run([PROGRAM, "items", name, "--store", self.dsn, "--json"], capture_output=True, text=True,
                                check=True)
        return {row["url"]: row for row in map(json.loads, listed.stdout.splitlines())}

    def test_agents_collect_the_items_of_all_shops(self):
        agents = self.start_three()
        self.finish(agents[0])
        expected = 0
        for number in range(self.HOSTS):
            truth = json.loads(self.truth(f"/items?host=h{number}.aquarium.test&limit=1000"))["items"]
            items = self.items(f"shop{number}")
            self.assertEqual(set(items), {item["url"] for item in truth})
            for item in truth:
                self.assertEqual(items[item["url"]]["fields"]["price"], item["price"])
                self.assertEqual(items[item["url"]]["fields"]["title"], item["title"])
            expected += len(truth)
        log = [request for request in self.aquarium.log() if request["host"].startswith("h")]
        self.assertGreater(len({request["user_agent"] for request in log}), 1, "several agents work")
        wanted = ("/item/", "/c/", "/robots.txt", "/sitemap.xml")
        others = [request["target"] for request in log if not request["target"].startswith(wanted)]
        self.assertEqual(set(others), {"/"})
        subprocess.run([PROGRAM, "convert", "--store", self.dsn], capture_output=True, check=True)
        rows = sum(int(self.database.rows(f"SELECT count(*) FROM freshet.item_shop{number}")[0][0])
                   for number in range(self.HOSTS))
        self.assertEqual(rows, expected)


if __name__ == "__main__":
    main()
