"""An HTTP/2 client that a test controls, based on hyper-h2."""

import socket
import ssl

import h2.config
import h2.connection
import h2.events
import h2.settings


class Line:
    """A connection. Received data is kept by stream; windows open only when the test says so."""

    def __init__(self, url, certificate, settings=None, window=0):
        self.host, port = url.removeprefix("https://").split("/")[0].split(":")
        context = ssl.create_default_context(cafile=certificate)
        context.set_alpn_protocols(["h2"])
        self.line = context.wrap_socket(socket.create_connection((self.host, int(port)), 60), server_hostname=self.host)
        assert self.line.selected_alpn_protocol() == "h2"
        self.state = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.state.local_settings = h2.settings.Settings(
            client=True, initial_values={h2.settings.SettingCodes.ENABLE_PUSH: 0, **(settings or {})})
        self.state.initiate_connection()
        if window:
            self.state.increment_flow_control_window(window)
        self.heads, self.bodies, self.ended, self.resets, self.goodbye = {}, {}, set(), {}, None
        self.unopened = {}
        self.flush()

    def flush(self):
        self.line.sendall(self.state.data_to_send())

    def ask(self, path, method="GET", body=None, **headers):
        """Sends a request. Returns the stream's number."""
        stream = self.state.get_next_available_stream_id()
        fields = [(":method", method), (":scheme", "https"), (":authority", self.host), (":path", path)]
        self.state.send_headers(
            stream, fields + [(name.replace("_", "-"), value) for name, value in headers.items()], end_stream=body is None)
        if body is not None:
            self.state.send_data(stream, body, end_stream=True)
        self.flush()
        return stream

    def open(self, bytes, stream=None):
        self.state.increment_flow_control_window(bytes, stream)
        self.flush()

    def receive(self):
        """Reads once. Returns whether the connection is still open."""
        data = self.line.recv(1 << 16)
        for event in self.state.receive_data(data) if data else ():
            match event:
                case h2.events.ResponseReceived():
                    self.heads[event.stream_id] = dict(event.headers)
                case h2.events.DataReceived():
                    self.bodies[event.stream_id] = self.bodies.get(event.stream_id, b"") + event.data
                    self.unopened[event.stream_id] = self.unopened.get(event.stream_id, 0) + event.flow_controlled_length
                case h2.events.StreamEnded():
                    self.ended.add(event.stream_id)
                case h2.events.StreamReset():
                    self.resets[event.stream_id] = event.error_code
                case h2.events.ConnectionTerminated():
                    self.goodbye = event.error_code
        self.flush()
        return bool(data)

    def give_back(self):
        """Opens the windows by the received bytes, like a client that has read them."""
        for stream, count in self.unopened.items():
            self.state.acknowledge_received_data(count, stream)
        self.unopened = {}
        self.flush()

    def until(self, condition, gives_back=True):
        while not condition():
            assert self.receive(), "the connection ended"
            if gives_back:
                self.give_back()

    def answer(self, stream):
        self.until(lambda: stream in self.ended)
        return int(self.heads[stream][":status"]), self.bodies.get(stream, b"")

    def close(self):
        self.line.close()
