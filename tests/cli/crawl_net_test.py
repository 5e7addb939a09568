#!/usr/bin/env python3
"""The settings net.* take effect: cookies, logins, proxies, certificates.

    crawl_net_test.py PROGRAM
"""
import base64
import json
import pathlib
import subprocess
import unittest

from crawling import PROGRAM, CrawlTest
from scripted_web import Reply, SocksProxy, links


class Net(CrawlTest):
    def test_cookies_are_sent_only_if_enabled_and_only_to_their_site(self):
        bake = ("Set-Cookie", "taste=sweet; Path=/")
        self.web.pages.update({
            "a.test/": Reply(200, (("Content-Type", "text/html"), bake),
                             b"<a href=/1>x</a><a href=http://b.test/>x</a>"),
            "a.test/1": links(), "b.test/": links()})
        self.crawl("http://a.test/")
        self.assertNotIn("Cookie", self.web.fields("a.test", "/1"))
        self.web.requests.clear()
        self.data += "2"
        self.crawl("http://a.test/", "--scope", "any", "--set", "net.cookies=true")
        self.assertEqual(self.web.fields("a.test", "/1")["Cookie"], "taste=sweet")
        self.assertNotIn("Cookie", self.web.fields("b.test", "/"))

    def test_a_login_is_sent_only_to_its_host(self):
        self.web.pages.update({"a.test/": links("http://b.test/"), "b.test/": links()})
        self.crawl("http://a.test/", "--scope", "any", "--set", "net.basic_auth=a.test=me:secret")
        login = "Basic " + base64.b64encode(b"me:secret").decode()
        self.assertEqual(self.web.fields("a.test", "/")["Authorization"], login)
        self.assertNotIn("Authorization", self.web.fields("b.test", "/"))

    def test_an_http_proxy_gets_the_whole_url(self):
        self.web.pages.update({"name.invalid/": links("/1"), "name.invalid/1": links()})
        summary = self.crawl("http://name.invalid/", "--set",
                             f"net.proxy=http://127.0.0.1:{self.web.port}", to=0)
        self.assertEqual(summary["pages"], 2)
        self.assertEqual(self.web.paths("name.invalid"),
                         [f"http://name.invalid{path}" for path in ("/robots.txt", "/", "/1")])

    def test_a_socks_proxy_resolves_the_names(self):
        self.web.pages.update({"name.invalid/": links("/1"), "name.invalid/1": links()})
        proxy = SocksProxy(self.web.port)
        self.addCleanup(proxy.close)
        summary = self.crawl("http://name.invalid/", "--set",
                             f"net.proxy=socks5h://127.0.0.1:{proxy.port}", to=0)
        self.assertEqual(summary["pages"], 2)
        self.assertEqual(set(proxy.names), {"name.invalid"})

    def test_private_addresses_are_refused_until_allowed(self):
        self.web.pages["127.0.0.1/"] = links()
        seed = f"http://127.0.0.1:{self.web.port}/"
        status, out, err = self.run_program(self.command(seed, "--json", to=0))
        self.assertEqual(status, 1)
        self.assertIn("the address 127.0.0.1 is private; --allow-private permits it", err)
        summary = json.loads(out)
        self.assertEqual((summary["pages"], summary["outcomes"]), (0, {"address_refused": 1}))
        self.assertEqual(self.web.requests, [])
        self.assertEqual(self.crawl(seed, "--allow-private", to=0)["pages"], 1)


class Certificates(CrawlTest):
    def setUp(self):
        super().setUp()
        files = [str(self.folder / name) for name in ("key.pem", "certificate.pem")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=a.test",
                        "-addext", "subjectAltName=DNS:a.test,DNS:b.test", "-keyout", files[0],
                        "-out", files[1]], check=True, capture_output=True)
        self.certificate = files[1]
        both = self.folder / "both.pem"
        both.write_text("".join(pathlib.Path(file).read_text() for file in files))
        self.secure = self.serve(certificate=str(both))
        self.secure.pages.update({"a.test/": links("https://b.test/"), "b.test/": links()})

    def crawl_secure(self, *arguments, exit_status=0):
        command = self.command("https://a.test/", "--scope", "any", "--json", *arguments,
                               to=self.secure.port)
        status, out, err = self.run_program(command)
        self.assertEqual(status, exit_status, err)
        return json.loads(out)["pages"], err

    def test_an_untrusted_certificate_is_refused(self):
        pages, err = self.crawl_secure(exit_status=1)
        self.assertEqual(pages, 0)
        reason = "TLS failed: SSL certificate problem: self-signed certificate"
        self.assertIn(f"freshet: https://a.test/: {reason}", err)
        for command in ["status"], ["why", "https://a.test/"]:
            self.assertIn(reason, self.run_program([PROGRAM, *command, "--data", self.data])[1])
        self.assertEqual(self.secure.requests, [])

    def test_verification_can_be_switched_off_for_one_host(self):
        self.assertEqual(self.crawl_secure("--set", "net.insecure_tls=a.test")[0], 1)
        self.assertEqual(self.secure.paths("b.test"), [])

    def test_a_certificate_authority_can_be_set(self):
        self.assertEqual(self.crawl_secure("--set", f"net.ca_file={self.certificate}")[0], 2)


if __name__ == "__main__":
    unittest.main()
