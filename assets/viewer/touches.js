/**
 * Sends touches to a content that handles them, and receives which of them it uses: a pressed button is not a drag of
 * the picture. Until that is known, a touch does neither.
 */
export class Touches {
    /** The timeout of an answer in milliseconds; then the touch belongs to the picture. */
    static patience = 400;
    /** Milliseconds between two messages of moves: a session takes 240 messages a second, of viewports too. */
    static interval = 16;

    /**
     * `send` receives a list of `[finger, phase, x, y]`, in units of content. `onAnswer` receives whether the content
     * uses a pointer's touch.
     */
    constructor(send, onAnswer) {
        this.send = send;
        this.onAnswer = onAnswer;
        /** The current touches by pointer; `isUsed` is null until it is known. */
        this.fingers = new Map();
        this.next = 0;
        this.moves = new Map();
        this.timer = null;
    }

    /** The touch of a pointer, or undefined. */
    began(pointer, { x, y }) {
        const number = this.next;
        // A number is reused long after its touch was lifted.
        this.next = (this.next + 1) % 1000;
        const finger = { number, x, y, isUsed: null };
        finger.timer = setTimeout(() => this.settle(pointer, finger, false), Touches.patience);
        this.fingers.set(pointer, finger);
        this.flush();
        this.send([[number, "began", x, y]]);
    }

    moved(pointer, { x, y }) {
        const finger = this.fingers.get(pointer);
        if (!finger) return;
        Object.assign(finger, { x, y });
        this.moves.set(finger.number, [finger.number, "moved", x, y]);
        this.timer ??= setTimeout(() => this.flush(), Touches.interval);
    }

    /** `phase` is `ended` or `cancelled`. */
    ended(pointer, phase, place) {
        const finger = this.fingers.get(pointer);
        if (!finger) return;
        const { x, y } = place ?? finger;
        this.flush();
        this.send([[finger.number, phase, x, y]]);
        finger.isLifted = true;
        // A touch that is lifted before the answer arrives still needs it.
        if (finger.isUsed !== null || phase === "cancelled") this.forget(pointer, finger);
    }

    /** The server's message: `[number, isUsed]` of each. */
    hear(answers) {
        for (const [number, isUsed] of answers) {
            for (const [pointer, finger] of this.fingers) {
                if (finger.number === number && finger.isUsed === null) this.settle(pointer, finger, isUsed);
            }
        }
    }

    /** The session is over. */
    end() {
        for (const [pointer, finger] of this.fingers) if (finger.isUsed === null) this.settle(pointer, finger, false);
        for (const finger of this.fingers.values()) clearTimeout(finger.timer);
        clearTimeout(this.timer);
        this.fingers.clear();
        this.moves.clear();
        this.send = () => {};
    }

    settle(pointer, finger, isUsed) {
        if (this.fingers.get(pointer) !== finger) return;
        clearTimeout(finger.timer);
        finger.isUsed = isUsed;
        if (!isUsed && !finger.isLifted) this.send([[finger.number, "cancelled", finger.x, finger.y]]);
        if (!isUsed || finger.isLifted) this.forget(pointer, finger);
        this.onAnswer(pointer, isUsed);
    }

    forget(pointer, finger) {
        clearTimeout(finger.timer);
        this.moves.delete(finger.number);
        if (this.fingers.get(pointer) === finger) this.fingers.delete(pointer);
    }

    flush() {
        clearTimeout(this.timer);
        this.timer = null;
        if (this.moves.size === 0) return;
        this.send([...this.moves.values()]);
        this.moves.clear();
    }
}
