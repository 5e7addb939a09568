"""A web server on loopback with scripted replies, for tests of the program."""
import collections
import http.server
import select
import socket
import ssl
import threading
import time

Reply = collections.namedtuple("Reply", "status fields body wait", defaults=((), b"", 0))


def html(body, *fields):
    return Reply(200, (("Content-Type", "text/html"), *fields), body.encode())


def links(*hrefs):
    return html("".join(f"<a href='{href}'>x</a> " for href in hrefs) + f"<p>{hrefs}</p>")


class Web:
    """Replies by "host/path"; 404 for all others. `requests` has (host, path, header fields)."""

    def __init__(self, certificate=None):
        self.pages = {}
        self.requests = []
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                web.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # clients close connections early in some tests
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def answer(self, handler):
        host = handler.headers["Host"].partition(":")[0]
        path = handler.path
        if path.startswith("http://"):  # a request to a proxy
            path = "/" + path.split("/", 3)[3]
        self.requests.append((host, handler.path, dict(handler.headers.items())))
        reply = self.pages.get(host + path, Reply(404))
        time.sleep(reply.wait)
        handler.send_response(reply.status)
        for name, value in reply.fields:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(reply.body)))
        handler.end_headers()
        handler.wfile.write(reply.body)

    def paths(self, host):
        return [path for name, path, _ in self.requests if name == host]

    def fields(self, host, path):
        """The header fields of the first request."""
        return next(fields for name, p, fields in self.requests if (name, p) == (host, path))

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class SocksProxy:
    """SOCKS 5 without authentication. It maps every name to one port of loopback; `names` has the names."""

    def __init__(self, port):
        self.target = port
        self.names = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            methods = client.recv(2)[1]
            client.recv(methods)
            client.sendall(b"\x05\x00")
            kind = client.recv(4)[3]
            assert kind == 3, "not requested by name"
            name = client.recv(client.recv(1)[0])
            client.recv(2)
            self.names.append(name.decode())
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
                relay(client, server)

    def close(self):
        self.listener.close()


def relay(one, other):
    while True:
        ready, _, _ = select.select([one, other], [], [])
        for source in ready:
            data = source.recv(65536)
            if not data:
                return
            (other if source is one else one).sendall(data)
