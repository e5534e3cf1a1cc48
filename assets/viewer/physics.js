/**
 * How a scroll view moves: the curves of UIScrollView, as functions of time. Pure; lengths in points, times in seconds.
 */

/** What is left of a flick's speed after a millisecond (UIScrollView's normal deceleration rate). */
export const decelerationRate = 0.998;
/** The speed at which a flick is over, in points a second. */
export const restSpeed = 10;
/** How stiff the rubber band is. */
export const rubberBand = 0.55;
/** The spring that catches a flick at an edge: critically damped, in 1/s. */
export const catchFrequency = 10.9;
/** What an edge leaves of a flick's speed. */
export const thrownPart = 0.54;
/** How a content comes back that was let go beyond its edge: distance · (1 + slope · t) · e^(−rate · t). */
export const returnCurve = { slope: 3.5, rate: 10.82 };
/** Let go slower than this beyond an edge (points a second), a content returns as if from rest. */
export const returnSpeed = 50;

const decay = 1000 * Math.log(decelerationRate);

/** How far a flick has gone after `time`. */
export function glideDistance(velocity, time) {
    return (velocity / decay) * (Math.exp(decay * time) - 1);
}

export function glideVelocity(velocity, time) {
    return velocity * Math.exp(decay * time);
}

/** When a flick comes to rest; 0 when it is too slow to be one. */
export function glideDuration(speed) {
    return speed <= restSpeed ? 0 : Math.log(restSpeed / speed) / decay;
}

/** How long a flick takes to go `distance`; infinite when it does not get there. */
export function glideTime(velocity, distance) {
    const rest = 1 + (distance * decay) / velocity;
    return rest > 0 ? Math.log(rest) / decay : Infinity;
}

/** How far beyond the edge a content is shown that was pulled `distance` beyond it, in a window of length `length`. */
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

/** Where a spring is that was `distance` from its rest and moving at `velocity` when let go. */
export function springPosition(distance, velocity, time) {
    if (Math.abs(velocity) < returnSpeed) {
        const slope = returnCurve.slope * distance + thrownPart * velocity;
        return (distance + slope * time) * Math.exp(-returnCurve.rate * time);
    }
    const slope = thrownPart * velocity + catchFrequency * distance;
    return (distance + slope * time) * Math.exp(-catchFrequency * time);
}

/** When a spring is within half a point of its rest for good. */
export function springDuration(distance, velocity) {
    // Once its peak at 1/ω is past, the distance only falls; stepping finds the time without a special function.
    const resting = 0.5;
    let time = 1 / catchFrequency;
    while (time < 3) {
        const ahead = Math.abs(springPosition(distance, velocity, time));
        if (ahead < resting && Math.abs(springPosition(distance, velocity, time + 0.05)) < resting) return time;
        time += 1 / 120;
    }
    return time;
}

/**
 * One axis of a flick: it decelerates, and where it reaches an edge a spring catches it. `at(time)` is the offset.
 *
 * `rest` is when the flick as a whole is over: both axes of a slanted one stop together.
 */
export class Glide {
    constructor({ offset, velocity, min, max, rest }) {
        const outside = offset < min ? offset - min : offset > max ? offset - max : 0;
        this.offset = offset;
        this.velocity = velocity;
        if (outside !== 0) {
            this.edge = offset - outside;
            this.caught = 0;
            this.speed = velocity;
            this.beyond = outside;
        } else {
            const room = velocity > 0 ? max - offset : min - offset;
            const reached = velocity === 0 ? Infinity : glideTime(velocity, room);
            if (reached < rest) {
                this.edge = velocity > 0 ? max : min;
                this.caught = reached;
                this.speed = glideVelocity(velocity, reached);
                this.beyond = 0;
            } else {
                this.caught = Infinity;
            }
        }
        this.duration = this.caught === Infinity ? rest : this.caught + springDuration(this.beyond, this.speed);
        this.rest = rest;
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
