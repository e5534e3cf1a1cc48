"""Servers under measurement."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import time

SERVER_CORE, CLIENT_CORE = "0", "1"
BOTH_CORES = f"{SERVER_CORE},{CLIENT_CORE}"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A server on the cores named, ended with the block. With a path, it is waited for until it answers there."""

    def __init__(self, command, port, path=None, cores=SERVER_CORE, secure=False, environment=None):
        self.command, self.port, self.path, self.cores, self.secure = command, port, path, cores, secure
        self.environment = environment

    def __enter__(self):
        self.process = subprocess.Popen(
            ["taskset", "-c", self.cores, *map(str, self.command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, **(self.environment or {})})
        deadline = time.monotonic() + 120
        while True:
            try:
                self.look()
                return self
            except (OSError, http.client.HTTPException):
                if self.process.poll() is not None:
                    sys.exit(f"bench-http: {self.command[0]} ended: {self.process.stderr.read().decode().strip()}")
                if time.monotonic() > deadline:
                    sys.exit(f"bench-http: {self.command[0]} does not answer at port {self.port}")
                time.sleep(0.05)

    def look(self):
        """Raises OSError when it can't be reached."""
        if self.path is None:
            socket.create_connection(("127.0.0.1", self.port), 60).close()
            return
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=60, context=ssl._create_unverified_context()
        ) if self.secure else http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", self.path)
        connection.getresponse().read()
        connection.close()

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def seconds(self):
        """Processor time, its own and that of the processes that it started."""
        parents, times = {}, {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
            times[int(folder.name)] = int(fields[11]) + int(fields[12])

        def is_ours(process):
            return process == self.process.pid or process in parents and is_ours(parents[process])

        return sum(taken for process, taken in times.items() if is_ours(process)) / os.sysconf("SC_CLK_TCK")


class Client:
    """One connection that stays open."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def get(self, path):
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            sys.exit(f"bench-http: {path}: {response.status} {body.decode(errors='replace').strip()}")
        return response, body

    def json(self, path):
        return json.loads(self.get(path)[1])


class Content:
    def __init__(self, client, identifier):
        description = client.json(f"/tiles/{identifier}.json")
        own = description["tilework"]
        self.id, self.max_level = identifier, description["maxzoom"]
        self.format, self.side = own["format"], own["tileSize"]
        self.width, self.height, self.deepest = own["width"], own["height"], own["deepestScale"]

    def grid(self, level):
        scale = self.deepest * 2.0 ** (level - self.max_level)
        count = lambda length: max(1, -(-int(length * scale + 0.999999) // self.side))
        return count(self.width), count(self.height)

    def path(self, level, column, row):
        return f"/tiles/{self.id}/{level}/{column}/{row}.{self.format}"

    def busiest_level(self, limit=256):
        """The deepest with so many tiles at most."""
        level = self.max_level
        while level > 0 and self.grid(level)[0] * self.grid(level)[1] > limit:
            level -= 1
        return level

    def tiles(self, level):
        columns, rows = self.grid(level)
        return [(level, x, y) for x in range(columns) for y in range(rows)]


class Served:
    """Files served by Tilework for the time of the block."""

    def __init__(self, tilework, *files, cores=SERVER_CORE):
        self.port = free_port()
        command = [tilework, "serve", *files, "--port", self.port]
        self.process = Process(command, self.port, "/healthz", cores)

    def __enter__(self):
        self.process.__enter__()
        self.client = Client(self.port)
        # Files are opened while the server runs.
        while (listing := self.client.json("/contents.json"))["opening"] > 0:
            time.sleep(0.02)
        self.contents = [Content(self.client, item["id"]) for item in listing["contents"]]
        return self

    def __exit__(self, *exception):
        self.process.__exit__(*exception)

    @property
    def memory(self):
        """In MB."""
        status = pathlib.Path(f"/proc/{self.process.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def certificate(folder):
    """A certificate of this machine's, and its key, in a folder."""
    files = [str(pathlib.Path(folder, f"server.{kind}")) for kind in ("crt", "key")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
        check=True, capture_output=True)
    os.chmod(files[1], 0o644)
    return files


def nginx(folder, server, path, upstream="", secure=False):
    """nginx with one worker and no log. `server` is what its server block has."""
    port = free_port()
    listen = f"ssl http2; ssl_certificate {folder}/server.crt; ssl_certificate_key {folder}/server.key" if secure \
        else "backlog=1024"
    configuration = pathlib.Path(folder, f"nginx-{port}.conf")
    configuration.write_text(f"""
worker_processes 1;
daemon off;
pid {folder}/nginx-{port}.pid;
error_log stderr crit;
events {{ worker_connections 256; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    open_file_cache max=1000;
    types {{ image/png png; image/webp webp; image/jpeg jpg; }}
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    {upstream}
    server {{ listen 127.0.0.1:{port} {listen}; {server} }}
}}
""")
    os.chmod(folder, 0o755)
    return Process(["nginx", "-c", configuration], port, path, secure=secure)


def nginx_of_files(folder, path, secure=False):
    """What `write_files` wrote, by nginx."""
    return nginx(folder, f"root {folder}/files;", path, secure=secure)


def write_files(client, paths, folder):
    """Writes what is at those paths as files; their mean size."""
    total = 0
    for path in paths:
        file = pathlib.Path(folder, "files" + path)
        file.parent.mkdir(parents=True, exist_ok=True)
        body = client.get(path)[1]
        file.write_bytes(body)
        total += len(body)
    return total / len(paths)
