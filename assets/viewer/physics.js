/** The curves of UIScrollView, as functions of time. Pure; lengths in points, times in seconds. */

/** The share of a flick's speed that remains after a millisecond (UIScrollView's normal deceleration rate). */
export const decelerationRate = 0.998;
/** The speed at which a flick is over, in points a second. */
export const restSpeed = 10;
/** The stiffness of the rubber band. */
export const rubberBand = 0.55;
/** The spring that catches a flick at an edge: critically damped, in 1/s. */
export const catchFrequency = 10.9;
/** The share of a flick's speed that remains at an edge. */
export const thrownPart = 0.54;
/** The curve of a content that returns from beyond its edge: distance · (1 + slope · t) · e^(−rate · t). */
export const returnCurve = { slope: 3.5, rate: 10.82 };
/** A content released beyond an edge at less than this speed, in points a second, returns as if from rest. */
export const returnSpeed = 50;

/** A spring this close to its rest, in points, has arrived. */
export const nearness = 0.5;

const decay = 1000 * Math.log(decelerationRate);
/** The distance that a speed of one point a second covers until rest: the sum of the milliseconds' distances. */
const reach = decelerationRate / (1000 * (1 - decelerationRate));

/** The distance that a flick has covered after `time`. */
export function glideDistance(velocity, time) {
    return velocity * reach * (1 - Math.exp(decay * time));
}

export function glideVelocity(velocity, time) {
    return velocity * Math.exp(decay * time);
}

/** When a flick comes to rest; 0 when it is too slow to be one. */
export function glideDuration(speed) {
    return speed <= restSpeed ? 0 : Math.log(restSpeed / speed) / decay;
}

/** The time that a flick takes to cover `distance`; infinite if it never gets there. */
export function glideTime(velocity, distance) {
    const rest = 1 - distance / (velocity * reach);
    return rest > 0 ? Math.log(rest) / decay : Infinity;
}

/**
 * The visible distance beyond the edge of a content that is pulled `distance` beyond it, in a window of length
 * `length`.
 */
export function banded(distance, length) {
    const pulled = Math.abs(distance);
    return Math.sign(distance) * (1 - 1 / ((rubberBand * pulled) / length + 1)) * length;
}

/** The pull that shows a content `shown` beyond the edge: the inverse of `banded`. */
export function unbanded(shown, length) {
    const part = Math.min(Math.abs(shown) / length, 0.999);
    return (Math.sign(shown) * (1 / (1 - part) - 1) * length) / rubberBand;
}

/** An offset with the rubber band applied where it is out of `min…max`. */
export function bandedOffset(offset, { min, max }, length) {
    if (offset < min) return min + banded(offset - min, length);
    if (offset > max) return max + banded(offset - max, length);
    return offset;
}

/** The inverse of `bandedOffset`. */
export function unbandedOffset(offset, { min, max }, length) {
    if (offset < min) return min + unbanded(offset - min, length);
    if (offset > max) return max + unbanded(offset - max, length);
    return offset;
}

/** The spring that content comes back by: (distance + slope · t) · e^(−rate · t). */
function spring(distance, velocity) {
    const thrown = thrownPart * velocity;
    return Math.abs(velocity) < returnSpeed
        ? { slope: returnCurve.slope * distance + thrown, rate: returnCurve.rate }
        : { slope: catchFrequency * distance + thrown, rate: catchFrequency };
}

/** The position of a spring that was released `distance` from its rest at `velocity`. */
export function springPosition(distance, velocity, time) {
    const { slope, rate } = spring(distance, velocity);
    return (distance + slope * time) * Math.exp(-rate * time);
}

/** The time after which a spring stays at its rest, within `nearness`. */
export function springDuration(distance, velocity) {
    const { slope, rate } = spring(distance, velocity);
    // From 1 / rate on, the exponential outweighs the linear factor, so the bound decreases.
    const bound = (time) => (Math.abs(distance) + Math.abs(slope) * time) * Math.exp(-rate * time);
    let low = 1 / rate;
    if (bound(0) <= nearness && bound(low) <= nearness) return 0;
    let high = low + 1;
    while (bound(high) > nearness && high < 60) high *= 2;
    while (high - low > 1e-4) {
        const middle = (low + high) / 2;
        if (bound(middle) > nearness) low = middle;
        else high = middle;
    }
    return high;
}

/**
 * One axis of a flick: it decelerates, and a spring catches it at an edge. `at(time)` is the offset.
 *
 * `rest` is the end of the whole flick: both axes of a slanted one stop together.
 */
export class Glide {
    constructor({ offset, velocity, min, max, rest }) {
        this.offset = offset;
        this.velocity = velocity;
        this.rest = rest;
        this.caught = Infinity;
        this.duration = rest;
        const landing = offset + glideDistance(velocity, rest);
        const clamped = (place) => Math.min(Math.max(place, min), max);
        const beyond = offset - clamped(offset);
        if (beyond !== 0 && (beyond * velocity >= 0 || (landing - clamped(offset)) * beyond >= 0)) {
            this.#comeBack(clamped(offset), 0, beyond, velocity);
        } else if (landing !== clamped(landing)) {
            const reached = glideTime(velocity, clamped(landing) - offset);
            this.#comeBack(clamped(landing), reached, 0, glideVelocity(velocity, reached));
        }
    }

    /** Attaches a spring that brings the axis to `edge`, from `time` on. */
    #comeBack(edge, time, beyond, speed) {
        Object.assign(this, { edge, caught: time, beyond, speed });
        this.duration = time + springDuration(beyond, speed);
    }

    at(time) {
        if (time < this.caught) return this.offset + glideDistance(this.velocity, Math.min(time, this.rest));
        if (time >= this.duration) return this.edge;
        return this.edge + springPosition(this.beyond, this.speed, time - this.caught);
    }

    velocityAt(time) {
        if (time >= this.duration) return 0;
        if (time < this.caught) return time < this.rest ? glideVelocity(this.velocity, time) : 0;
        return (this.at(time + 0.001) - this.at(time)) / 0.001;
    }
}
