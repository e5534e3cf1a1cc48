import { decode } from "./bitmap.js";
import { Frame } from "./frame.js";
import { Pyramid } from "./pyramid.js";

/**
 * The page that lists what the server shows. Each card draws its content from the few tiles of an early level, so a
 * thumbnail is sharp on every screen and costs no request of its own kind.
 */

const list = document.getElementById("contents");
const note = document.getElementById("note");

function card({ id, title, width, height, kind }) {
    const make = (name, properties, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
    };
    const round = (number) => Math.round(number).toLocaleString("en");
    const canvas = make("canvas", {});
    canvas.setAttribute("aria-hidden", "true");
    canvas.dataset.id = id;
    const link = make(
        "a", { className: "card", href: `view/${encodeURIComponent(id)}` },
        make("div", { className: "picture" }, canvas),
        make(
            "div", { className: "words" },
            make("h2", { textContent: title }),
            make("p", { textContent: `${kind ? `${kind.toUpperCase()} · ` : ""}${round(width)} × ${round(height)}` })));
    seen.observe(canvas);
    return make("li", {}, link);
}

/** Draws a thumbnail when its card comes near the window. */
const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        draw(target).catch(() => target.setAttribute("data-failed", ""));
    }
}, { rootMargin: "200px" });

async function draw(canvas) {
    const url = new URL(`tiles/${encodeURIComponent(canvas.dataset.id)}.json`, document.baseURI);
    const description = await (await fetch(url)).json();
    const pyramid = Pyramid.fromTileJSON(description, url);
    const mat = canvas.parentElement;
    const style = getComputedStyle(mat);
    const room = {
        width: mat.clientWidth - 2 * parseFloat(style.paddingLeft),
        height: mat.clientHeight - 2 * parseFloat(style.paddingTop),
    };
    const scale = Math.min(room.width / pyramid.width, room.height / pyramid.height);
    const ratio = window.devicePixelRatio;
    // A strip that is hardly a pixel high is still a strip.
    canvas.width = Math.max(1, Math.round(pyramid.width * scale * ratio));
    canvas.height = Math.max(1, Math.round(pyramid.height * scale * ratio));
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    const context = canvas.getContext("2d");
    const paper = description.tilework.background;
    context.fillStyle = paper && CSS.supports("color", paper) ? paper : "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";

    const level = Math.min(pyramid.maxLevel, pyramid.levelFor(scale * ratio));
    const frame = Frame.filling(pyramid, canvas.width, canvas.height);
    const all = { minX: 0, minY: 0, maxX: pyramid.width, maxY: pyramid.height };
    await Promise.all(pyramid.tiles(pyramid.range(level, all)).map(async (tile) => {
        const { x, y, width, height } = frame.rect(tile);
        if (width === 0 || height === 0) return;
        const response = await fetch(pyramid.url(tile));
        if (!response.ok) throw new Error(`status ${response.status}`);
        context.drawImage(await decode(await response.blob(), pyramid, tile), x, y, width, height);
    }));
    canvas.dataset.drawn = "";
}

/** The cards that are there, by the contents' identifiers. */
const cards = new Map();
/** Milliseconds until the server is asked again while it still opens files. */
const openingDelay = 1000;

/** Puts cards of contents that are new where they belong; those that are there stay as they are. */
function show(contents) {
    let next = list.firstElementChild;
    for (const content of contents) {
        const known = cards.get(content.id);
        if (known) {
            next = known.nextElementSibling;
            continue;
        }
        const made = card(content);
        cards.set(content.id, made);
        list.insertBefore(made, next);
    }
}

async function open() {
    try {
        const response = await fetch("contents.json");
        if (!response.ok) throw new Error(`status ${response.status}`);
        const { contents, opening = 0 } = await response.json();
        show(contents);
        const words = contents.length === 1 ? "content" : "contents";
        const more = opening > 0 ? `, opening ${opening} more` : "";
        document.getElementById("count").textContent = `${contents.length} ${words}${more}`;
        note.hidden = contents.length > 0;
        note.textContent = opening > 0
            ? "Opening files…"
            : "There is nothing to show. Start the server with files or folders: tilework serve PATH…";
        if (opening > 0) setTimeout(open, openingDelay);
    } catch {
        note.hidden = false;
        note.textContent = "The server does not say what it has. Check that it is running, then load the page again.";
    }
}

open();
