import { titleOf } from "./catalog.js";

/** The names of kinds that are not the kind in capitals. */
const kinds = {
    webp: "WebP", jpeg2000: "JPEG 2000", jpegXL: "JPEG XL", slide: "Slide", nib: "Nib", storyboard: "Storyboard",
    xyz: "Tiles", dzi: "Deep Zoom", pmtiles: "PMTiles", mbtiles: "MBTiles", zoomify: "Zoomify",
};

/** Describes a content in a line. Its size may be unknown until it is opened. */
export function factsOf({ kind, width, height, pages }) {
    const round = (number) => Math.round(number).toLocaleString("en");
    const size = width === undefined ? "" : `${round(width)} × ${round(height)}`;
    return [kinds[kind] ?? kind?.toUpperCase(), pages ? `${round(pages)} pages` : size].filter(Boolean).join(" · ");
}

/** Makes an element with children. */
export function make(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

/** A content in the gallery: its picture, its name, and its description. */
export function card(content) {
    const { id } = content;
    const title = titleOf(content);
    const canvas = make("canvas", { width: 1, height: 1 });
    canvas.setAttribute("aria-hidden", "true");
    canvas.dataset.id = id;
    const link = make(
        "a", { className: "card", href: `view/${encodeURIComponent(id)}`, title },
        make("div", { className: "picture" }, canvas, make("span", { className: "lost", textContent: "No preview" })),
        make(
            "div", { className: "words" }, make("h3", { textContent: title }),
            make("p", { textContent: factsOf(content) })));
    return make("li", {}, link);
}
