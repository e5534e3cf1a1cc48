/**
 * Turns pointers, wheels and taps on an element into gestures: drag, flick, pinch, double tap, zoom, pan.
 *
 * Positions are in points from the element's top left corner. Velocities are the finger's, in points a second, measured
 * over the last 100 ms as UIKit does.
 *
 * A wheel is a mouse's or a trackpad's. A mouse's wheel zooms about the pointer, since a mouse has no other gesture for
 * that; two fingers on a trackpad scroll; a pinch on it, which browsers report as a wheel with Ctrl, zooms. Shift makes
 * a mouse's wheel scroll sideways.
 *
 * `finger` receives each raw touch before the gesture.
 *
 * A content that handles touches gets them first (`touches`, see touches.js). Touches that the content uses move
 * nothing here; the effect of the others is applied once that is known.
 */
export class Gestures {
    /** The movement of a finger that is still a tap; a mouse is steadier. */
    static touchSlop = 10;
    static mouseSlop = 3;
    /** The maximum duration of a tap, and of the pause before the second tap of a double tap. */
    static tapTime = 300;
    /** The maximum distance between the two taps. */
    static tapDistance = 32;
    static velocityTime = 100;
    /** Wheel events closer together than this are one stroke, from one device. */
    static strokeTime = 250;
    /** The zoom of one notch of a mouse's wheel: three double the scale. */
    static notchZoom = 2 ** (1 / 3);
    /** Pixels of scrolling in a line, for browsers that count wheels in lines. */
    static linePixels = 16;

    constructor(element, handlers) {
        this.element = element;
        this.handlers = handlers;
        this.pointers = new Map();
        this.samples = [];
        this.dragging = false;
        this.lastTap = null;
        this.stroke = { time: -Infinity, isMouse: false };
        /** The receiver of touches before the gestures, or null: `touches`. */
        this.touches = null;
        /** The owner of the current touches: `picture`, `content`, or `asked` while that is not known. */
        this.owner = "picture";
        /** Completes the picture's gesture when the touches were lifted before their owner was known. */
        this.lifted = null;
        element.addEventListener("pointerdown", (event) => this.down(event));
        element.addEventListener("pointermove", (event) => this.move(event));
        element.addEventListener("pointerup", (event) => this.up(event, true));
        element.addEventListener("pointercancel", (event) => this.up(event, false));
        element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        // Safari's own pinch events would zoom the page as well.
        element.addEventListener("gesturestart", (event) => event.preventDefault());
    }

    get isActive() {
        return this.pointers.size > 0;
    }

    point(event) {
        const box = this.element.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    /** The distance that the pointer may move before a drag begins. */
    slop(event) {
        return event.pointerType === "mouse" ? Gestures.mouseSlop : Gestures.touchSlop;
    }

    finger(phase, event) {
        this.handlers.finger(phase, event.pointerId, this.point(event), event.timeStamp, this.slop(event));
    }

    down(event) {
        if (event.pointerType === "mouse" && event.button !== 0) return;
        if (this.pointers.size >= 2) return;
        // A pointer that a script made, or that no longer exists, can't be captured; the gesture works without capture.
        if (event.isTrusted) this.element.setPointerCapture(event.pointerId);
        const point = this.point(event);
        this.pointers.set(event.pointerId, point);
        this.finger("began", event);
        this.handlers.press();
        this.lifted = null;
        if (this.pointers.size === 1) {
            this.owner = this.touches ? "asked" : "picture";
            this.start = { ...point, time: event.timeStamp, type: event.pointerType, alone: true };
            this.samples = [{ ...point, time: event.timeStamp, isDown: true }];
            this.touches?.began(event.pointerId, point);
        } else if (this.owner === "content") {
            this.touches?.began(event.pointerId, point);
        } else {
            this.release();
            if (this.dragging) this.endDrag({ x: 0, y: 0 });
            this.start.alone = false;
            this.span = this.measure();
        }
    }

    move(event) {
        const last = this.pointers.get(event.pointerId);
        if (!last) return;
        const point = this.point(event);
        this.pointers.set(event.pointerId, point);
        this.finger("moved", event);
        if (this.owner !== "picture") {
            this.touches?.moved(event.pointerId, point);
            return;
        }
        if (this.pointers.size === 2) {
            this.pinch();
            return;
        }
        this.samples.push({ ...point, time: event.timeStamp });
        if (!this.dragging) {
            // A finger that remains after a pinch is not a tap.
            const slop = this.start.alone ? this.slop(event) : 0;
            const moved = Math.hypot(point.x - this.start.x, point.y - this.start.y);
            if (moved < slop) return;
            this.dragging = true;
            this.element.dataset.dragging = "";
            this.handlers.dragStart();
            // The slop is not compensated, as the content would jump; movement beyond it belongs to the drag.
            const part = moved > 0 ? slop / moved : 0;
            this.dragged = {
                x: this.start.x + (point.x - this.start.x) * part, y: this.start.y + (point.y - this.start.y) * part,
            };
        }
        this.handlers.drag(point.x - this.dragged.x, point.y - this.dragged.y, this.velocity(event.timeStamp));
        this.dragged = point;
    }

    up(event, released) {
        if (!this.pointers.has(event.pointerId)) return;
        this.finger(released ? "ended" : "cancelled", event);
        if (this.owner !== "picture") {
            this.pointers.delete(event.pointerId);
            const isAsked = this.owner === "asked";
            const point = this.point(event);
            if (isAsked && this.pointers.size === 0) this.lifted = () => this.finish(point, event, released);
            this.touches?.ended(event.pointerId, released ? "ended" : "cancelled", point);
            if (this.pointers.size === 0 && !isAsked) this.handlers.lift();
            return;
        }
        const pinched = this.pointers.size === 2;
        this.pointers.delete(event.pointerId);
        if (pinched) {
            // The remaining finger continues to drag from its position.
            const [rest] = this.pointers.values();
            this.handlers.pinchEnd(false);
            this.start = { ...this.start, ...rest };
            this.samples = [{ ...rest, time: event.timeStamp }];
            this.dragging = false;
            return;
        }
        this.finish(this.point(event), event, released);
    }

    /** Ends the gesture after the last touch of the picture. */
    finish(point, event, released) {
        if (this.dragging) {
            this.endDrag(released ? this.velocity(event.timeStamp) : { x: 0, y: 0 });
        } else if (released && this.start.alone && event.timeStamp - this.start.time < Gestures.tapTime) {
            this.tap(point, event);
        } else {
            this.handlers.pinchEnd(true);
        }
        this.handlers.lift();
    }

    /** The content has reported whether it uses a touch. */
    hear(isUsed) {
        if (this.owner !== "asked") return;
        this.owner = isUsed ? "content" : "picture";
        const { lifted } = this;
        this.lifted = null;
        if (!lifted) return;
        if (isUsed) this.handlers.lift();
        else lifted();
    }

    /** Gives the current touches to the picture. */
    release() {
        if (this.owner !== "asked") return;
        this.owner = "picture";
        for (const pointer of this.pointers.keys()) this.touches?.ended(pointer, "cancelled");
    }

    endDrag(velocity) {
        this.dragging = false;
        delete this.element.dataset.dragging;
        this.handlers.dragEnd(velocity);
    }

    tap(point, event) {
        const last = this.lastTap;
        const isSecond = last
            && event.timeStamp - last.time < Gestures.tapTime
            && Math.hypot(point.x - last.x, point.y - last.y) < Gestures.tapDistance;
        this.lastTap = isSecond ? null : { ...point, time: event.timeStamp };
        this.handlers.pinchEnd(true);
        if (isSecond) this.handlers.doubleTap(point.x, point.y, event.shiftKey);
        // A movement that a tap started is not zoomed by the next tap.
        else if (this.handlers.tap(point.x, point.y, event.ctrlKey || event.metaKey)) this.lastTap = null;
    }

    /** The speed of the finger's moves in the last 100 ms; zero if it has been still for that long. */
    velocity(now) {
        const last = this.samples[this.samples.length - 1];
        if (!last || now - last.time >= Gestures.velocityTime) return { x: 0, y: 0 };
        const recent = this.samples.filter((sample) => last.time - sample.time <= Gestures.velocityTime);
        this.samples = recent;
        if (recent.length < 2) return { x: 0, y: 0 };
        // The finger may have rested where it came down.
        const first = recent.length > 2 && recent[0].isDown ? recent[1] : recent[0];
        const time = (last.time - first.time) / 1000;
        if (time <= 0) return { x: 0, y: 0 };
        return { x: (last.x - first.x) / time, y: (last.y - first.y) / time };
    }

    measure() {
        const [one, other] = this.pointers.values();
        return {
            x: (one.x + other.x) / 2,
            y: (one.y + other.y) / 2,
            distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
        };
    }

    pinch() {
        const before = this.span;
        const after = this.measure();
        this.span = after;
        this.handlers.pinch(
            after.distance / before.distance, after.x, after.y, after.x - before.x, after.y - before.y);
    }

    wheel(event) {
        event.preventDefault();
        // Wheels count in pixels, lines or pages.
        const unit = [1, Gestures.linePixels, this.element.clientHeight][event.deltaMode] ?? 1;
        const deltaX = event.deltaX * unit;
        const deltaY = event.deltaY * unit;
        const { x, y } = this.point(event);
        if (event.timeStamp - this.stroke.time > Gestures.strokeTime) {
            this.stroke.isMouse = Gestures.isMouseWheel(event);
        }
        this.stroke.time = event.timeStamp;
        const notches = Math.max(-3, Math.min(3, deltaY / 100));
        if (event.ctrlKey || event.metaKey) {
            // A pinch comes in small steps and must follow the fingers; a mouse's notch is eased.
            if (Math.abs(deltaY) < 50) this.handlers.zoom(Math.exp(-deltaY / 100), x, y);
            else this.handlers.zoomTo(Gestures.notchZoom ** -notches, x, y);
        } else if (this.stroke.isMouse && event.shiftKey) {
            this.handlers.pan(deltaX || deltaY, 0);
        } else if (this.stroke.isMouse) {
            this.handlers.zoomTo(Gestures.notchZoom ** -notches, x, y);
        } else {
            this.handlers.pan(deltaX, deltaY);
        }
    }

    /**
     * Whether the wheel event is a mouse's. Browsers don't say; a mouse's wheel turns in notches: whole lines, or steps
     * of many pixels in one direction only, while a trackpad begins with small ones.
     */
    static isMouseWheel(event) {
        if (event.deltaMode !== 0) return true;
        const across = event.shiftKey ? 0 : event.deltaX;
        const along = Math.abs(event.deltaY || event.deltaX);
        return across === 0 && along >= 50;
    }
}
