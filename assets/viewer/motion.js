import { Glide, bandedOffset, glideDuration, unbandedOffset } from "./physics.js";

/**
 * A viewport that moves: under a finger, by a flick's momentum, or toward a target.
 *
 * This is the one viewport of the page. `step` computes its position at a time. Times are in milliseconds of
 * `performance.now()`, velocities in points a second of the content's offset.
 */
export class Motion {
    /** The speed of a chase: the remaining distance shrinks to 1/e in this many milliseconds. */
    static chaseTime = 75;
    /** The resistance of a pinch beyond the limits: the excess factor to this power. */
    static pinchGive = 0.35;

    constructor(viewport, limits) {
        this.viewport = viewport;
        this.limits = limits;
        this.reduced = false;
        /** The last flick: where it started, how fast, and where it will rest without edges. */
        this.lastFlick = null;
        this.state = { kind: "rest" };
        /** The number of moves that were not caused by touches or their momentum. */
        this.moves = 0;
    }

    get isMoving() {
        return this.state.kind === "glide" || this.state.kind === "chase";
    }

    get isHeld() {
        return this.state.kind === "drag" || this.state.kind === "pinch";
    }

    /** The viewport at rest, as far as it is known. */
    get destination() {
        return this.state.kind === "chase" ? this.state.target : this.viewport;
    }

    /** The resting place of the current movement, or null without one. */
    get landing() {
        const state = this.state;
        if (state.kind === "chase") return state.target;
        if (state.kind === "glide") {
            return this.viewport.withOffset(state.x.at(state.x.duration), state.y.at(state.y.duration));
        }
        return null;
    }

    /** The velocity of the offset, in points a second. */
    velocityAt(now) {
        const state = this.state;
        if (state.kind === "glide") {
            const time = (now - state.since) / 1000;
            return { x: state.x.velocityAt(time), y: state.y.velocityAt(time) };
        }
        if (state.kind === "drag") return state.velocity;
        return { x: 0, y: 0 };
    }

    /** Adapts to another window size or screen ratio; the center stays. */
    resize(viewport, limits) {
        this.limits = limits;
        this.jump(viewport);
    }

    /** Moves at once. */
    jump(viewport) {
        this.state = { kind: "rest" };
        this.viewport = this.limits.clamp(viewport);
        this.moves += 1;
    }

    /** Moves smoothly from the current position. A running chase gets the new target. */
    chase(viewport, now) {
        const target = this.limits.clamp(viewport);
        if (this.reduced) {
            this.jump(target);
            return;
        }
        this.state = { kind: "chase", target, last: this.state.kind === "chase" ? this.state.last : now };
    }

    // MARK: Under the finger

    /** A touch or the mouse's button went down: every movement stops. */
    hold() {
        if (this.isMoving) this.state = { kind: "rest" };
    }

    beginDrag() {
        const { x, y } = this.limits.offsets(this.viewport.scale);
        const offset = this.viewport.offset;
        this.state = {
            kind: "drag",
            // The offset to which the finger has pulled the content; the visible offset lags behind beyond an edge.
            pulled: {
                x: unbandedOffset(offset.x, x, this.viewport.width),
                y: unbandedOffset(offset.y, y, this.viewport.height),
            },
            velocity: { x: 0, y: 0 },
        };
    }

    /** The finger moved by this many points and has this velocity. */
    drag(deltaX, deltaY, velocity) {
        if (this.state.kind !== "drag") this.beginDrag();
        const { x, y } = this.limits.offsets(this.viewport.scale);
        const pulled = this.state.pulled;
        pulled.x -= deltaX;
        pulled.y -= deltaY;
        this.state.velocity = { x: -velocity.x, y: -velocity.y };
        this.viewport = this.viewport.withOffset(
            bandedOffset(pulled.x, x, this.viewport.width), bandedOffset(pulled.y, y, this.viewport.height));
    }

    /** The finger was lifted with this velocity (of the finger: the content's offset moves the other way). */
    release(velocity, now) {
        const { x, y } = this.limits.offsets(this.viewport.scale);
        const offset = this.viewport.offset;
        // A content that fits an axis does not glide along it.
        const speedX = x.min === x.max && offset.x === x.min ? 0 : -velocity.x;
        const speedY = y.min === y.max && offset.y === y.min ? 0 : -velocity.y;
        const rest = glideDuration(Math.hypot(speedX, speedY));
        const glide = (start, speed, range) => new Glide({
            offset: start, velocity: rest > 0 ? speed : 0, min: range.min, max: range.max, rest,
        });
        const state = {
            kind: "glide", since: now, x: glide(offset.x, speedX, x), y: glide(offset.y, speedY, y),
        };
        if (Math.max(state.x.duration, state.y.duration) <= 0) {
            this.state = { kind: "rest" };
            return;
        }
        this.lastFlick = { offset, velocity: { x: speedX, y: speedY } };
        if (this.reduced) {
            this.jump(this.viewport.withOffset(offset.x, offset.y));
            return;
        }
        this.state = state;
    }

    /** Two fingers moved: by a factor about a point of the window, which itself moved. */
    pinch(factor, x, y, deltaX, deltaY) {
        if (this.state.kind !== "pinch") this.state = { kind: "pinch", asked: this.viewport.scale };
        this.state.asked *= factor;
        const limit = this.limits.clampScale(this.state.asked);
        const scale = limit * (this.state.asked / limit) ** Motion.pinchGive;
        const moved = this.viewport.with({
            centerX: this.viewport.centerX - deltaX / this.viewport.scale,
            centerY: this.viewport.centerY - deltaY / this.viewport.scale,
        });
        this.viewport = moved.zoomed(scale, x, y);
        this.state.x = x;
        this.state.y = y;
    }

    /** The pinch ended: a scale or position beyond the limits returns. */
    endPinch(now) {
        if (this.state.kind !== "pinch") return;
        const { x, y } = this.state;
        this.state = { kind: "rest" };
        const inside = this.limits.clamp(this.viewport.zoomed(this.limits.clampScale(this.viewport.scale), x, y));
        if (close(inside, this.viewport)) return;
        this.chase(inside, now);
        this.state.isReturn = true;
    }

    /** Moves at once, as a trackpad does; stops at the edges. */
    pan(deltaX, deltaY) {
        const offset = this.viewport.offset;
        this.jump(this.viewport.withOffset(offset.x + deltaX, offset.y + deltaY));
    }

    /** Zooms at once by a factor about a point of the window. */
    zoom(factor, x, y) {
        this.jump(this.viewport.zoomed(this.limits.clampScale(this.viewport.scale * factor), x, y));
    }

    // MARK: Time

    /** Moves on to `now`. Returns whether the viewport changed. */
    step(now) {
        const before = this.viewport;
        const state = this.state;
        if (state.kind === "glide") {
            const time = Math.max(0, now - state.since) / 1000;
            const done = time >= state.x.duration && time >= state.y.duration;
            const { ratio } = this.viewport;
            const onPixel = (offset) => (done ? offset : Math.round(offset * ratio) / ratio);
            this.viewport = this.viewport.withOffset(onPixel(state.x.at(time)), onPixel(state.y.at(time)));
            if (done) this.state = { kind: "rest" };
        } else if (state.kind === "chase") {
            const part = 1 - Math.exp(-Math.max(0, now - state.last) / Motion.chaseTime);
            state.last = now;
            if (!state.isReturn) this.moves += 1;
            this.viewport = between(this.viewport, state.target, part);
            if (close(this.viewport, state.target)) {
                this.viewport = state.target;
                this.state = { kind: "rest" };
            }
        }
        return this.viewport !== before;
    }
}

/**
 * Part of the way from one viewport to another: the scale by equal factors, the centre so that the point that both show
 * at the same place stays there on the way.
 */
export function between(from, to, part) {
    const scale = from.scale * (to.scale / from.scale) ** part;
    const spread = 1 / to.scale - 1 / from.scale;
    const along = Math.abs(spread * from.scale) < 1e-6 ? part : (1 / scale - 1 / from.scale) / spread;
    return to.with({
        scale,
        centerX: from.centerX + (to.centerX - from.centerX) * along,
        centerY: from.centerY + (to.centerY - from.centerY) * along,
    });
}

/** Whether two viewports show the same to within half a pixel and a thousandth of the scale. */
function close(one, other) {
    return Math.abs(one.scale / other.scale - 1) < 0.001
        && Math.abs(one.centerX - other.centerX) * other.pixelScale < 0.5
        && Math.abs(one.centerY - other.centerY) * other.pixelScale < 0.5;
}
