import { Address } from "./address.js";
import { Announcer } from "./announcer.js";
import { Controls } from "./controls.js";
import { demand } from "./demand.js";
import { Finder } from "./finder.js";
import { Gestures } from "./gestures.js";
import { HUD } from "./hud.js";
import { listen } from "./keyboard.js";
import { Marks } from "./marks.js";
import { Minimap } from "./minimap.js";
import { Motion } from "./motion.js";
import { Notice } from "./notice.js";
import { PagedDocument } from "./document.js";
import { PageTurner, placeOn } from "./page-turner.js";
import { Painter } from "./painter.js";
import { Pyramid } from "./pyramid.js";
import { Recorder } from "./recorder.js";
import { Reader } from "./reader.js";
import { onHope } from "./retry.js";
import { Supply } from "./supply.js";
import { Touches } from "./touches.js";
import { Typist } from "./typist.js";
import { ValueRange } from "./value-range.js";
import { Limits, Viewport } from "./viewport.js";

const element = (id) => document.getElementById(id);

/** The viewer: connects the parts, and runs the one loop that moves, requests and draws, as long as it has work. */
export class App {
    /**
     * `description` is the content's TileJSON document, `url` its address. `onReplaced` is called with the description
     * of another content that the server now shows under that name, or with null when it shows none, and then with the
     * server's sentence if the content can't be shown.
     */
    constructor(description, url, onReplaced) {
        const own = description.tilework;
        this.pyramid = Pyramid.fromTileJSON(description, url);
        /** The panel that chooses the values that are shown; null for a content without a choice. */
        this.values = own.raster ? new ValueRange(own.raster, (_, isDragged) => this.showValues(isDragged)) : null;
        this.pyramid.query = this.values?.query ?? "";
        this.notice = new Notice(element("notice"), (words) => { element("status").textContent = words; });
        this.supply = new Supply(this.pyramid, description, url, {
            onChange: () => this.wake(),
            onOpen: (isRecorded, isTouchable, isResizable, isReadable) => {
                if (isRecorded) this.record();
                if (isTouchable) this.enableTouch();
                if (isResizable) this.enableScreen();
                if (isReadable) this.enableAccessibility();
            },
            onTouched: (fingers) => this.touches?.hear(fingers),
            onTyping: (state) => this.typist?.hear(state),
            onElements: (changes) => this.reader?.hear(changes),
            onNotice: (notice) => this.reader?.note(notice),
            onClose: () => {
                this.recorder = null;
                this.touches?.end();
                this.touches = this.gestures.touches = null;
                this.typist?.end();
                this.typist = null;
                this.reader?.end();
                this.reader = null;
            },
            onLost: () => this.notice.set("unreachable", true),
            onBack: () => this.notice.set("unreachable", false),
            onReplaced,
            onDamage: (sentence) => {
                this.damage = sentence;
                this.wake();
            },
            onRenamed: (name) => location.replace(
                new URL(
                    encodeURIComponent(name) + location.search + location.hash, location.href.replace(/[?#].*$/, ""))),
        });
        this.store = this.supply.store;
        this.queue = this.supply.queue;
        this.session = this.supply.session;
        this.painter = new Painter(element("canvas"), this.pyramid, this.store);
        this.minimap = new Minimap(element("minimap"), this.pyramid, this.store, {
            onHold: (isHeld) => this.gripMinimap(isHeld),
            onMove: (centerX, centerY, isFar) => this.moveTo({ centerX, centerY }, isFar),
        });
        const paper = own.background;
        if (paper && CSS.supports("color", paper)) this.painter.paper = this.minimap.paper = paper;
        this.hud = new HUD(element("hud"));
        this.address = new Address(this.pyramid, (position) => this.chase(position));
        /** Reports input to a session that is recorded. */
        this.recorder = null;
        /** Sends touches to a content that handles them. */
        this.touches = null;
        /** Types into the content. */
        this.typist = null;
        /** Makes the content readable for screen readers. */
        this.reader = null;
        this.isHeldByMinimap = false;
        this.moves = 0;
        this.scheduled = null;
        this.settledWaiters = [];
        this.isSettled = false;
        /** Whether visible tiles are missing or outdated. */
        this.isPending = false;
        this.isOver = false;
        this.title = own.title || description.name || "Untitled";
        /** The server's sentence about a damaged file whose other parts are shown. */
        this.damage = own.damage;
        this.paged = PagedDocument.of(own, url);
        this.marks = new Marks(element("marks"), (link, isElsewhere) => this.follow(link, isElsewhere));
    }

    start() {
        element("name").textContent = this.title;
        const { page = 1, count = 1 } = this.paged ?? {};
        document.title = `${this.title}${count > 1 ? `, page ${page}` : ""} – Tilework`;
        const size = this.measure();
        const limits = new Limits(this.pyramid, size);
        const start = new Viewport({ centerX: 0, centerY: 0, scale: limits.fitScale, ...size });
        this.motion = new Motion(limits.fit(start), limits);
        this.resize(size);
        this.motion.jump(limits.fit(this.motion.viewport).with(this.address.position ?? {}));
        this.announcer = new Announcer(element("status"), this.pyramid, this.motion.viewport);
        this.gestures = this.listenToGestures();
        this.listenToControls();
        this.listenToPage();
        element("picture").focus({ preventScroll: true });
        this.openDocument();
        this.session.open();
        this.wake();
    }

    /** Stops moving, requesting and drawing: the content is gone. */
    end() {
        this.isOver = true;
        cancelAnimationFrame(this.scheduled);
        this.supply.end();
    }

    // MARK: Documents of pages

    openDocument() {
        if (!this.paged) return;
        this.turner = new PageTurner(this.paged, () => {
            const { viewport, limits } = this.motion;
            return { viewport, showsAll: limits.showsAll(viewport) };
        });
        if (this.paged.hasText) {
            this.finder = new Finder(this.paged, {
                onMatches: (areas, current) => this.marks.setMatches(areas, current),
                onGo: ({ page, rect }) => {
                    if (page === this.paged.page) this.chase(placeOn(this.pyramid, this.motion.viewport, null, rect));
                    else this.turner.go(page, { rect });
                },
            });
        }
        // A page is also shown without its links.
        this.paged.links().then((links) => {
            this.marks.setLinks(links.map(({ rect, to }) => ({
                rect, to, href: to.href ?? this.paged.viewerOf(to.page), label: to.href ?? `Page ${to.page}`,
            })));
        }, () => {});
    }

    /** Follows a link, in this tab or another. */
    follow({ to, href }, isElsewhere) {
        if (to.href || isElsewhere) window.open(href, "_blank", "noopener,noreferrer");
        else if (to.page !== this.paged.page) this.turner.go(to.page, { top: to.top });
        else this.chase(placeOn(this.pyramid, this.motion.viewport, to.top, null));
    }

    tapped(x, y, isElsewhere) {
        const link = this.marks.linkAt(this.motion.viewport.contentAt(x, y));
        if (link) this.follow(link, isElsewhere);
        return link !== undefined;
    }

    // MARK: The window

    measure() {
        const box = element("picture").getBoundingClientRect();
        return { width: Math.max(1, box.width), height: Math.max(1, box.height), ratio: window.devicePixelRatio || 1 };
    }

    resize(size) {
        if (this.isOver) return;
        const { viewport, limits } = this.motion;
        const isScreen = this.pyramid.isScreen;
        if (isScreen) this.takeWindow(size);
        const showsAll = isScreen || limits.showsAll(viewport);
        const next = viewport.with(size);
        const newLimits = new Limits(this.pyramid, size);
        this.motion.resize(showsAll ? newLimits.fit(next) : next, newLimits);
        this.painter.resize(this.motion.viewport.pixelWidth, this.motion.viewport.pixelHeight);
        this.minimap.resize(this.motion.viewport);
        this.recorder?.screen(this.motion.viewport, performance.now());
        this.wake();
    }

    listenToPage() {
        const observer = new ResizeObserver(() => {
            const size = this.measure();
            const { width, height, ratio } = this.motion.viewport;
            if (size.width !== width || size.height !== height || size.ratio !== ratio) this.resize(size);
        });
        observer.observe(element("picture"));
        // A window moved to another screen, or a zoomed page, changes the ratio without a change of size.
        window.addEventListener("resize", () => this.resize(this.measure()));
        onHope(() => this.supply.retryNow());
        document.addEventListener("visibilitychange", () => this.wake());
        window.addEventListener("pagehide", () => {
            this.address.write();
            this.recorder?.flush();
        });
        const dark = window.matchMedia("(prefers-color-scheme: dark)");
        const still = window.matchMedia("(prefers-reduced-motion: reduce)");
        const adopt = () => {
            const style = getComputedStyle(document.documentElement);
            const color = (name) => style.getPropertyValue(name).trim();
            this.painter.colors = { page: color("--page"), edge: color("--edge"), failed: color("--faint") };
            this.minimap.colors = { shade: color("--shade"), frame: color("--accent") };
            this.painter.reduced = this.motion.reduced = still.matches;
            this.wake();
        };
        dark.addEventListener("change", adopt);
        still.addEventListener("change", adopt);
        adopt();
    }

    // MARK: What people do

    listenToGestures() {
        const motion = this.motion;
        const moved = () => this.moved();
        return new Gestures(element("picture"), {
            finger: (...touch) => this.recorder?.finger(...touch, motion.viewport),
            press: () => {
                motion.hold();
                moved();
            },
            lift: () => this.wake(),
            dragStart: () => motion.beginDrag(),
            drag: (deltaX, deltaY, velocity) => {
                motion.drag(deltaX, deltaY, velocity);
                moved();
            },
            dragEnd: (velocity) => {
                motion.release(velocity, performance.now());
                moved();
            },
            pinch: (factor, x, y, deltaX, deltaY) => {
                motion.pinch(factor, x, y, deltaX, deltaY);
                moved();
            },
            // A press that caught a content beyond its edge lets it return.
            pinchEnd: (isLast) => {
                motion.endPinch(performance.now());
                if (isLast && !motion.isMoving) motion.release({ x: 0, y: 0 }, performance.now());
                moved();
            },
            tap: (x, y, isElsewhere) => this.tapped(x, y, isElsewhere),
            doubleTap: (x, y, isOut) => this.zoom(isOut ? -1 : 1, x, y),
            zoomTo: (factor, x, y) => {
                const { limits, destination, viewport } = motion;
                const scale = limits.clampScale(destination.scale * factor);
                motion.chase(viewport.zoomed(scale, x, y), performance.now());
                moved();
            },
            zoom: (factor, x, y) => {
                motion.zoom(factor, x, y);
                moved();
            },
            pan: (deltaX, deltaY) => {
                motion.pan(deltaX, deltaY);
                moved();
            },
        });
    }

    listenToControls() {
        const actions = {
            move: (partX, partY) => {
                const to = this.motion.destination;
                const offset = to.offset;
                this.motion.chase(
                    to.withOffset(offset.x + partX * to.width, offset.y + partY * to.height), performance.now());
                this.moved();
            },
            zoom: (steps) => this.zoom(steps),
            fit: () => this.chase(this.motion.limits.fit(this.motion.viewport)),
            actualSize: () => this.chase({ ...centerOf(this.motion.destination), scale: 1 }),
            minimap: () => {
                this.minimap.isOn = !this.minimap.isOn;
                this.wake();
            },
            hud: () => {
                this.hud.toggle();
                this.wake();
            },
            fullScreen: () => this.controls.toggleFullScreen(),
            help: () => this.controls.toggleHelp(),
            turn: (by) => this.turner?.turn(by),
            find: () => this.finder?.open(),
            values: () => this.values?.toggle(),
        };
        listen(element("viewer"), actions);
        this.controls = new Controls(actions);
    }

    /** Zooms by a number of levels, about a point of the window or its middle. */
    zoom(steps, x, y) {
        const { limits, destination, viewport } = this.motion;
        const scale = limits.stepped(destination.scale, steps);
        const target = x === undefined
            ? destination.zoomed(scale, viewport.width / 2, viewport.height / 2)
            : viewport.zoomed(scale, x, y);
        this.motion.chase(target, performance.now());
        this.moved();
    }

    /** Moves smoothly to a position: any of `centerX`, `centerY`, `scale`. */
    chase(position) {
        this.motion.chase(this.motion.viewport.with(position), performance.now());
        this.moved();
    }

    moveTo(position, isFar) {
        const viewport = this.motion.viewport.with(position);
        if (isFar) this.motion.chase(viewport, performance.now());
        else this.motion.jump(viewport);
        this.moved();
    }

    gripMinimap(isHeld) {
        this.isHeldByMinimap = isHeld;
        this.wake();
    }

    record() {
        this.recorder = new Recorder((input) => this.session.record(input), this.motion.viewport, performance.now());
        this.recordedMoves = this.motion.moves;
    }

    /** Lets the content handle touches; it uses those that it wants. */
    enableTouch() {
        this.touches = new Touches((list) => this.session.touch(list), (_, isUsed) => this.gestures.hear(isUsed));
        const place = ({ x, y }) => this.motion.viewport.contentAt(x, y);
        this.gestures.touches = {
            began: (pointer, point) => this.touches.began(pointer, place(point)),
            moved: (pointer, point) => this.touches.moved(pointer, place(point)),
            ended: (pointer, phase, point) => {
                this.touches.ended(pointer, phase, point && place(point));
                if (phase === "ended") this.typist.tapped();
            },
        };
        this.typist = new Typist(
            element("picture"), (number, edits) => this.session.type(number, edits),
            ([x, y, width, height]) => {
                const { viewport } = this.motion;
                const corner = viewport.pointOf(x, y);
                return { ...corner, width: width * viewport.scale, height: height * viewport.scale };
            });
    }

    /** Adds an element to the page for each accessible element of the content. */
    enableAccessibility() {
        this.reader = new Reader(element("picture"), {
            act: (...what) => this.session.act(...what),
            onType: (...what) => this.typist?.tapped(...what),
            onLook: (rect) => this.look(rect),
            say: (words) => { element("status").textContent = words; },
        });
        this.session.read();
        this.wake();
    }

    /** Scrolls a rect of the content into the window if it is not visible. */
    look([x, y, width, height]) {
        const { viewport } = this.motion;
        const [centerX, centerY] = [x + width / 2, y + height / 2];
        const { minX, minY, maxX, maxY } = viewport.box();
        if (centerX < minX || centerX > maxX || centerY < minY || centerY > maxY) this.chase({ centerX, centerY });
    }

    /** Makes the content a screen as large as the window, and hides everything that would cover it. */
    enableScreen() {
        element("viewer").dataset.screen = "";
        this.pyramid.setScreenSize(this.measure());
        this.resize(this.measure());
    }

    takeWindow(size) {
        this.pyramid.setScreenSize(size);
        this.session.resize(this.pyramid.home);
    }

    /**
     * Requests the tiles of the chosen values. During a drag, one choice's tiles are under way at a time: the newest
     * choice waits until they have arrived.
     */
    showValues(isDragged) {
        const { query } = this.values;
        if (this.isOver || query === this.pyramid.query || (isDragged && this.isPending)) return;
        this.isPending = true;
        this.supply.requestWith(query);
    }

    // MARK: The loop

    moved() {
        this.moves += 1;
        this.wake();
    }

    /** Schedules a frame after a change. */
    wake() {
        if (this.isOver) return;
        this.isSettled = false;
        this.scheduled ??= requestAnimationFrame((now) => this.frame(now));
    }

    frame(now) {
        this.scheduled = null;
        const began = performance.now();
        const followed = this.drewLastFrame === true;
        // A frame's time stamp may be earlier than the event that caused it.
        const isChanged = this.motion.step(Math.max(now, began));
        const viewport = this.motion.viewport;
        const velocity = this.motion.velocityAt(began);
        const wanted = demand(
            this.pyramid, viewport, velocity, this.motion.destination, (key) => this.store.has(key));
        // The server draws ahead as the content is without a query.
        if (!this.pyramid.query) this.session.follow(viewport, velocity, this.motion.landing, began);
        const isUntold = this.recorder?.frame(viewport, this.motion.moves !== this.recordedMoves, began) ?? false;
        this.recordedMoves = this.motion.moves;
        // If nothing can be shown, a sentence says why; marks would repeat it for every tile.
        const isMarked = (key) => this.queue.hasFailed(key) && (this.store.count > 0 || !this.queue.reason(key));
        const drawn = this.painter.paint(viewport, wanted, began, isMarked);
        this.minimap.paint(viewport);
        this.typist?.place();
        this.reader?.place(viewport.pointOf(0, 0), viewport.scale);
        this.queue.update(wanted.wanted);
        this.store.dropDrafts((key) => wanted.wanted.some(({ tile }) => tile.key === key));
        this.tell(viewport, isChanged);

        const isMoving = this.motion.isMoving || drawn.fading || isUntold;
        this.drewLastFrame = isMoving;
        if (isMoving) this.scheduled ??= requestAnimationFrame((next) => this.frame(next));
        this.drawn = { ...drawn, visible: wanted.visible };
        this.settle();
        this.hud.frame(began, performance.now() - began, followed, this.facts());
    }

    /** Updates everything that shows the position, except for the picture. */
    tell(viewport, isChanged) {
        this.marks.show(viewport);
        const { limits } = this.motion;
        const { scale } = this.motion.destination;
        this.controls.show(viewport.scale, scale < limits.maxScale * 0.999, scale > limits.minScale * 1.001);
        const shown = `${viewport.centerX}/${viewport.centerY}/${viewport.scale}`;
        if (isChanged || shown !== this.shown) {
            this.shown = shown;
            this.announcer.moved();
            this.address.follow(viewport);
        }
        if (!this.motion.isMoving && !this.isHeld) this.announcer.rested(viewport);
    }

    get isHeld() {
        return this.gestures.isActive || this.isHeldByMinimap;
    }

    /** Whether the view is at rest, with every visible tile of the right level drawn or failed. */
    settle() {
        const { drawn } = this;
        const pending = drawn.visible.some(({ key }) => !this.store.isFinal(key) && !this.queue.hasGivenUp(key));
        // Drafts count: the final tiles of a large image may take minutes.
        this.isPending = drawn.visible.some(({ key }) => !this.store.isCurrent(key) && !this.queue.hasGivenUp(key));
        if (!this.isPending && this.values) this.showValues(true);
        const { progress } = this.supply.preparation;
        this.notice.set("preparing", progress !== null, progress === null ? "" : `${Math.floor(progress * 100)}%`);
        this.notice.set("loading", drawn.missing > 0 && pending);
        const reason = drawn.visible.map(({ key }) => this.queue.reason(key)).find(Boolean);
        // Without a picture around it, the sentence moves to the middle.
        element("notice").toggleAttribute("data-alone", this.store.count === 0);
        this.notice.set("failed", reason !== undefined, reason);
        this.notice.set("damaged", this.damage !== undefined, this.damage);
        this.isSettled = this.scheduled === null && !this.motion.isMoving && !this.isHeld && !drawn.fading && !pending;
        if (!this.isSettled) return;
        for (const resolve of this.settledWaiters.splice(0)) resolve(this.state());
        window.dispatchEvent(new CustomEvent("tilework:settled"));
    }

    facts() {
        const { drawn, pyramid, queue, store } = this;
        return {
            level: drawn.level, levels: pyramid.sharpestLevel, scale: this.motion.viewport.pixelScale,
            ready: drawn.ready, visible: drawn.visible.length, inFlight: queue.inFlight.size,
            ...queue.counts, draftsShown: store.drafts, cached: store.count, cacheBytes: store.bytes,
        };
    }

    /** The visible state, for tests and embedders. */
    state() {
        const viewport = this.motion.viewport;
        const { limits, lastFlick } = this.motion;
        return {
            title: this.title,
            center: { x: viewport.centerX, y: viewport.centerY },
            scale: viewport.scale,
            ratio: viewport.ratio,
            offset: viewport.offset,
            size: { width: viewport.width, height: viewport.height },
            // The parameters with which the server's /render draws the same picture.
            render: {
                ...viewport.pixelOrigin, width: viewport.pixelWidth, height: viewport.pixelHeight,
                scale: viewport.pixelScale,
            },
            limits: { minScale: limits.minScale, maxScale: limits.maxScale, offsets: limits.offsets(viewport.scale) },
            settled: this.isSettled,
            moving: this.motion.isMoving,
            moves: this.moves,
            lastFlick,
            paper: this.painter.paper,
            range: this.values?.range ?? null,
            missing: this.drawn?.missing ?? 0,
            isLost: this.supply.connection.isLost,
            session: { isOpen: this.session.isOpen, ...this.session.counts },
            // Whether the content uses or used the last touch; null until that is known.
            touched: { asked: null, content: true, picture: false }[this.gestures?.owner] ?? false,
            ...(this.drawn ? this.facts() : {}),
        };
    }

    /** Resolves with the state once the page is at rest and fully drawn; at once when it is. */
    settled() {
        if (this.isSettled) return Promise.resolve(this.state());
        return new Promise((resolve) => this.settledWaiters.push(resolve));
    }
}

const centerOf = ({ centerX, centerY }) => ({ centerX, centerY });
