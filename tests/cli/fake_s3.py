"""An S3 server on loopback for tests: PUT, HEAD and GET of ranges, in memory. It computes the signature
of every request anew (AWS Signature Version 4) and refuses those that differ, and it injects faults."""
import base64
import hashlib
import hmac
import http.server
import socket
import ssl
import struct
import threading

KEY, SECRET, TOKEN, REGION = "AKIDFRESHET", "s3cret/with+signs=", "a/session+token==", "test-region-1"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def signature(method, target, fields, signed, secret, date, scope):
    """The signature of a request: `fields` by lower-case name, `signed` the sorted names that it covers,
    `scope` "DATE/REGION/SERVICE/aws4_request". The target must not have characters to escape."""
    path, _, query = target.partition("?")
    canonical = "\n".join([method, path, "&".join(sorted(query.split("&"))),
                           "".join(f"{name}:{' '.join(fields[name].split())}\n" for name in signed),
                           ";".join(signed), fields["x-amz-content-sha256"]])
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, sha256(canonical.encode())])
    key = b"AWS4" + secret.encode()
    for part in [*scope.split("/"), text]:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()


class FakeS3:
    """`objects` by path ("/bucket/folder/name"). `fault`, if set, is called with the handler before each
    request is served; it returns a truthy value if it has answered. `checksums`: whether HEAD gives the
    checksum of the content."""

    def __init__(self, token="", bucket="/bucket/", certificate=None):
        self.objects = {}
        self.requests = []  # "PUT /bucket/folder/name"
        self.ranges = []
        self.refused = []   # why
        self.fault = None
        self.token = token
        self.bucket = bucket
        self.checksums = True
        s3 = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_PUT(self):
                s3.serve(self)

            do_GET = do_HEAD = do_PUT

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None
        self.scheme = "http"
        if certificate:
            self.scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def url(self, folder="folder/"):
        return f"{self.scheme}://127.0.0.1:{self.port}{self.bucket}{folder}"

    def names(self):
        return sorted(path.rsplit("/", 1)[1] for path in self.objects)

    def why_refused(self, handler, body):
        fields = {name.lower(): value for name, value in handler.headers.items()}
        kind, _, rest = fields.get("authorization", "").partition(" ")
        if kind != "AWS4-HMAC-SHA256":
            return "AccessDenied"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        key, _, scope = parts["Credential"].partition("/")
        signed = parts["SignedHeaders"].split(";")
        date = fields["x-amz-date"]
        if key != KEY:
            return "InvalidAccessKeyId"
        if scope != f"{date[:8]}/{REGION}/s3/aws4_request":
            return "AuthorizationHeaderMalformed"
        must = {"host"} | {name for name in fields if name.startswith("x-amz-")}
        if not must <= set(signed) or signed != sorted(signed):
            return "AccessDenied"
        if self.token != fields.get("x-amz-security-token", ""):
            return "InvalidToken"
        if fields["x-amz-content-sha256"] != sha256(body):
            return "XAmzContentSHA256Mismatch"
        expected = signature(handler.command, handler.path, fields, signed, SECRET, date, scope)
        return None if hmac.compare_digest(expected, parts["Signature"]) else "SignatureDoesNotMatch"

    def serve(self, handler):
        self.requests.append(f"{handler.command} {handler.path}")
        if self.fault and self.fault(handler):
            return
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        why = self.why_refused(handler, body)
        if why:
            self.refused.append(why)
            self.answer_error(handler, 403, why)
        elif not handler.path.startswith(self.bucket):
            self.answer_error(handler, 404, "NoSuchBucket")
        elif handler.command == "PUT":
            self.put(handler, body)
        elif handler.path not in self.objects:
            self.answer_error(handler, 404, "NoSuchKey")
        elif handler.command == "HEAD":
            self.answer(handler, 200, self.fields_of(handler.path), length=len(self.objects[handler.path][0]))
        else:
            self.get(handler)

    def put(self, handler, body):
        checksum = handler.headers.get("x-amz-checksum-sha256")
        if checksum and base64.b64decode(checksum) != hashlib.sha256(body).digest():
            self.answer_error(handler, 400, "BadDigest")
            return
        meta = {name: value for name, value in handler.headers.items()
                if name.lower().startswith("x-amz-meta-")}
        self.objects[handler.path] = (body, meta)
        self.answer(handler, 200, self.fields_of(handler.path))

    def fields_of(self, path):
        body, meta = self.objects[path]
        fields = {"ETag": f'"{hashlib.md5(body).hexdigest()}"', **meta}
        if self.checksums:
            fields["x-amz-checksum-sha256"] = base64.b64encode(hashlib.sha256(body).digest()).decode()
        return fields

    def get(self, handler):
        body, _ = self.objects[handler.path]
        first, _, last = handler.headers["Range"].removeprefix("bytes=").partition("-")
        first, last = int(first), min(int(last), len(body) - 1)
        self.ranges.append((handler.path, first, last))
        if first >= len(body):
            self.answer(handler, 416, {"Content-Range": f"bytes */{len(body)}"})
            return
        self.answer(handler, 206, {"Content-Range": f"bytes {first}-{last}/{len(body)}"},
                    body[first:last + 1])

    def answer_error(self, handler, status, code):
        text = f"<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>about {code}</Message></Error>"
        self.answer(handler, status, {}, b"" if handler.command == "HEAD" else text.encode())

    def answer(self, handler, status, fields, body=b"", length=None):
        handler.send_response(status)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def reset(handler):
    """Ends the connection with a reset."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()
