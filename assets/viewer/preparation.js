/**
 * What the server still prepares: tiles that stand in for those to come, and how far it is.
 *
 * A session is told when there is better; who has none, and whoever misses it, asks again after a while.
 */
export class Preparation {
    /** Every so many milliseconds, tiles that stand in are asked for again. */
    static patience = 2000;

    /** `onDue` is given the keys of tiles to be asked for again, and called when the last has come or is forgotten. */
    constructor(onDue) {
        this.onDue = onDue;
        /** From 0 to 1; null when nothing that is looked at is being prepared. */
        this.progress = null;
        /** By the key of a tile: how often it has been due since it came. */
        this.ages = new Map();
        this.timer = null;
    }

    /** A tile came; `progress` is null for one that is as it will stay. */
    noteTile(key, progress) {
        if (progress === null) {
            if (this.ages.delete(key) && this.ages.size === 0) this.end();
            return;
        }
        this.ages.set(key, 0);
        this.progress = Math.max(this.progress ?? 0, progress);
        this.timer ??= setTimeout(() => this.tick(), Preparation.patience);
    }

    tick() {
        this.timer = null;
        // One that was due and did not come again is no longer looked at.
        for (const [key, age] of this.ages) if (age > 1) this.ages.delete(key); else this.ages.set(key, age + 1);
        if (this.ages.size === 0) {
            this.end();
            this.onDue([]);
            return;
        }
        this.timer = setTimeout(() => this.tick(), Preparation.patience);
        this.onDue([...this.ages.keys()]);
    }

    end() {
        this.progress = null;
        clearTimeout(this.timer);
        this.timer = null;
    }
}
