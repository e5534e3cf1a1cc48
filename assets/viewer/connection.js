import { pause } from "./retry.js";

/**
 * Tracks whether the server answers. It is asked after another request remained unanswered and, once the server is
 * lost, until it is back.
 *
 * A client that receives `onLost` requests nothing until `onBack`. One small request finds a returning server soon,
 * while every tile on its own would fail.
 */
export class Connection {
    /** The time between two requests: a page is complete within 5 s of the server's return, including its tiles. */
    static schedule = { first: 500, longest: 3000 };
    /** The timeout of a request: a server behind a dead line does not even refuse. */
    static patience = 4000;

    /** `url` is an address that a running server answers at once. */
    constructor({ url, onLost, onBack }) {
        this.url = url;
        this.onLost = onLost;
        this.onBack = onBack;
        this.isLost = false;
        this.isAsking = false;
        this.tries = 0;
        this.timer = null;
    }

    /** A request remained unanswered: asks soon. */
    suspect() {
        if (this.timer !== null || this.isAsking) return;
        this.timer = setTimeout(() => this.ask(), pause(this.tries, Connection.schedule));
    }

    /** Asks now, because the server may be back. */
    check() {
        this.tries = 0;
        if (!this.isAsking) this.ask();
    }

    async ask() {
        clearTimeout(this.timer);
        this.timer = null;
        this.isAsking = true;
        const isThere = await this.isAnswered();
        this.isAsking = false;
        if (isThere) {
            this.tries = 0;
            if (!this.isLost) return;
            this.isLost = false;
            this.onBack();
            return;
        }
        this.tries += 1;
        const isNew = !this.isLost;
        this.isLost = true;
        this.suspect();
        if (isNew) this.onLost();
    }

    async isAnswered() {
        const controller = new AbortController();
        const limit = setTimeout(() => controller.abort(), Connection.patience);
        try {
            const { status } = await fetch(this.url, { cache: "no-store", signal: controller.signal });
            return status < 500;
        } catch {
            return false;
        } finally {
            clearTimeout(limit);
        }
    }
}
