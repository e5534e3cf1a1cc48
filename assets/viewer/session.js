import { pause } from "./retry.js";
import { unguessable } from "./unguessable.js";

/**
 * The viewer's connection to the server: sends what is shown and where it is heading, and receives which tiles have a
 * better version or changed. Everything works without it, with plain tiles only. It is opened, and reopened, in the
 * background.
 *
 * The protocol is docs/sessions.md.
 */
export class Session {
    /** Milliseconds between two messages while the picture moves: ten a second. */
    static interval = 100;
    /**
     * The time between two tries while the server runs but accepts no session. A lost server is polled by `Connection`.
     */
    static schedule = { first: 1000, longest: 60_000 };

    /**
     * `base` is the URL of the content's description. The listener has these functions:
     * - `onOpen`: receives whether changes may have been missed; whether the session is recorded, and expects calls of
     *   `record`; whether the content handles touches, and expects `touch` and `type`; whether it is a screen as large
     *   as the window, and expects `resize`; and whether it is readable, and expects `read` and `act`.
     * - `onTouched`: which touches the content uses.
     * - `onTyping`: the editable text.
     * - `onElements`: the accessible elements, after `read`.
     * - `onNotice`: an announcement.
     * - `onRefined`: tiles with a better version.
     * - `onChanged`: changed tiles, boxes in units of content, and the number of tiles that arrive without a request.
     * - `onDelivered`: such a tile with its file, or with null if it has to be requested.
     * - `onReplaced`: the content was replaced or withdrawn; receives its new name if it was renamed.
     * - `onLost`: the session is lost; nothing else follows until `onOpen`.
     */
    constructor({ base, content, format, ...listener }) {
        this.base = base;
        this.query = new URLSearchParams({ content, format, deliver: "tiles" });
        this.listener = listener;
        /** The identifier that requests for tiles carry while the session is open. */
        this.id = null;
        this.socket = null;
        this.tries = 0;
        this.opens = 0;
        this.latest = null;
        this.sent = null;
        this.timer = null;
        this.counts = { tries: 0, sent: 0, refined: 0, changed: 0 };
    }

    get isOpen() {
        return this.id !== null;
    }

    // MARK: The socket

    open() {
        clearTimeout(this.retry);
        this.counts.tries += 1;
        const id = unguessable();
        const url = new URL(`../session/${id}?${this.query}`, this.base);
        url.protocol = url.protocol.replace("http", "ws");
        let socket;
        try {
            socket = new WebSocket(url);
        } catch {
            // The page is not allowed to open one; a retry does not help.
            return;
        }
        this.socket = socket;
        socket.binaryType = "arraybuffer";
        socket.addEventListener("message", (event) => this.hear(id, event.data));
        socket.addEventListener("close", () => this.lose(socket));
    }

    /** Whether it was open before. */
    get reopened() {
        return this.opens > 1;
    }

    /** The server is back, or may be. */
    retryNow() {
        if (this.socket) return;
        this.tries = 0;
        this.open();
    }

    /** Stops connecting until `retryNow`. */
    stop() {
        const { socket } = this;
        if (socket) this.lose(socket);
        socket?.close();
        clearTimeout(this.retry);
    }

    lose(socket) {
        if (socket !== this.socket) return;
        this.socket = null;
        clearTimeout(this.timer);
        this.timer = null;
        if (this.id !== null) {
            this.id = null;
            this.listener.onLost();
        }
        this.retry = setTimeout(() => this.open(), pause(this.tries, Session.schedule));
        this.tries += 1;
    }

    hear(id, text) {
        if (typeof text !== "string") {
            if (this.isOpen) this.listener.onDelivered(...delivered(text));
            return;
        }
        let message;
        try {
            message = JSON.parse(text);
        } catch {
            return;
        }
        if (message.type === "opened") {
            this.id = id;
            this.tries = 0;
            this.sent = null;
            this.opens += 1;
            const mayHaveMissed = this.reopened || message.generation !== 0;
            this.listener.onOpen(
                mayHaveMissed, message.records === true, message.touchable === true, message.resizable === true,
                message.readable === true);
            this.send();
        } else if (message.type === "refined") {
            this.counts.refined += 1;
            this.listener.onRefined(message.tiles.map(tileNamed));
        } else if (message.type === "touched") {
            this.listener.onTouched(message.fingers);
        } else if (message.type === "typing") {
            this.listener.onTyping(message);
        } else if (message.type === "elements") {
            this.listener.onElements(message);
        } else if (message.type === "notice") {
            this.listener.onNotice(message);
        } else if (message.type === "replaced") {
            this.listener.onReplaced(message.id ?? null);
        } else if (message.type === "changed") {
            this.counts.changed += 1;
            const boxes = message.rects.map(([x, y, width, height]) => (
                { minX: x, minY: y, maxX: x + width, maxY: y + height }));
            this.listener.onChanged(message.tiles.map(tileNamed), boxes, message.delivered ?? 0);
        }
    }

    /** Sends touches on a content that handles them: `[finger, phase, x, y]` of each. */
    touch(touches) {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "touch", touches }));
    }

    /** Sends edits of a content's text: docs/sessions.md lists them. */
    type(number, edits) {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "typing", number, edits }));
    }

    /** Requests reports of the content's accessible elements. */
    read() {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "read" }));
    }

    /** Sends an action on an element; `index` selects one of its custom actions. */
    act(element, action, index) {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "act", element, action, index }));
    }

    /** Sends the window's size to a content that has the same size. */
    resize({ width, height }) {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "screen", width, height }));
    }

    // MARK: What is shown

    /**
     * Must be called for each frame: the viewport, its velocity in points a second, and the viewport at rest if it is
     * known.
     */
    follow(viewport, velocity, landing, now) {
        this.latest = { viewport, velocity, landing, now };
        if (this.isOpen && this.timer === null) this.send();
    }

    /** Sends the newest viewport if it is new, and checks again after a while, which is how a rest is noticed. */
    send() {
        this.timer = null;
        if (!this.isOpen || !this.latest) return;
        // On a slow network, the newest viewport is sent after the previous one.
        if (this.socket.bufferedAmount === 0) {
            const message = this.message();
            const text = JSON.stringify(message);
            if (text === this.sent?.text) return;
            this.socket.send(text);
            this.counts.sent += 1;
            this.sent = { text, viewport: this.latest.viewport, now: this.latest.now };
        }
        this.timer = setTimeout(() => this.send(), Session.interval);
    }

    /** Sends input, in a session that is recorded. */
    record(input) {
        if (this.isOpen) this.socket.send(JSON.stringify({ type: "input", ...input }));
    }

    message() {
        const { viewport, velocity, landing, now } = this.latest;
        const { minX, minY, maxX, maxY } = viewport.box();
        const message = {
            type: "viewport", x: minX, y: minY, width: maxX - minX, height: maxY - minY, scale: viewport.pixelScale,
        };
        const before = this.sent?.viewport;
        let x = velocity.x / viewport.scale;
        let y = velocity.y / viewport.scale;
        if (x === 0 && y === 0 && before && now > this.sent.now) {
            // A wheel moves the picture without saying how fast.
            const seconds = Math.max(0.02, (now - this.sent.now) / 1000);
            x = (viewport.centerX - before.centerX) / seconds;
            y = (viewport.centerY - before.centerY) / seconds;
        }
        if (x !== 0 || y !== 0) Object.assign(message, { velocityX: x, velocityY: y });
        if (landing) {
            const end = landing.box();
            message.landing = { x: end.minX, y: end.minY, width: end.maxX - end.minX, height: end.maxY - end.minY };
        }
        if ((before && before.scale !== viewport.scale) || (landing && landing.scale !== viewport.scale)) {
            message.zooming = true;
        }
        return message;
    }
}

/** The tile that a binary message brings, and its file: the length of its name in a byte, the name, the file. */
function delivered(buffer) {
    const bytes = new Uint8Array(buffer);
    const start = 1 + (bytes[0] ?? 0);
    const file = bytes.subarray(start);
    return [tileNamed(String.fromCharCode(...bytes.subarray(1, start))), file.length > 0 ? new Blob([file]) : null];
}

/** The tile that a message calls `3/2/1`, or `3/2/1@2x`: that one is of the level below the last. */
export function tileNamed(name) {
    const [place, doubled] = name.split("@");
    const [level, column, row] = place.split("/").map(Number);
    return { level: level + (doubled ? 1 : 0), column, row, key: `${level + (doubled ? 1 : 0)}/${column}/${row}` };
}
