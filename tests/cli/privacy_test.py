#!/usr/bin/env python3
"""What other users must not see or change: file modes, secrets, settings files and folders of others.

    privacy_test.py PROGRAM
"""
import gzip
import json
import os
import pathlib
import stat
import unittest

from crawling import PROGRAM, CrawlTest
from scripted_web import Reply, links

SECRET = "hunter2"
OTHER_USER = 12345


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


class Modes(CrawlTest):
    def modes(self):
        """The modes of all files, and of all folders."""
        files, folders = set(), {mode(self.data)}
        for at, inner, names in os.walk(self.data):
            folders |= {mode(os.path.join(at, name)) for name in inner}
            files |= {mode(os.path.join(at, name)) for name in names}
        return files, folders

    def collect(self, *arguments):
        self.web.pages["a.test/"] = links()
        self.crawl("http://a.test/", *arguments)
        status, _, err = self.run_program([PROGRAM, "convert", "--data", self.data, *arguments])
        self.assertEqual(status, 0, err)

    def test_only_the_owner_can_read_a_collection(self):
        self.collect()
        self.assertEqual(self.modes(), ({0o600}, {0o700}))

    def test_a_setting_lets_the_group_or_all_users_read_it(self):
        self.collect("--set", "data.readable_by=group")
        self.assertEqual(self.modes(), ({0o640}, {0o750}))
        self.data += "2"
        self.collect("--set", "data.readable_by=all")
        self.assertEqual(self.modes(), ({0o644}, {0o755}))

    def test_a_collection_that_all_users_can_read_causes_a_warning(self):
        self.collect("--set", "data.readable_by=all")
        words = "other users can read the collection"
        status, _, err = self.run_program(self.command("http://a.test/"))
        self.assertEqual(status, 0, err)
        self.assertIn(words, err)
        os.chmod(self.data, 0o700)
        self.assertNotIn(words, self.run_program(self.command("http://a.test/"))[2])


class Secrets(CrawlTest):
    def collected(self):
        """All files of the data folder and their content, archives unpacked."""
        for path in pathlib.Path(self.data).rglob("*"):
            if path.is_file():
                yield path, gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()

    def test_no_file_has_logins_or_cookies(self):
        set_cookie = ("Set-Cookie", "session=from-the-server; Path=/")
        self.web.pages.update({
            "a.test/": Reply(200, (("Content-Type", "text/html"), set_cookie), b"<a href=/1>x</a>"),
            "a.test/1": links()})
        self.crawl(f"http://me:{SECRET}@a.test/", "--set", f"net.basic_auth=a.test=me:{SECRET}",
                   "--set", "net.cookies=true")
        self.assertIn("Authorization", self.web.fields("a.test", "/1"))
        login = self.web.fields("a.test", "/1")["Authorization"].split()[1].encode()
        archive = b""
        for path, content in self.collected():
            self.assertNotIn(login, content, path)
            self.assertNotIn(SECRET.encode(), content, path)
            if path.suffix == ".gz":
                archive += content
        self.assertIn(b"Authorization: [redacted]\r\n", archive)
        self.assertIn(b"Cookie: [redacted]\r\n", archive)
        # What a server sends is kept as it came.
        self.assertIn(b"Set-Cookie: session=from-the-server", archive)

    def test_no_file_has_the_login_for_a_proxy(self):
        self.web.pages["name.invalid/"] = links()
        self.crawl("http://name.invalid/", "--set",
                   f"net.proxy=http://me:{SECRET}@127.0.0.1:{self.web.port}", to=0)
        fields = self.web.fields("name.invalid", "http://name.invalid/")
        login = fields["Proxy-Authorization"].split()[1].encode()
        for path, content in self.collected():
            self.assertNotIn(login, content, path)
            self.assertNotIn(SECRET.encode(), content, path)

    def test_secrets_can_come_from_files(self):
        logins = self.folder / "logins"
        logins.write_text(f"a.test=me:{SECRET}\n")
        logins.chmod(0o644)
        self.web.pages["a.test/"] = links()
        command = self.command("http://a.test/", "--set", f"net.basic_auth_file={logins}")
        status, _, err = self.run_program(command)
        self.assertEqual(status, 2)
        self.assertIn("every user can read it", err)
        self.assertNotIn(SECRET, err)
        logins.chmod(0o600)
        status, _, err = self.run_program(command)
        self.assertEqual(status, 0, err)
        self.assertIn("Authorization", self.web.fields("a.test", "/"))

    def test_settings_and_errors_do_not_show_secrets(self):
        secrets = [f"net.proxy=http://me:{SECRET}@127.0.0.1:1", f"net.basic_auth=h=me:{SECRET}",
                   f"database.dsn=host=127.0.0.1 port=1 password={SECRET}"]
        flags = [word for secret in secrets for word in ("--set", secret)]
        for command in (["settings"], ["settings", "--json"],
                        ["search", "x", "--in", "postgres"],
                        ["convert", "--to", "postgres"]):
            _, out, err = self.run_program([PROGRAM, *command, *flags, "--data", self.data])
            self.assertNotIn(SECRET, out + err, command)
        for wrong in f"net.proxy=nonsense://me:{SECRET}@h", f"net.basic_auth={SECRET}", \
                     f"net.basic_auth=h={SECRET}", f"database.dsn={SECRET}":
            for command in ["crawl", "http://a.test/"], ["search", "x", "--in", "postgres"]:
                _, out, err = self.run_program([PROGRAM, *command, "--set", wrong, "--data",
                                                self.data])
                self.assertNotIn(SECRET, out + err, (command, wrong))


class SettingsFiles(CrawlTest):
    def put(self, text="[canonical]\nsort_query = true\n"):
        file = self.folder / "freshet.toml"
        file.write_text(text)
        file.chmod(0o644)
        return file

    def settings(self, *arguments):
        return self.run_program([PROGRAM, "settings", *arguments])

    def test_the_settings_file_is_named(self):
        self.assertIn("settings file: none\n", self.settings()[1])
        self.assertEqual(json.loads(self.settings("--json")[1])["settings_file"], None)
        file = self.put()
        status, out, err = self.settings()
        self.assertEqual(status, 0, err)
        self.assertIn(f"settings file: {file}\n", out)
        self.assertIn(str(file), err)
        self.assertNotIn(str(file), self.settings("--quiet")[2])
        self.assertEqual(json.loads(self.settings("--json")[1])["settings_file"], str(file))

    def test_a_file_that_others_can_write_is_refused(self):
        file = self.put(f'net.proxy = "http://me:{SECRET}@127.0.0.1:1"\n')
        file.chmod(0o666)
        status, _, err = self.settings()
        self.assertEqual(status, 2)
        self.assertIn("is not trusted: users other than its owner can write it", err)
        self.assertNotIn(SECRET, err)
        status, out, err = self.settings("--config", "freshet.toml")
        self.assertEqual(status, 0, err)
        self.assertIn("http://me:***@127.0.0.1:1", out)

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a file away")
    def test_a_file_of_another_user_is_refused(self):
        os.chown(self.put(), OTHER_USER, OTHER_USER)
        status, _, err = self.settings()
        self.assertEqual(status, 2)
        self.assertIn("it belongs to another user", err)


class Folders(CrawlTest):
    def test_a_folder_with_other_files_is_refused(self):
        os.mkdir(self.data)
        letter = pathlib.Path(self.data, "letter.txt")
        letter.write_text("dear")
        status, _, err = self.run_program(self.command("http://a.test/"))
        self.assertEqual(status, 2)
        self.assertIn("is no data folder of Freshet (it has letter.txt)", err)
        self.assertEqual(os.listdir(self.data), ["letter.txt"])

    def test_symbolic_links_out_of_the_folder_are_refused(self):
        self.web.pages["a.test/"] = links()
        self.crawl("http://a.test/")
        home = self.folder / "home"
        home.mkdir()
        (home / "letter.txt").write_text("dear")
        os.symlink(home / "letter.txt", os.path.join(self.data, "catalog.db"))
        for command in self.command("http://a.test/"), [PROGRAM, "convert", "--data", self.data], \
                [PROGRAM, "rank", "--data", self.data]:
            status, _, err = self.run_program(command)
            self.assertNotEqual(status, 0)
            self.assertIn("data.follow_links", err)
        self.assertEqual((home / "letter.txt").read_text(), "dear")


class UserAgents(CrawlTest):
    def test_a_line_end_is_refused(self):
        for flag in "--user-agent", "--contact":
            status, _, err = self.run_program(
                self.command("http://a.test/", flag, "me\r\nX-Injected: 1"))
            self.assertEqual(status, 2, flag)
            self.assertIn("the User-Agent contains a line end", err)
        self.assertEqual(self.web.requests, [])


if __name__ == "__main__":
    unittest.main()
