import { Priority } from "./demand.js";
import { isFromProxy, pause, retryAfter, sentenceOf } from "./retry.js";

/** The answers after which an outdated request is repeated. */
const REPEAT = Object.freeze({ always: Symbol("always"), afterDraft: Symbol("after a draft") });

/**
 * Fetches tiles in the order of the newest demand, a few at a time, and cancels those that the demand no longer names.
 *
 * Failed requests are retried after a pause that doubles, at most `attempts` times. Requests that a busy server
 * postpones are retried as often as it does so. Refused requests (4xx) are not retried. While the server is lost the
 * queue is stopped, which does not count as a failure. The browser decodes tiles off the main thread.
 */
export class RequestQueue {
    /** The maximum number of requests at a time: the number that browsers open to one host over HTTP/1.1. */
    static limit = 6;
    /** The maximum number of these for tiles that are not visible yet. */
    static aheadLimit = 3;
    /** After the last visible tile, invisible tiles that are only out of date wait this many milliseconds. */
    static calm = 100;
    static attempts = 5;
    static schedule = { first: 500, longest: 8000 };
    /** The longest pause that a busy server can request, in milliseconds; a longer one counts as a failure. */
    static busyTime = 10_000;
    /** The time without an answer, in milliseconds, after which a request counts as unanswered for now. */
    static patience = 12_000;

    /**
     * `has`: a tile is available, and no better one is known; `stands`: one is available, even if out of date.
     * `session` returns the identifier for requests of visible tiles, or null; requests with it may get drafts.
     * `onUnanswered` receives a request that no server has answered so far.
     */
    constructor({
        url, decode, has, stands = () => false, session = () => null, onTile, onUnanswered = () => {}, onChange,
    }) {
        this.url = url;
        this.decode = decode;
        this.has = has;
        this.stands = stands;
        this.session = session;
        this.onTile = onTile;
        this.onUnanswered = onUnanswered;
        this.isStopped = false;
        this.onChange = onChange;
        this.wanted = [];
        this.inFlight = new Map();
        this.failures = new Map();
        /** The tiles to be requested past the browser's cache. */
        this.changed = new Set();
        /** The tiles that the server is about to send. */
        this.expected = new Set();
        this.timer = null;
        this.lastVisible = -Infinity;
        /** The number of times that all tiles got other addresses. */
        this.generation = 0;
        this.counts = { requested: 0, brought: 0, received: 0, aborted: 0, failed: 0, drafts: 0, bytes: 0 };
    }

    /** Whether the tile is unavailable: refused, or failed too often. */
    hasGivenUp(key) {
        const failure = this.failures.get(key);
        return failure !== undefined && failure.isGivenUp;
    }

    /** Whether the tile failed at least once and is not available yet. */
    hasFailed(key) {
        return this.failures.has(key);
    }

    /** The server's sentence about an unavailable tile, or `undefined`. */
    reason(key) {
        const failure = this.failures.get(key);
        return failure?.isGivenUp ? failure.reason : undefined;
    }

    /** Sets the newest demand: `{ tile, priority }`, the most urgent first. */
    update(wanted) {
        this.wanted = wanted;
        const keys = new Set(wanted.map(({ tile }) => tile.key));
        for (const [key, request] of this.inFlight) {
            if (!keys.has(key)) this.abort(key, request);
        }
        for (const { tile, priority } of wanted) {
            const request = this.inFlight.get(tile.key);
            if (request) request.priority = priority;
        }
        this.fill();
    }

    /**
     * Marks a tile as outdated, wherever its last request is now. `isChanged`: any answer to a running request may be
     * too old; otherwise only a draft is.
     */
    outdate(key, isChanged) {
        const request = this.inFlight.get(key);
        if (request) request.again = isChanged ? REPEAT.always : (request.again ?? REPEAT.afterDraft);
        if (isChanged) {
            this.failures.delete(key);
            this.changed.add(key);
        }
    }

    /** The server sends the tile without a request: `deliver` reports it. */
    expect(key) {
        this.expected.add(key);
    }

    /** A tile's file has arrived, or the tile has to be requested (null). An unexpected file is dropped. */
    deliver(key, file) {
        this.expected.delete(key);
        this.inFlight.get(key)?.take?.(file);
    }

    /** Stops expecting tiles from the server. */
    expectNothing() {
        for (const key of [...this.expected]) this.deliver(key, null);
    }

    abort(key, request) {
        this.inFlight.delete(key);
        this.counts.aborted += 1;
        request.controller.abort();
        request.take?.(null);
    }

    /** Stops the queue while the server is lost. */
    stop() {
        this.isStopped = true;
        for (const [key, request] of this.inFlight) this.abort(key, request);
    }

    /** Resumes the queue. */
    resume() {
        this.isStopped = false;
        this.retryNow();
    }

    /** Retries failed requests at once. */
    retryNow() {
        this.failures.clear();
        this.fill();
    }

    /** All tiles have other addresses: drops the requests and failures of the old ones. */
    restart() {
        this.expected.clear();
        this.failures.clear();
        this.generation += 1;
        for (const [key, request] of this.inFlight) this.abort(key, request);
        this.fill();
    }

    fill() {
        if (this.isStopped) return;
        const now = performance.now();
        let next = Infinity;
        let [asked, ahead] = [this.askedCount, this.aheadCount];
        for (const { tile, priority } of this.wanted) {
            if (this.has(tile.key) || this.inFlight.has(tile.key)) continue;
            if (this.expected.has(tile.key)) {
                this.start(tile, priority);
                continue;
            }
            if (asked >= RequestQueue.limit) continue;
            const failure = this.failures.get(tile.key);
            if (failure && failure.retryAt > now) {
                next = Math.min(next, failure.retryAt);
                continue;
            }
            if (priority !== Priority.visible) {
                if (ahead >= RequestQueue.aheadLimit) continue;
                // Invisible tiles that are only out of date would compete with visible tiles and their painting.
                if (this.stands(tile.key)) {
                    if (this.inFlight.size > ahead) continue;
                    const calm = this.lastVisible + RequestQueue.calm;
                    if (calm > now) {
                        next = Math.min(next, calm);
                        continue;
                    }
                }
                ahead += 1;
            }
            asked += 1;
            this.start(tile, priority);
        }
        if (next < Infinity) this.wake(next - now);
    }

    /** The number of requests to the server; the other tiles arrive without one. */
    get askedCount() {
        let count = 0;
        for (const request of this.inFlight.values()) if (!request.take) count += 1;
        return count;
    }

    get aheadCount() {
        let count = 0;
        for (const request of this.inFlight.values()) if (request.priority !== Priority.visible) count += 1;
        return count;
    }

    wake(delay) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.fill();
            this.onChange();
        }, delay);
    }

    async start(tile, priority) {
        const request = {
            tile, controller: new AbortController(), priority, again: null, take: null, generation: this.generation,
        };
        this.inFlight.set(tile.key, request);
        try {
            const isExpected = this.expected.has(tile.key);
            const { blob, isDraft, progress } = await (isExpected ? this.brought(request) : this.fetched(request));
            const bitmap = await this.decode(blob, tile);
            // A request that was cancelled while its tile was decoded is no longer in flight, but has an old address.
            if (request.generation !== this.generation) {
                bitmap?.close?.();
                return;
            }
            this.failures.delete(tile.key);
            this.counts.received += 1;
            this.counts.bytes += blob.size;
            if (isDraft) this.counts.drafts += 1;
            if (request.priority === Priority.visible) this.lastVisible = performance.now();
            // Cancelled during decoding: the work is already done, so the tile is kept.
            const isOutdated = request.again === REPEAT.always || (request.again !== null && isDraft);
            this.onTile(tile, bitmap, { isDraft, isOutdated, progress: progress === null ? null : Number(progress) });
        } catch (error) {
            if (!request.controller.signal.aborted) this.fail(tile, error);
        }
        if (this.inFlight.get(tile.key) === request) this.inFlight.delete(tile.key);
        this.fill();
        this.onChange();
    }

    /** Waits for a tile that the server sends, or requests it if the server sends none. */
    async brought(request) {
        const blob = await this.answered(new Promise((resolve) => { request.take = resolve; }));
        request.take = null;
        if (!blob) return this.fetched(request);
        // A copy in the browser's cache may be older.
        this.changed.add(request.tile.key);
        this.counts.brought += 1;
        return { blob, isDraft: false, progress: null };
    }

    /** Fetches the server's answer. */
    async fetched({ tile, priority, controller: { signal } }) {
        signal.throwIfAborted();
        this.counts.requested += 1;
        const isVisible = priority === Priority.visible;
        const session = isVisible ? this.session() : null;
        const isChanged = this.changed.delete(tile.key);
        try {
            const response = await this.answered(fetch(this.url(tile), {
                headers: session ? { "Tile-Session": session } : {},
                cache: isChanged ? "no-cache" : "default",
                signal,
                priority: isVisible ? "high" : "low",
            }));
            if (!response.ok) throw new Refusal(response, await sentenceOf(response));
            return {
                isDraft: response.headers.get("Tile-Quality") === "draft",
                // The progress of the server's preparation, if the tile is a placeholder.
                progress: response.headers.get("Tile-Progress"),
                blob: await response.blob(),
            };
        } catch (error) {
            if (isChanged) this.changed.add(tile.key);
            throw error;
        }
    }

    /** Waits for an answer; if it takes long, reports the request as unanswered. */
    async answered(promise) {
        const limit = setTimeout(() => this.onUnanswered(), RequestQueue.patience);
        try {
            return await promise;
        } finally {
            clearTimeout(limit);
        }
    }

    fail(tile, error) {
        this.counts.failed += 1;
        const attempts = (this.failures.get(tile.key)?.attempts ?? 0) + 1;
        const refusal = error instanceof Refusal ? error : null;
        // fetch throws this if there was no answer, or an incomplete one.
        if (refusal ? isFromProxy(refusal.status) : error instanceof TypeError) this.onUnanswered();
        const asked = refusal?.pause ?? 0;
        const isBusy = refusal !== null && asked > 0 && asked <= RequestQueue.busyTime;
        const isGivenUp = !isBusy && (refusal?.isFinal || attempts >= RequestQueue.attempts || asked > 0);
        const wait = asked > 0 ? asked + pause(0, RequestQueue.schedule) : pause(attempts - 1, RequestQueue.schedule);
        const retryAt = isGivenUp && asked === 0 ? Infinity : performance.now() + wait;
        this.failures.set(tile.key, { attempts, isGivenUp, retryAt, reason: refusal?.sentence });
    }
}

/** An error for an answer of the server that is not a tile. */
class Refusal extends Error {
    /** `sentence` is the server's reason, if it gave one. */
    constructor(response, sentence) {
        super(`the server answered ${response.status}`);
        this.sentence = sentence;
        this.status = response.status;
        /** The pause that it requests, in milliseconds. */
        this.pause = retryAfter(response);
    }

    /** Whether a retry is useless: the client's fault, except for "too slow" and "too many". */
    get isFinal() {
        return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
    }
}
