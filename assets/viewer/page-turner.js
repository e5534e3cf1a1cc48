import { format } from "./address.js";
import { Pyramid } from "./pyramid.js";

const element = (id) => document.getElementById(id);

/** The current page of a document: its number, the buttons beside it, and navigation to other pages. */
export class PageTurner {
    /** `paged` is the document; `view` returns `{ viewport, showsAll }`. */
    constructor(paged, view) {
        this.paged = paged;
        this.view = view;
        this.isTurning = false;
        const { page, count } = paged;
        if (count < 2) return;
        element("pages").hidden = false;
        element("page-number").value = page;
        element("page-number").style.width = `${String(count).length + 1.6}ch`;
        element("page-count").textContent = `of ${count.toLocaleString("en")}`;
        for (const [id, by] of [["page-back", -1], ["page-next", 1]]) {
            const button = element(id);
            button.addEventListener("click", () => this.turn(by));
            if (page + by < 1 || page + by > count) button.setAttribute("aria-disabled", "true");
        }
        element("page-number").addEventListener("focus", () => element("page-number").select());
        element("page-number").addEventListener("keydown", (event) => {
            // Keys in this field edit the number and do not move the view.
            event.stopPropagation();
            if (event.key === "Escape") {
                element("page-number").value = page;
                element("picture").focus();
            }
        });
        element("page-form").addEventListener("submit", (event) => {
            event.preventDefault();
            const wanted = Math.round(Number(element("page-number").value));
            if (!(wanted >= 1)) element("page-number").value = page;
            else this.go(Math.min(count, wanted));
        });
        element("page-number").addEventListener("blur", () => { element("page-number").value = page; });
    }

    /** Goes to the next page, or the previous one. */
    turn(by) {
        const wanted = this.paged.page + by;
        if (wanted >= 1 && wanted <= this.paged.count) this.go(wanted, { isTurn: true });
    }

    /**
     * Goes to a page: shows as much of it as of the current page, from its top, from `top`, or a rect of it. A page
     * that was only turned is not added to the history.
     */
    async go(page, { top = null, rect = null, isTurn = false } = {}) {
        if (this.isTurning) return;
        this.isTurning = true;
        const hash = await this.hash(page, top, rect);
        const url = this.paged.viewerOf(page, hash);
        if (isTurn) location.replace(url);
        else location.assign(url);
        // When nothing comes of it, or somebody comes back to the page as it was.
        setTimeout(() => { this.isTurning = false; }, 1000);
    }

    async hash(page, top, rect) {
        const { viewport, showsAll } = this.view();
        if (showsAll && !rect) return "";
        try {
            const description = await this.paged.description(page);
            const pyramid = Pyramid.fromTileJSON(description, this.paged.descriptionURL(page));
            return format(viewport.with(placeOn(pyramid, viewport, top, rect)), pyramid);
        } catch {
            return "";
        }
    }
}

/** The target on a page: `{ centerX, centerY }`, and `scale` if it has to change. */
export function placeOn({ width, height }, viewport, top, rect) {
    if (rect) {
        const [left, upper, wide, high] = rect;
        return {
            centerX: left + wide / 2, centerY: upper + high / 2,
            // Shows the whole rect at a legible scale.
            scale: Math.min(Math.max(viewport.scale, 1.5), viewport.width * 0.8 / Math.max(wide, 1)),
        };
    }
    const half = viewport.height / 2 / viewport.scale;
    const lowest = Math.max(height / 2, height - half);
    const centerY = height <= 2 * half ? height / 2 : Math.min(lowest, Math.max(0, (top ?? 0) - 12) + half);
    return { centerX: Math.min(viewport.centerX, width), centerY };
}
