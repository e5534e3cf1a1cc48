import { decode } from "./bitmap.js";
import { Connection } from "./connection.js";
import { baseLevel } from "./demand.js";
import { Preparation } from "./preparation.js";
import { RequestQueue } from "./request-queue.js";
import { sentenceOf } from "./retry.js";
import { Session } from "./session.js";
import { TileStore } from "./tile-store.js";

/** The source of tiles: the store, the queue that fills it, and the server's notices about outdated tiles. */
export class Supply {
    /**
     * `description` is the content's TileJSON and `url` its address. The listener has these functions:
     * - `onChange`: there is something new to draw.
     * - `onOpen`: the session is open; receives whether it is recorded, whether the content handles touches, whether it
     *   is a screen as large as the window, and whether it is readable for screen readers.
     * - `onTouched`: which touches the content uses.
     * - `onTyping`: the editable text.
     * - `onElements`: the accessible elements.
     * - `onNotice`: an announcement.
     * - `onClose`: the session is over.
     * - `onLost`, `onBack`: the server is lost, or back.
     * - `onReplaced`: the content was replaced, removed or refused; receives the new description, or null with the
     *   server's sentence about the refusal, if there is one.
     * - `onRenamed`: the same content has another name.
     * - `onDamage`: the server found damage in the file, or the file was repaired; receives the server's sentence, if
     *   any.
     */
    constructor(pyramid, description, url, listener) {
        const { onChange, onOpen, onClose, onLost, onBack, onReplaced, onRenamed, onDamage } = listener;
        const { onTouched, onTyping, onElements, onNotice } = listener;
        this.pyramid = pyramid;
        this.url = url;
        this.description = description;
        this.onChange = onChange;
        this.onReplaced = onReplaced;
        this.onDamage = onDamage;
        const base = baseLevel(pyramid);
        this.store = new TileStore(TileStore.defaultByteLimit, (tile) => tile.level <= base);
        this.preparation = new Preparation((keys) => {
            for (const key of keys) this.store.outdate(key);
            onChange();
        });
        this.connection = new Connection({
            url: new URL("../healthz", url),
            onLost: () => {
                this.queue.stop();
                this.session.stop();
                onLost();
            },
            onBack: () => {
                if (this.isOver) return;
                this.queue.resume();
                this.session.retryNow();
                this.verify();
                onBack();
            },
        });
        this.queue = new RequestQueue({
            url: (tile) => pyramid.url(tile),
            decode: (blob, tile) => decode(blob, pyramid, tile, { colorSpaceConversion: "none" }),
            has: (key) => this.store.isCurrent(key),
            stands: (key) => this.store.has(key),
            session: () => this.session.id,
            onTile: (tile, bitmap, { isDraft, isOutdated, progress }) => {
                this.store.insert(tile, bitmap, performance.now(), isDraft);
                this.preparation.noteTile(tile.key, progress);
                if (progress !== null && !isOutdated) return;
                // The session may have ended in the meantime: no message will say when the tile is refined.
                if (isOutdated || (isDraft && !this.session.isOpen)) this.store.outdate(tile.key);
            },
            onUnanswered: () => this.connection.suspect(),
            onChange,
        });
        const { id, format } = description.tilework;
        this.session = new Session({
            base: url, content: id, format,
            onOpen: (mayHaveMissed, isRecorded, ...can) => {
                if (this.session.reopened) {
                    this.queue.retryNow();
                    this.verify();
                }
                if (mayHaveMissed) this.outdate(() => true);
                onOpen(isRecorded, ...can);
            },
            onTouched,
            onTyping,
            onElements,
            onNotice,
            onReplaced: (name) => (name === null ? this.verify({ isReplaced: true }) : onRenamed(name)),
            onRefined: (tiles) => {
                for (const { key } of tiles) {
                    this.queue.outdate(key, false);
                    if (!this.store.isFinal(key)) this.store.outdate(key);
                }
                // Now and not in the next frame, which is up to a sixtieth of a second later.
                this.queue.fill();
                onChange();
            },
            onDelivered: ({ key }, file) => this.queue.deliver(key, file),
            onChanged: (tiles, boxes, delivered) => {
                // The server sends tiles as they are without a query.
                const sent = pyramid.query ? 0 : delivered;
                for (const { key } of tiles.slice(0, sent)) this.queue.expect(key);
                const named = new Set(tiles.map(({ key }) => key));
                this.outdate((tile) => named.has(tile.key) || boxes.some((box) => pyramid.touches(tile, box)));
            },
            onLost: () => {
                this.queue.expectNothing();
                for (const key of this.store.keysOf(({ isDraft }) => isDraft)) this.store.outdate(key);
                this.connection.suspect();
                onClose();
                onChange();
            },
        });
    }

    /** The tiles for which `isMeant` is true have changed. They stay visible until the new ones arrive. */
    outdate(isMeant) {
        for (const [key, { tile }] of this.queue.inFlight) if (isMeant(tile)) this.queue.outdate(key, true);
        for (const key of this.store.keysOf(({ tile }) => isMeant(tile))) {
            this.store.outdate(key);
            this.queue.outdate(key, true);
        }
        this.queue.fill();
        this.onChange();
    }

    /**
     * Requests all tiles with another query, `?range=0:3000`. Requests with the old one are cancelled; its tiles stay
     * visible until the new ones arrive.
     */
    requestWith(query) {
        this.pyramid.query = query;
        for (const key of this.store.keysOf(() => true)) this.store.outdate(key);
        this.queue.restart();
        this.onChange();
    }

    /** Retries failed requests: the network may be back, or the page became visible. */
    retryNow() {
        if (this.isOver) return;
        if (this.connection.isLost) {
            this.connection.check();
            return;
        }
        this.queue.retryNow();
        this.session.retryNow();
        this.onChange();
    }

    /** Stops all requests. */
    end() {
        this.isOver = true;
        this.queue.stop();
        this.session.stop();
    }

    /**
     * Asks what the server shows under the name, after it was restarted or the file was replaced. `isReplaced`: the
     * content of this session is no longer served; one with the same description may have replaced it.
     */
    async verify({ isReplaced = false } = {}) {
        if (this.isOver) return;
        if (this.isVerifying) {
            this.isReplaced ||= isReplaced;
            return;
        }
        this.isVerifying = true;
        this.isReplaced = isReplaced;
        try {
            const response = await fetch(this.url, { cache: "no-cache" });
            const isGone = response.status === 404;
            const description = response.ok ? await response.json() : null;
            const isRefused = isGone && response.headers.get("Tilework-Problem") === "unshowable";
            if (isGone || (description && !isSame(description, this.description))) {
                this.onReplaced(description, isRefused ? await sentenceOf(response) : undefined);
            } else if (description && description.tilework.damage !== this.description.tilework.damage) {
                this.description = description;
                this.onDamage(description.tilework.damage);
            } else if (this.isReplaced) {
                this.session.stop();
                this.session.retryNow();
                this.outdate(() => true);
            }
        } catch {
            // The server is lost again; the next connection asks.
        }
        this.isVerifying = false;
    }
}

/** Whether two descriptions are the same but for the damage that was found in the file. */
function isSame(first, second) {
    const [one, other] = [first, second].map((description) => {
        const { damage, ...own } = description.tilework;
        return JSON.stringify({ ...description, tilework: own });
    });
    return one === other;
}
