/**
 * The decoded tiles, at most so many bytes of them; the one drawn longest ago goes first.
 *
 * Tiles drawn in the current frame and those pinned stay even when that is more than the limit.
 */
export class TileStore {
    constructor(byteLimit, isPinned = () => false) {
        this.byteLimit = byteLimit;
        this.isPinned = isPinned;
        this.bytes = 0;
        this.evicted = 0;
        this.frame = 0;
        // In order of use: a Map keeps the order of insertion, and use inserts anew.
        this.entries = new Map();
    }

    /** What this machine can spare for decoded tiles. */
    static get defaultByteLimit() {
        const gigabytes = navigator.deviceMemory ?? 4;
        return Math.min(384, Math.max(96, gigabytes * 48)) * 1024 * 1024;
    }

    get count() {
        return this.entries.size;
    }

    has(key) {
        return this.entries.has(key);
    }

    /** A new frame begins: nothing is in use yet. */
    beginFrame() {
        this.frame += 1;
    }

    /** The tile with this key, now in use; `undefined` when it is not there. */
    use(key) {
        const entry = this.entries.get(key);
        if (!entry) return undefined;
        if (entry.usedIn !== this.frame) {
            entry.usedIn = this.frame;
            this.entries.delete(key);
            this.entries.set(key, entry);
        }
        return entry;
    }

    /** Takes over a decoded picture; `now` is when it arrived. */
    insert(tile, bitmap, now) {
        this.remove(tile.key);
        const bytes = bitmap.width * bitmap.height * 4;
        this.entries.set(tile.key, { tile, bitmap, bytes, arrived: now, usedIn: this.frame });
        this.bytes += bytes;
        this.evict();
    }

    remove(key) {
        const entry = this.entries.get(key);
        if (!entry) return;
        this.entries.delete(key);
        this.bytes -= entry.bytes;
        entry.bitmap.close?.();
    }

    evict() {
        if (this.bytes <= this.byteLimit) return;
        for (const [key, entry] of this.entries) {
            if (this.bytes <= this.byteLimit) return;
            if (entry.usedIn === this.frame || this.isPinned(entry.tile)) continue;
            this.remove(key);
            this.evicted += 1;
        }
    }
}
