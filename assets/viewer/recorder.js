/**
 * Tells a session that is recorded what is done here: fingers on the picture, and where the view stands when something
 * else has moved it. A replay gives the fingers to a scroll view, which moves by its own physics, and follows the rest.
 *
 * Times are in milliseconds of `performance.now()` and of events' time stamps.
 */
export class Recorder {
    /** Milliseconds between two messages of frames: a screen of 240 Hz would send more of them than a session takes. */
    static interval = 7;
    /** Points that a finger goes before it moves a scroll view, and that the view does not move. */
    static slop = 10;

    /** `send` takes an `input` message without its type. */
    constructor(send, viewport, now) {
        this.send = send;
        /** What fingers have done since the last message, and when the last of it was. */
        this.touches = [];
        this.time = now;
        /**
         * The fingers that are down, by their pointers: the number of each, where it began, and how far it is put
         * ahead.
         */
        this.fingers = new Map();
        /** Whether something else has moved the view since it was told where it stands. */
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
        // The view may be moved by fingers from here on.
        this.place = null;
        if (phase === "ended" || phase === "cancelled") {
            this.fingers.delete(pointer);
            this.flush();
        }
    }

    /**
     * To be called for each frame: `isMoved` says whether something else than fingers has moved the view since the one
     * before. Returns whether there is more to tell, in a frame to come.
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

    /** Tells what fingers have done. */
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

/** No screen shows less of a point, and no browser tells less of a millisecond. */
function thousandth(number) {
    return Math.round(number * 1000) / 1000;
}
