/**
 * Reports input to a session that is recorded: touches on the picture, and the view's position when something else has
 * moved it. A replay sends the touches to a scroll view, which moves by its own physics, and follows the rest.
 *
 * Times are in milliseconds of `performance.now()` and of events' time stamps.
 */
export class Recorder {
    /** Milliseconds between two messages of frames: a screen of 240 Hz would send more of them than a session takes. */
    static interval = 7;
    /** The distance of a finger before it moves a scroll view, in points. The view does not move by it. */
    static slop = 10;

    /** `send` takes an `input` message without its type. */
    constructor(send, viewport, now) {
        this.send = send;
        /** The touches since the last message, and the time of the last one. */
        this.touches = [];
        this.time = now;
        /**
         * The fingers that are down, by their pointers: the number of each, where it began, and how far it is put
         * ahead.
         */
        this.fingers = new Map();
        /** Whether something else has moved the view since its position was reported. */
        this.hasMoved = false;
        this.sentAt = -Infinity;
        this.place = null;
        this.screen(viewport, now);
        this.show(viewport, now);
    }

    screen({ width, height, ratio }, now) {
        this.flush();
        this.put(now, { screen: [width, height, ratio] });
    }

    /**
     * A finger came down, moved, was lifted or taken away: `phase` is `began`, `moved`, `ended` or `cancelled`.
     *
     * A pointer that drags after a shorter way than a finger, `slop`, is told to be ahead by the difference from there
     * on: so the scroll view moves as far as the viewer did.
     */
    finger(phase, pointer, { x, y }, time, slop, viewport) {
        if (phase === "began") {
            if (this.fingers.size === 0) {
                this.flush();
                this.show(viewport, time);
            }
            const taken = [...this.fingers.values()].map(({ number }) => number);
            this.fingers.set(pointer, { number: taken.includes(0) ? 1 : 0, x, y, ahead: null });
        }
        const down = this.fingers.get(pointer);
        if (!down) return;
        const finger = down.number;
        const way = Math.hypot(x - down.x, y - down.y);
        if (!down.ahead && way > slop) {
            const part = (Recorder.slop - slop) / way;
            down.ahead = { x: (x - down.x) * part, y: (y - down.y) * part };
        }
        const place = { x: x + (down.ahead?.x ?? 0), y: y + (down.ahead?.y ?? 0) };
        // A frame shows the last place of a move; what else a finger does is told one by one.
        const before = this.touches.findIndex((touch) => touch[0] === finger);
        if (before >= 0 && phase === "moved" && this.touches[before][1] === "moved") this.touches.splice(before, 1);
        else if (before >= 0) this.flush();
        this.touches.push([finger, phase, thousandth(place.x), thousandth(place.y)]);
        this.time = time;
        // Touches may move the view from here on.
        this.place = null;
        if (phase === "ended" || phase === "cancelled") {
            this.fingers.delete(pointer);
            this.flush();
        }
    }

    /**
     * Must be called for each frame: `isMoved` says whether something other than touches has moved the view since the
     * previous one. Returns whether another frame has more to report.
     */
    frame(viewport, isMoved, now) {
        this.hasMoved ||= isMoved;
        if (!this.hasMoved && this.touches.length === 0) return false;
        if (now - this.sentAt < Recorder.interval) return true;
        this.sentAt = now;
        this.flush();
        if (this.hasMoved) this.show(viewport, now);
        this.hasMoved = false;
        return false;
    }

    /** Sends the recorded touches. */
    flush() {
        if (this.touches.length === 0) return;
        this.put(this.time, { touch: this.touches });
        this.touches = [];
    }

    show(viewport, now) {
        const { x, y } = viewport.offset;
        const place = [thousandth(x), thousandth(y), viewport.scale];
        if (this.place?.every((value, index) => value === place[index])) return;
        this.place = place;
        this.put(now, { show: place });
    }

    put(time, input) {
        this.send({ at: thousandth(time) / 1000, ...input });
    }
}

/** Rounds a number: no screen shows less of a point, and no browser reports less of a millisecond. */
function thousandth(number) {
    return Math.round(number * 1000) / 1000;
}
