"""Processes that the tests of a cluster start: PostgreSQL, the aquarium and agents. Each ends with the test."""
import ctypes
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.request

PATIENCE = 60  # seconds; what takes longer hangs


def wait_for(condition, what="the condition", patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"timed out: {what}")
        time.sleep(0.02)


def die_with_the_test():
    """For preexec_fn: the kernel kills the process when the test ends, however it ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def postgres_programs():
    """The folder of the programs of the newest PostgreSQL that is installed, or None."""
    versions = list(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return max(versions, key=lambda path: int(path.parts[-3])).parent if versions else None


class Database:
    """A database whose connection string is `dsn()`."""

    def rows(self, statement):
        """The rows of a query, as lists of texts."""
        done = subprocess.run([postgres_programs() / "psql", "-XAtq", "-F", "\t", self.dsn(), "-c",
                               f"SET search_path TO freshet_state; {statement}"], check=True, capture_output=True, text=True)
        return [line.split("\t") for line in done.stdout.splitlines()]


class OtherDatabase(Database):
    """A database of others, in which the test has the schemas of Freshet for itself."""

    def __init__(self, dsn):
        self.name = dsn
        self.close()

    def dsn(self):
        return self.name

    def close(self):
        for schema in ("freshet_state", "freshet", "freshet_loading"):
            self.rows(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


class Postgres(Database):
    """A server of PostgreSQL with a folder and a socket of its own."""

    def __init__(self, folder):
        self.programs = postgres_programs()
        self.folder = folder
        self.user = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            self.user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        subprocess.run([*self.user, self.programs / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust",
                        "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], check=True, stdout=subprocess.DEVNULL)
        self.start()

    def start(self):
        with open(self.folder.parent / "postgres.log", "a") as log:
            self.server = self.start_with(log)
            ready = [self.programs / "pg_isready", "-q", "-h", self.folder, "-U", "postgres"]

            def is_ready():
                if self.server.poll() is not None:  # processes of a killed server have the memory until they end
                    self.server = self.start_with(log)
                return subprocess.run(ready, check=False).returncode == 0
            wait_for(is_ready, "PostgreSQL starts")

    def start_with(self, log):
        return subprocess.Popen(
            ["setpriv", "--pdeathsig", "QUIT", *self.user[1:], self.programs / "postgres", "-D", self.folder / "data",
             "-k", self.folder, "-c", "listen_addresses=", "-c", "max_connections=60", "-c", "shared_buffers=32MB"],
            stdout=subprocess.DEVNULL, stderr=log)

    def stop(self, number=signal.SIGINT):
        """SIGINT: fast shutdown. SIGKILL: of the server and all its processes, as when the machine fails."""
        children = self.children() if number == signal.SIGKILL else []
        self.server.send_signal(number)
        for child in children:
            try:
                os.kill(child, number)
            except ProcessLookupError:
                pass
        self.server.wait()

    def children(self):
        path = pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children")
        return [int(child) for child in path.read_text().split()]

    def restart(self, number=signal.SIGINT):
        self.stop(number)
        self.start()

    def close(self):
        if self.server.poll() is None:
            self.stop()

    def socket(self):
        return self.folder / ".s.PGSQL.5432"

    def dsn(self, host=None):
        return f"host={host or self.folder} user=postgres dbname=postgres"

class Proxy:
    """Passes connections on to a server of PostgreSQL, and stops doing so on request, without closing them."""

    def __init__(self, folder, target):
        self.folder, self.target = folder, str(target)
        self.is_open = threading.Event()
        self.is_open.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / ".s.PGSQL.5432"))
        self.listener.listen(100)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.target)
            except OSError:
                return
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, source, sink):
        try:
            while data := source.recv(65536):
                self.is_open.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        source.close()

    def close(self):
        self.is_open.set()
        self.listener.close()


class NameServer:
    """A DNS server on loopback (UDP) that knows the IPv4 addresses of the names that address_of() is called with."""

    def __init__(self, address_of):
        self.address_of = address_of
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                query, client = self.socket.recvfrom(512)
                self.socket.sendto(self.reply_to(query), client)
            except OSError:
                return

    def reply_to(self, query):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        question = query[12:at + 5]
        answers = b""
        if question[-4:-2] == b"\0\1":  # type A
            address = socket.inet_aton(self.address_of(".".join(labels).lower()))
            answers = b"\xc0\x0c\0\1\0\1\0\0\x0e\x10\0\4" + address
        return query[:2] + b"\x81\x80\0\1" + (b"\0\1" if answers else b"\0\0") + bytes(4) + question + answers

    def close(self):
        self.socket.close()


class Aquarium:
    """A synthetic web, whose truth and log are the judges of a crawl."""

    DOMAIN = "aquarium.test"

    def __init__(self, program, *arguments):
        self.program = subprocess.Popen(
            [program, "aquarium", "--latency", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=die_with_the_test)
        for line in self.program.stdout:
            found = re.search(r"\d+\.\d+\.\d+\.\d+:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        with self.program.stdout as out:
            while out.read(1 << 16):
                pass

    def truth(self, target):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{target}",
                                         headers={"Host": f"truth.{self.DOMAIN}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)

    def requests(self):
        return self.truth("/world?limit=1")["requests"]

    def log(self):
        """All requests except those for the truth, by time."""
        requests, piece = [], None
        while piece is None or len(piece) == 10000:
            after = piece[-1]["number"] if piece else 0
            piece = self.truth(f"/log?after={after}&limit=10000")["requests"]
            requests += piece
        crawled = [r for r in requests if not r["host"].startswith("truth.")]
        return sorted(crawled, key=lambda r: r["received_us"])

    def pages_to_collect(self):
        """URLs of all pages that a complete crawl collects."""
        hosts = [host["host"] for host in self.truth("/world")["hosts"]]
        urls = set()
        for host in hosts:
            urls |= {page["url"] for page in self.truth(f"/pages?host={host}&all=1&limit=10000")["pages"]
                     if page["expected"] == "collect"}
        return urls

    def close(self):
        self.program.terminate()
        self.program.wait()


class Agent:
    """A process that takes part in the cluster, with a User-Agent of its own: NAME/1."""

    def __init__(self, command, folder, name, environment=None):
        self.name = name
        self.errors_file = folder / f"{name}.errors"
        self.out_file = folder / f"{name}.out"
        with open(self.out_file, "w") as out, open(self.errors_file, "a") as errors:
            self.process = subprocess.Popen(command, stdout=out, stderr=errors, cwd=folder, env=environment,
                                            preexec_fn=die_with_the_test)

    def errors(self):
        return self.errors_file.read_text()

    def send(self, number):
        self.process.send_signal(number)

    def wait(self, patience=PATIENCE):
        return self.process.wait(timeout=patience)

    def is_running(self):
        return self.process.poll() is None

    def summary(self):
        return json.loads(self.out_file.read_text().splitlines()[-1])

    def close(self):
        if self.is_running():
            self.send(signal.SIGCONT)
            self.process.kill()
        self.process.wait()


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)
