#!/usr/bin/env python3
"""Archive files in object storage: upload, removal, and commands that read them there.

    upload_test.py PROGRAM
"""
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import unittest

import fake_s3
from crawling import PROGRAM, TIMEOUT, CrawlTest, wait_for
from scripted_web import html, links

WORDS = "tea pot kettle cup leaf water steam sugar spoon cake".split()


class SignatureTest(unittest.TestCase):
    def test_the_server_computes_the_signature_of_the_example_of_aws(self):
        """Documentation of Amazon S3, "Authenticating Requests: Using the Authorization Header", GET Object."""
        fields = {"host": "examplebucket.s3.amazonaws.com", "range": "bytes=0-9",
                  "x-amz-content-sha256": fake_s3.sha256(b""), "x-amz-date": "20130524T000000Z"}
        self.assertEqual(
            fake_s3.signature("GET", "/test.txt", fields, sorted(fields),
                              "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524T000000Z",
                              "20130524/us-east-1/s3/aws4_request"),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")


class UploadTest(CrawlTest):
    def setUp(self):
        super().setUp()
        self.s3 = self.serve_s3()
        self.warc = pathlib.Path(self.data) / "warc"
        # Pages that do not compress well, so that the archive has several files of 1 MiB.
        source = random.Random(5)
        self.pages = 60
        self.web.pages["a.test/"] = links(*[f"/{i}" for i in range(self.pages)])
        for i in range(self.pages):
            words = " ".join(source.choices(WORDS, k=30))
            noise = source.randbytes(40_000).hex()
            self.web.pages[f"a.test/{i}"] = html(f"<title>Page {i}</title><p>{words}<!-- {noise} -->")
        # The same content as another page: a revisit record refers to it.
        self.web.pages["a.test/1"] = self.web.pages["a.test/0"]
        self.environment = {"AWS_ACCESS_KEY_ID": fake_s3.KEY, "AWS_SECRET_ACCESS_KEY": fake_s3.SECRET,
                            "AWS_REGION": fake_s3.REGION}

    def serve_s3(self, **options):
        s3 = fake_s3.FakeS3(**options)
        self.addCleanup(s3.close)
        return s3

    def settings(self, keep=False, to=None):
        return ["--set", f"warc.upload_to={to or self.s3.url()}", "--set", f"warc.upload_keep_local={str(keep).lower()}",
                "--set", "warc.max_file_bytes=1MiB"]

    def run_with_keys(self, command, **environment):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=TIMEOUT,
                              env={**clean, **self.environment, **environment})
        return done.returncode, done.stdout, done.stderr

    def crawl_and_upload(self, *arguments, keep=False):
        status, out, err = self.run_with_keys(
            self.command("http://a.test/", *arguments, "--json", *self.settings(keep)))
        self.assertEqual(status, 0, err)
        return json.loads(out)["pages"], err

    def status(self):
        return json.loads(self.run_with_keys([PROGRAM, "status", "--json", "--data", self.data])[1])

    def local(self, ending=".warc.gz"):
        return sorted(path.name for path in self.warc.glob(f"*{ending}"))

    def rows(self, *settings, out):
        """The rows of a full conversion, without the time of the conversion."""
        status, _, err = self.run_with_keys([PROGRAM, "convert", "--data", self.data, "--full", "--quiet",
                                             "--out", str(self.folder / out), *settings])
        self.assertEqual(status, 0, err)
        with sqlite3.connect(self.folder / out) as catalog:
            tables = ["pages", "links", "sites"]
            return {table: sorted(map(repr, catalog.execute(f"SELECT * FROM {table}"))) for table in tables}

    def download(self):
        """Stores all objects in the archive folder."""
        for path, (body, _) in self.s3.objects.items():
            (self.warc / path.rsplit("/", 1)[1]).write_bytes(body)

    def test_a_crawl_uploads_its_archive_and_convert_reads_it_there(self):
        pages, err = self.crawl_and_upload()
        self.assertEqual(pages, self.pages + 1, err)
        self.assertEqual(self.s3.refused, [])
        files = [name for name in self.s3.names() if name.endswith(".warc.gz")]
        self.assertGreater(len(files), 2)
        self.assertEqual(self.s3.names(), sorted(files + [name.replace(".warc.gz", ".cdxj") for name in files]))
        self.assertEqual(self.local(), [])
        self.assertEqual(self.local(".cdxj"), [])
        self.assertEqual(self.local(".uploaded"), [name.replace(".warc.gz", ".uploaded") for name in files])
        uploads = self.status()["uploads"]
        size = sum(len(body) for path, (body, _) in self.s3.objects.items() if path.endswith(".warc.gz"))
        self.assertEqual(uploads, {"files": len(files), "bytes": size, "waiting_files": 0, "waiting_bytes": 0,
                                   "last_error": None})
        text = self.run_with_keys([PROGRAM, "status", "--data", self.data])[1]
        self.assertIn(f"{len(files)} archive files", text)
        remote = self.rows(*self.settings(), out="remote.db")
        self.assertGreater(len(self.s3.ranges), 0)
        # Without the settings, rows must not lose their text.
        status, _, err = self.run_with_keys([PROGRAM, "convert", "--data", self.data, "--full",
                                             "--out", str(self.folder / "remote.db")])
        self.assertEqual(status, 1)
        self.assertIn("was uploaded to " + self.s3.url(), err)
        self.assertIn("warc.upload_to", err)
        self.download()
        del self.s3.ranges[:]
        self.assertEqual(self.rows(out="local.db"), remote)
        self.assertEqual(self.s3.ranges, [])
        self.assertTrue(any("green" in row or "kettle" in row for row in remote["pages"]))

    def test_each_run_begins_a_new_file_and_uploads_what_earlier_runs_have_left(self):
        self.crawl("http://a.test/", "--max-pages", "10", "--set", "warc.max_file_bytes=1MiB")
        left = self.local()
        self.crawl_and_upload("--max-pages", "10", keep=True)
        first = self.local()
        self.assertEqual(self.s3.names(), sorted(first + self.local(".cdxj")))
        self.assertTrue(set(left) <= set(first))
        self.crawl_and_upload(keep=True)
        self.assertGreater(len(self.local()), len(first))
        self.assertEqual(self.s3.names(), sorted(self.local() + self.local(".cdxj")))
        for path, (body, _) in self.s3.objects.items():
            self.assertEqual((self.warc / path.rsplit("/", 1)[1]).read_bytes(), body)
        # Afterwards without uploads: an uploaded file is not continued either.
        names = self.local()
        self.web.pages["a.test/"] = links("/0")
        self.web.pages["b.test/"] = html("<p>another site")
        self.crawl("http://b.test/")
        self.assertEqual(len(self.local()), len(names) + 1)
        self.assertEqual(self.s3.objects[f"/bucket/folder/{names[-1]}"][0], (self.warc / names[-1]).read_bytes())

    def test_credentials_of_a_file_with_a_session_token(self):
        s3 = self.serve_s3(token=fake_s3.TOKEN)
        keys = self.folder / "keys"
        keys.write_text(f"[default]\naws_access_key_id = {fake_s3.KEY}\naws_secret_access_key = {fake_s3.SECRET}\n"
                        f"aws_session_token = {fake_s3.TOKEN}\nregion = {fake_s3.REGION}\n")
        keys.chmod(0o600)
        self.s3, self.environment = s3, {}
        command = self.command("http://a.test/", "--max-pages", "5", "--json", *self.settings(),
                               "--set", f"warc.upload_credentials_file={keys}")
        status, _, err = self.run_with_keys(command)
        self.assertEqual(status, 0, err)
        self.assertEqual((s3.refused, self.local()), ([], []))
        keys.chmod(0o644)
        status, _, err = self.run_with_keys(command)
        self.assertEqual(status, 2)
        self.assertIn("warc.upload_credentials_file: cannot read the secret", err)

    def test_wrong_credentials_are_an_error_that_names_the_settings_and_no_secret(self):
        self.environment["AWS_SECRET_ACCESS_KEY"] = "wrong-hidden-key"
        pages, err = self.crawl_and_upload("--max-pages", "5")
        self.assertEqual(pages, 5)
        self.assertIn("403", err)
        self.assertIn("AWS_SECRET_ACCESS_KEY", err)
        self.assertEqual(set(self.s3.refused), {"SignatureDoesNotMatch"})
        self.assertEqual(len(self.local()), 1)
        self.assertEqual(err.count("archive files cannot be uploaded"), 1, err)
        status, out, more = self.run_with_keys([PROGRAM, "settings", *self.settings()])
        self.assertEqual(status, 0, more)
        self.assertNotIn("hidden", err + out + more)
        self.environment = {}
        status, _, err = self.run_with_keys(self.command("http://a.test/", *self.settings()))
        self.assertEqual(status, 2)
        self.assertIn("AWS_ACCESS_KEY_ID", err)

    def test_invalid_settings_are_errors_before_anything_is_created(self):
        for sent, words in [(["warc.upload_to=https://me:hidden@host/b/"], "user or password"),
                            (["warc.upload_keep_local=false"], "warc.upload_to is not set"),
                            (["warc.upload_to=https://host/b/", "warc.max_file_bytes=6GB"], "warc.max_file_bytes")]:
            settings = [word for one in sent for word in ("--set", one)]
            status, out, err = self.run_with_keys(self.command("http://a.test/", *settings))
            self.assertEqual(status, 2, sent)
            self.assertIn(words, err)
            self.assertNotIn("hidden", out + err)
        self.assertFalse(pathlib.Path(self.data).exists())
        status, out, _ = self.run_with_keys([PROGRAM, "settings", "--set", "warc.upload_to=https://me:hidden@host/b/"])
        self.assertEqual(status, 0)
        self.assertNotIn("hidden", out)

    def test_a_wrong_checksum_size_or_etag_never_removes_a_local_file(self):
        fields_of = self.s3.fields_of

        def wrong(**changed):
            return lambda path: {**fields_of(path), **changed}

        for change in [wrong(**{"x-amz-checksum-sha256": "A" * 43 + "="}), None]:
            if change:
                self.s3.fields_of = change
            else:
                # Without checksums, a HEAD that gives another ETag than the PUT.
                self.s3.checksums = False
                counts = iter(range(1_000_000))
                self.s3.fields_of = lambda path: {**fields_of(path), "ETag": f'"{next(counts)}"'}
            _, err = self.crawl_and_upload("--max-pages", "5")
            self.assertIn("the local file is kept", err)
            self.assertGreaterEqual(len(self.local()), 1)
            self.assertEqual(self.local(".uploaded"), [])
        self.s3.fields_of, self.s3.checksums = fields_of, True
        answer = self.s3.answer
        self.s3.answer = lambda handler, status, fields, body=b"", length=None: answer(
            handler, status, fields, body, length and length + 1)
        _, err = self.crawl_and_upload("--max-pages", "1")
        self.assertIn("the local file is kept", err)
        self.assertEqual(self.local(".uploaded"), [])
        self.s3.answer = answer
        self.crawl_and_upload()
        self.assertEqual(self.local(), [])

    def test_certificates_are_verified(self):
        certificate = self.folder / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=s3", "-addext",
                        "subjectAltName=IP:127.0.0.1", "-keyout", certificate, "-out", self.folder / "ca.pem"],
                       check=True, capture_output=True)
        with open(certificate, "a") as file:
            file.write((self.folder / "ca.pem").read_text())
        self.s3 = self.serve_s3(certificate=certificate)
        _, err = self.crawl_and_upload("--max-pages", "5")
        self.assertIn("certificate", err)
        self.assertEqual((len(self.local()), self.s3.requests), (1, []))
        self.crawl_and_upload("--max-pages", "5", "--set", f"net.ca_file={self.folder / 'ca.pem'}")
        self.assertEqual(self.local(), [])

    def test_a_storage_that_fails_does_not_end_the_crawl_and_the_next_run_uploads(self):
        faults = []

        def fail(handler):
            faults.append(handler.command)
            if handler.command == "PUT" and len(faults) % 2:
                handler.rfile.read(1000)
                fake_s3.reset(handler)
            else:
                handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
                self.s3.answer_error(handler, 500, "InternalError")
            return True

        self.s3.fault = fail
        pages, err = self.crawl_and_upload()
        self.assertEqual(pages, self.pages + 1)
        self.assertIn("archive files cannot be uploaded", err)
        self.assertGreater(len(self.local()), 2)
        self.s3.fault = None
        self.crawl_and_upload()
        self.assertEqual(self.local(), [])

    def test_the_status_of_a_run_shows_its_uploads(self):
        self.s3.fault = lambda handler: handler.command == "HEAD" and (self.s3.answer_error(handler, 500, ""), True)
        command = [PROGRAM, "run", "http://a.test/", "--data", self.data, "--budget", "100/s", "--delay", "0",
                   "--quiet", "--allow-private", "--contact", "x@example.org",
                   "--set", f"net.host_map=*=127.0.0.1:{self.web.port}", *self.settings()]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **self.environment})
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)

        def uploads():
            done = self.run_with_keys([PROGRAM, "status", "--json", "--data", self.data])
            return done[0] == 0 and json.loads(done[1])["uploads"]

        wait_for(lambda: uploads() and uploads()["last_error"])
        self.assertGreater(uploads()["waiting_files"], 0)
        self.assertIn("500", uploads()["last_error"])
        self.s3.fault = None
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=TIMEOUT)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(self.local(), [])
        self.assertEqual(uploads()["waiting_files"], 0)

    def test_kill_during_an_upload_loses_nothing(self):
        """Kills the program in the middle of a PUT, and when an object is stored but not acknowledged."""
        held = []

        def hold(handler):
            """Reads a part of the third PUT, and then no more."""
            if handler.command != "PUT":
                return False
            held.append(handler.path)
            if len(held) < 3:
                return False
            handler.rfile.read(1000)
            handler.rfile.read()  # until the program has ended
            return True

        def ignore_answer(handler):
            """Stores the object of the first PUT, but does not answer."""
            if handler.command != "PUT":
                return False
            held.append(handler.path)
            body = handler.rfile.read(int(handler.headers["Content-Length"]))
            meta = {name: value for name, value in handler.headers.items() if "meta" in name.lower()}
            self.s3.objects[handler.path] = (body, meta)
            held.append("stored")
            handler.rfile.read()
            return True

        clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        for fault, is_time in [(hold, lambda: len(held) >= 3), (ignore_answer, lambda: "stored" in held)]:
            del held[:]
            self.s3.fault = fault
            crawl = subprocess.Popen(self.command("http://a.test/", "--json", *self.settings()),
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                     cwd=self.folder, env={**clean, **self.environment})
            self.addCleanup(crawl.communicate)
            self.addCleanup(crawl.kill)
            wait_for(is_time)
            crawl.send_signal(signal.SIGKILL)
            crawl.wait(timeout=TIMEOUT)
        self.s3.fault = None
        self.crawl_and_upload()
        self.assertEqual(self.local(), [])
        self.assertEqual(self.s3.refused, [])
        remote = self.rows(*self.settings(), out="remote.db")
        self.assertEqual(sum("Page " in row for row in remote["pages"]), self.pages)
        self.download()
        self.assertEqual(self.rows(out="local.db"), remote)
        for path in self.local():
            subprocess.run(["gzip", "-t", self.warc / path], check=True)

    def test_convert_ends_if_the_storage_does_not_answer_and_reads_on_after_faults(self):
        self.crawl_and_upload()
        complete = self.rows(*self.settings(), out="complete.db")
        counts = iter(range(1_000_000))

        def seven_times(handler):
            """Faults from which a reader recovers: 503, a broken body, and parts that are shorter than requested."""
            if handler.command != "GET":
                return False
            match next(counts):
                case 0 | 4:
                    self.s3.answer_error(handler, 503, "SlowDown")
                case 1 | 6:
                    body, _ = self.s3.objects[handler.path]
                    first = int(handler.headers["Range"].removeprefix("bytes=").partition("-")[0])
                    handler.send_response(206)
                    handler.send_header("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}")
                    handler.send_header("Content-Length", str(len(body) - first))
                    handler.end_headers()
                    handler.wfile.write(body[first:first + 5000])
                    handler.wfile.flush()
                    fake_s3.reset(handler)
                case 2 | 3 | 5:
                    body, _ = self.s3.objects[handler.path]
                    first = int(handler.headers["Range"].removeprefix("bytes=").partition("-")[0])
                    part = body[first:first + 100_000]
                    self.s3.answer(handler, 206, {"Content-Range": f"bytes {first}-{first + len(part) - 1}/{len(body)}"},
                                   part)
                case _:
                    return False
            return True

        self.s3.fault = seven_times
        self.assertEqual(self.rows(*self.settings(), out="faults.db"), complete)
        self.s3.fault = lambda handler: handler.command == "GET" and (self.s3.answer_error(handler, 403, "AccessDenied"), True)
        command = [PROGRAM, "convert", "--data", self.data, "--out", str(self.folder / "complete.db"), "--full", "--quiet"]
        status, _, err = self.run_with_keys([*command, *self.settings()])
        self.assertEqual(status, 1)
        self.assertIn("403 AccessDenied", err)
        with sqlite3.connect(self.folder / "complete.db") as catalog:
            self.assertEqual(sorted(map(repr, catalog.execute("SELECT * FROM pages"))), complete["pages"])

    def test_recover_reads_uploaded_files_or_names_them(self):
        self.crawl_and_upload()
        before = self.rows(*self.settings(), out="before.db")["pages"]
        command = [PROGRAM, "recover", "--data", self.data, "--force", "--json"]
        status, _, err = self.run_with_keys(command)
        self.assertEqual(status, 1)
        self.assertIn("freshet-000001.warc.gz freshet-000002.warc.gz", err)
        self.assertIn("warc.upload_to", err)
        self.s3.fault = lambda handler: handler.command == "GET" and (self.s3.answer_error(handler, 403, "AccessDenied"), True)
        status, _, err = self.run_with_keys([*command, *self.settings()])
        self.assertEqual(status, 1)
        self.assertIn("403 AccessDenied", err)
        self.s3.fault = None
        status, out, err = self.run_with_keys([*command, *self.settings()])
        self.assertEqual(status, 0, err)
        self.assertEqual(json.loads(out)["unreadable"], [])
        self.assertEqual(json.loads(out)["pages"], self.pages + 1)
        self.assertEqual(len(self.rows(*self.settings(), out="after.db")["pages"]), len(before))
        # The recovered state knows its archive: the next crawl continues with another file.
        self.web.pages["b.test/"] = html("<p>another site")
        status, _, err = self.run_with_keys(self.command("http://b.test/", *self.settings(keep=True), "--json"))
        self.assertEqual(status, 0, err)
        self.assertEqual(len(self.local()), 1)
        # Without its state, a folder of uploaded files is not taken for an empty one.
        for path in self.warc.glob("*.warc.gz"):
            path.unlink()
        subprocess.run(["rm", "-r", self.data + "/state", self.data + "/state.mark"], check=True)
        status, _, err = self.run_with_keys(self.command("http://a.test/", *self.settings()))
        self.assertNotEqual(status, 0)
        self.assertIn("freshet recover", err)


if __name__ == "__main__":
    unittest.main()
