/** Lets so many through at a time, the first to come first; who gives up in the line leaves it. */
export class Gate {
    constructor(limit) {
        this.limit = limit;
        this.inside = 0;
        this.line = new Set();
    }

    /** Does the work when it is its turn. Throws the signal's reason if that comes first. */
    async pass(signal, work) {
        signal.throwIfAborted();
        if (this.inside < this.limit) this.inside += 1;
        else await this.turn(signal);
        try {
            return await work();
        } finally {
            this.leave();
        }
    }

    turn(signal) {
        return new Promise((resolve, reject) => {
            const giveUp = () => {
                this.line.delete(enter);
                reject(signal.reason);
            };
            const enter = () => {
                signal.removeEventListener("abort", giveUp);
                resolve();
            };
            signal.addEventListener("abort", giveUp, { once: true });
            this.line.add(enter);
        });
    }

    /** The place goes to the next in the line. */
    leave() {
        const [next] = this.line;
        if (!next) {
            this.inside -= 1;
            return;
        }
        this.line.delete(next);
        next();
    }
}
