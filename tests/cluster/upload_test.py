#!/usr/bin/env python3
"""Agents that upload their archives, and a conversion on a machine that has none of them.

    upload_test.py PROGRAM [TEST...]
"""
import json
import os
import pathlib
import signal
import subprocess
import sys

from cluster import ClusterTest, PROGRAM, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import fake_s3  # pylint: disable=wrong-import-position


class Uploading(ClusterTest):
    HOSTS = 20
    PAGES = 8

    def setUp(self):
        super().setUp()
        self.s3 = fake_s3.FakeS3()
        self.addCleanup(self.s3.close)
        keys = self.folder / "keys"
        keys.write_text(f"aws_access_key_id = {fake_s3.KEY}\naws_secret_access_key = {fake_s3.SECRET}\n"
                        f"region = {fake_s3.REGION}\n")
        keys.chmod(0o600)
        self.upload = ["--set", f"warc.upload_to={self.s3.url()}", "--set", f"warc.upload_credentials_file={keys}"]

    def way_to_the_web(self):
        return [*super().way_to_the_web(), *self.upload, "--set", "warc.upload_keep_local=false"]

    def rows(self, *arguments):
        out = self.folder / "rows"
        done = subprocess.run([PROGRAM, "convert", "--store", self.dsn, "--to", "jsonl", "--out", str(out), *arguments],
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = "".join(file.read_text() for file in sorted(out.iterdir()))
        return [row for row in map(json.loads, text.splitlines()) if row["table"] != "meta"]

    def test_archives_of_all_agents_are_read_in_object_storage(self):
        crawl, b, c = self.start_three()
        self.finish(crawl)
        for agent in (b, c):
            agent.send(signal.SIGTERM)
            self.assertEqual(agent.wait(), 0, agent.errors())
        log = self.check_pages()
        fetched = {request["user_agent"].split("/")[0] for request in log}
        self.assertGreater(len(fetched), 1)
        self.assertEqual(self.s3.refused, [])
        names = [name for name in self.s3.names() if name.endswith(".warc.gz")]
        self.assertEqual({name.split("-")[1] for name in names}, fetched)
        for name in "abc":
            self.assertEqual(list((self.folder / name / "warc").glob("*.warc.gz")), [], self.errors())
        elsewhere = self.folder / "elsewhere"
        remote = self.rows(*self.upload, "--data", str(elsewhere))
        pages = [row for row in remote if row["table"] == "pages"]
        self.assertEqual(len(pages), self.collected())
        self.assertTrue(all(row["text"] for row in pages if row["duplicate_of"] is None))
        self.assertGreater(len(self.s3.ranges), 0)
        for path, (body, _) in self.s3.objects.items():
            local = elsewhere / "warc" / os.path.basename(path)
            local.parent.mkdir(parents=True, exist_ok=True)
            local.write_bytes(body)
        self.assertEqual(self.rows("--data", str(elsewhere)), remote)


if __name__ == "__main__":
    main()
