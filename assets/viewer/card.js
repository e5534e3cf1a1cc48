import { titleOf } from "./catalog.js";

/** The names of kinds that are not the kind in capitals. */
const kinds = {
    webp: "WebP", jpeg2000: "JPEG 2000", jpegXL: "JPEG XL", radiance: "Radiance HDR",
    photoshop: "Photoshop", slide: "Slide", nib: "Nib", storyboard: "Storyboard",
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
    const made = make("li", {}, link);
    markOmissions(made, content);
    return made;
}

/** Puts a mark on the card of a drawing that lacks features, which opens the list of them; removes it from others. */
export function markOmissions(made, content) {
    const { omissions = [] } = content;
    const list = omissions.join("\n");
    if ((made.dataset.omissions ?? "") === list) return;
    for (const old of made.querySelectorAll(".omission, .omissions")) old.remove();
    made.dataset.omissions = list;
    if (list === "") return;
    const words = `${omissions.length} ${omissions.length === 1 ? "feature is" : "features are"} not honored`;
    const panel = make(
        "div", { className: "omissions", popover: "auto" }, make("h4", { textContent: titleOf(content) }),
        make("p", { textContent: `${words}:` }), ...omissions.map((text) => make("p", { textContent: text })));
    const title = `${words}:\n${list}`;
    const mark = make("button", { type: "button", className: "omission", textContent: "!", title });
    mark.setAttribute("aria-label", words);
    mark.popoverTargetElement = panel;
    made.append(mark, panel);
}
