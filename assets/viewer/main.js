import { App } from "./app.js";
import { Connection } from "./connection.js";
import { Notice } from "./notice.js";
import { ownName } from "./own-name.js";
import { isFromProxy, onHope, pause, retryAfter } from "./retry.js";

/**
 * The page of one content: finds its description, and opens the viewer on it or says why there is nothing to see.
 */

const element = (id) => document.getElementById(id);

/** The content's name in addresses, as it is written there. */
const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
const urlOf = (content) => new URL(`../tiles/${content}.json`, location.href.replace(/[?#].*$/, ""));
let url = urlOf(id);

/** As people read it. */
const name = (() => {
    try {
        return decodeURIComponent(id);
    } catch {
        return id;
    }
})();

/** Says why there is nothing to see, and what to do. */
function fail(title, text, canRetry = false) {
    document.title = `${title} – Tilework`;
    show("Tilework");
    element("message-title").textContent = title;
    element("message-text").textContent = text;
    element("message-retry").hidden = !canRetry;
    element("message").hidden = false;
    for (const part of ["picture", "controls", "minimap", "hud", "notice"]) element(part).hidden = true;
}

function show(title) {
    element("name").textContent = title;
    element("title").hidden = false;
}

/** What the server says of the content, asked until there is an answer: `{ description }`, or `{ status, words }`. */
async function describe(notice) {
    for (let tries = 0; ; tries += 1) {
        let wait = pause(tries, Connection.schedule);
        try {
            const response = await fetch(url, { cache: "no-cache" });
            if (response.ok) return { description: await response.json() };
            const isBusy = [408, 429, 503].includes(response.status);
            if (!isBusy && !isFromProxy(response.status)) {
                return { status: response.status, words: await response.text() };
            }
            notice.set("unreachable", !isBusy);
            wait = Math.max(wait, Math.min(retryAfter(response), Connection.schedule.longest));
        } catch (error) {
            // What is no JSON is no matter of waiting.
            if (error instanceof SyntaxError) throw error;
            notice.set("unreachable", true);
        }
        show(name);
        await rest(wait);
    }
}

/** Waits; less when the network is back or somebody looks at the page again. */
function rest(milliseconds) {
    const events = new AbortController();
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        onHope(() => {
            if (document.visibilityState !== "visible") return;
            clearTimeout(timer);
            resolve();
        }, { signal: events.signal });
    }).finally(() => events.abort());
}

async function open() {
    element("message-retry").addEventListener("click", () => location.reload());
    const notice = new Notice(element("notice"), (words) => { element("status").textContent = words; });
    notice.set("loading", true);
    try {
        let { description, status, words } = await describe(notice);
        if (description?.tilework?.personal) {
            // One for this page alone, by a name that nobody else knows.
            url = urlOf(`${id}*${await ownName(url)}`);
            ({ description, status, words } = await describe(notice));
        }
        for (const kind of Notice.kinds.keys()) notice.set(kind, false);
        if (!description) refuse(status, words);
        else start(description);
    } catch (error) {
        fail("This content cannot be shown", `The server's description of it is not usable: ${error.message}.`, true);
    }
}

/** There is no description: says why, in the server's words where it has some. */
function refuse(status, words) {
    if (status !== 404) {
        fail("This content cannot be shown",
            `The server answered with status ${status}. Its log may say more.`, true);
    } else if (words.includes("can't be shown")) {
        const sentence = words.trim();
        fail("This content cannot be shown", `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
    } else {
        fail("Nothing by that name",
            `This server has no “${name}”. It may have been renamed, or the server was started with other files.`);
    }
}

function start(description) {
    const app = new App(description, url, (isGone) => {
        if (!isGone) return location.reload();
        const words = `“${app.title}” was here before. It has been removed, or the server was started without it.`;
        fail("No longer here", words);
    });
    element("title").hidden = false;
    app.start();
    // For tests and for pages that embed the viewer.
    window.tilework = {
        state: () => app.state(),
        settled: () => app.settled(),
        show: (position) => app.moveTo(position, false),
    };
    window.dispatchEvent(new CustomEvent("tilework:ready"));
}

open();
