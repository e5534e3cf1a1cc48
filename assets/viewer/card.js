import { titleOf } from "./catalog.js";

/** Makes an element with children. */
export function make(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

/** A content in the gallery: its picture, its name, and what it is. */
export function card(content) {
    const { id, width, height, kind, pages } = content;
    const title = titleOf(content);
    const round = (number) => Math.round(number).toLocaleString("en");
    const canvas = make("canvas", { width: 1, height: 1 });
    canvas.setAttribute("aria-hidden", "true");
    canvas.dataset.id = id;
    const facts = `${kind ? `${kind.toUpperCase()} · ` : ""}${
        pages ? `${round(pages)} pages` : `${round(width)} × ${round(height)}`}`;
    const link = make(
        "a", { className: "card", href: `view/${encodeURIComponent(id)}`, title },
        make("div", { className: "picture" }, canvas, make("span", { className: "lost", textContent: "No preview" })),
        make("div", { className: "words" }, make("h3", { textContent: title }), make("p", { textContent: facts })));
    return make("li", {}, link);
}
