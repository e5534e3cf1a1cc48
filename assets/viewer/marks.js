/** Marks over the picture that move with it: links, and results of a search. Rects are in units of the content. */
export class Marks {
    /** `follow` receives a link that the user chose. */
    constructor(element, follow) {
        this.element = element;
        this.follow = follow;
        this.links = [];
        this.matches = [];
    }

    /** Takes links `{ rect, to, href, label }`. */
    setLinks(links) {
        this.links = links;
        const made = links.map((link) => {
            const anchor = document.createElement("a");
            anchor.className = "link";
            anchor.href = link.href;
            anchor.title = link.label;
            anchor.setAttribute("aria-label", link.label);
            anchor.draggable = false;
            place(anchor, link.rect);
            anchor.addEventListener("click", (event) => {
                // A press is told of as a tap, so that one who drags the picture by a link goes nowhere; the keyboard
                // makes clicks that no press came before.
                event.preventDefault();
                if (event.detail === 0) this.follow(link, event.ctrlKey || event.metaKey);
            });
            return anchor;
        });
        for (const old of this.element.querySelectorAll(".link")) old.remove();
        this.element.append(...made);
    }

    /** Takes lists of areas, which are rects or four corners; `current` is the index of the list that is shown. */
    setMatches(matches, current) {
        for (const old of this.element.querySelectorAll(".match")) old.remove();
        this.element.append(...matches.flatMap((areas, index) => areas.map((area) => {
            const mark = document.createElement("div");
            mark.className = index === current ? "match current" : "match";
            place(mark, area);
            return mark;
        })));
    }

    /** The link at a point of the content. */
    linkAt({ x, y }) {
        return this.links.findLast(({ rect: [left, top, width, height] }) => (
            x >= left && x <= left + width && y >= top && y <= top + height));
    }

    /** Positions all marks for a viewport. */
    show(viewport) {
        const { x, y } = viewport.pixelOrigin;
        this.element.style.transform =
            `translate(${-x / viewport.ratio}px, ${-y / viewport.ratio}px) scale(${viewport.scale})`;
        this.element.style.setProperty("--unit", `${1 / viewport.scale}px`);
    }
}

function place(element, area) {
    if (area.length === 8) return placeTurned(element, area);
    const [left, top, width, height] = area;
    Object.assign(element.style, {
        left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
    });
}

/** Positions an element over the corners of a text: its top left, top right, bottom right and bottom left. */
function placeTurned(element, [left, top, x, y, , , downX, downY]) {
    Object.assign(element.style, {
        left: `${left}px`, top: `${top}px`, width: `${Math.hypot(x - left, y - top)}px`,
        height: `${Math.hypot(downX - left, downY - top)}px`, transformOrigin: "0 0",
        transform: `rotate(${Math.atan2(y - top, x - left)}rad)`,
    });
}
