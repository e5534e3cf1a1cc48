import { App } from "./app.js";
import { Connection } from "./connection.js";
import { Notice } from "./notice.js";
import { ownName } from "./own-name.js";
import { isFromProxy, onHope, pause, retryAfter, sentenceOf } from "./retry.js";
import { markReturn } from "./return-mark.js";

/** The page of one content: finds its description, and opens the viewer or an explanation. */

const element = (id) => document.getElementById(id);

/** The content's name in addresses, as it is written there. */
const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
const urlOf = (content) => new URL(`../tiles/${content}.json`, location.href.replace(/[?#].*$/, ""));
let url = urlOf(id);

/** The name for people. */
const name = (() => {
    try {
        return decodeURIComponent(id);
    } catch {
        return id;
    }
})();

/** Shows why there is no picture, and what to do. */
function fail(title, text, canRetry = false) {
    document.title = `${title} – Tilework`;
    show("Tilework");
    element("message-title").textContent = title;
    element("message-text").textContent = text;
    element("message-retry").hidden = !canRetry;
    element("message").hidden = false;
    for (const part of ["picture", "controls", "values", "minimap", "hud", "notice"]) element(part).hidden = true;
}

function show(title) {
    element("name").textContent = title;
    element("title").hidden = false;
}

/** Fetches the server's description of the content until there is an answer: `{ description }` or `{ refusal }`. */
async function describe(notice) {
    for (let tries = 0; ; tries += 1) {
        let wait = pause(tries, Connection.schedule);
        try {
            const response = await fetch(url, { cache: "no-cache" });
            if (response.ok) return { description: await response.json() };
            const isBusy = [408, 429, 503].includes(response.status);
            if (!isBusy && !isFromProxy(response.status)) {
                const problem = response.headers.get("Tilework-Problem");
                const choices = choicesOf(response);
                return {
                    refusal: { status: response.status, problem, sentence: await sentenceOf(response), choices },
                };
            }
            notice.set("unreachable", !isBusy);
            wait = Math.max(wait, Math.min(retryAfter(response), Connection.schedule.longest));
        } catch (error) {
            // Waiting does not help with an answer that is not JSON.
            if (error instanceof SyntaxError) throw error;
            notice.set("unreachable", true);
        }
        show(name);
        await rest(wait);
    }
}

/** The contents that a name could mean, as `{ id, href }`: the server links to the description of each. */
function choicesOf(response) {
    return [...(response.headers.get("Link") ?? "").matchAll(/<([^>]+)\.json>; rel="alternate"/g)].map(([, href]) => (
        { id: decodeURIComponent(href), href }));
}

/** Waits, but not longer than until the network is back or the page becomes visible. */
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
        let { description, refusal } = await describe(notice);
        if (description?.tilework?.personal) {
            // A copy for this page alone, with a name that only it knows.
            url = urlOf(`${id}*${await ownName(url)}`);
            ({ description, refusal } = await describe(notice));
        }
        for (const kind of Notice.kinds.keys()) notice.set(kind, false);
        if (description) return start(description);
        refuse(refusal);
        await comeBack();
        location.reload();
    } catch (error) {
        fail("This content can't be shown", `The server sent an invalid description: ${error.message}.`, true);
    }
}

/** Shows why there is no description, with the server's sentence if it has one. */
function refuse({ status, problem, sentence, choices }) {
    if (choices.length > 0) {
        fail("Several contents have this name", "Choose the one to show.");
        const links = choices.map(({ id, href }) => (
            Object.assign(document.createElement("a"), { className: "way", href, textContent: id })));
        element("message-back").before(...links);
    } else if (problem === "unshowable") {
        fail("This content can't be shown", sentence ?? "The server's log says why.", true);
    } else if (status === 404) {
        // The server's sentence about an unknown name is for programs; the page has a link to all contents.
        const words = `This server has no content named “${name}”. It may have been renamed or removed.`;
        fail("Not found", problem === "unknown" ? words : sentence ?? words);
    } else {
        fail("This content can't be shown", `The server answered with status ${status}. Its log may say more.`, true);
    }
}

/** The time between two checks whether a content is back, in milliseconds. */
const returning = { first: 500, longest: 10_000 };

/** Waits until the server has a content of this name again, and returns its description. */
async function comeBack() {
    for (let tries = 0; ; tries += 1) {
        await rest(pause(tries, returning));
        try {
            const response = await fetch(url, { cache: "no-cache" });
            if (response.ok) return await response.json();
        } catch {
            // The server is down, too.
        }
    }
}

function start(description) {
    /** Opens the page again, at the same position unless the content's size changed. */
    const restart = ({ tilework: { width, height } }) => {
        const { width: oldWidth, height: oldHeight } = description.tilework;
        if (width !== oldWidth || height !== oldHeight) app.address.clear();
        location.reload();
    };
    const app = new App(description, url, async (replacement, sentence) => {
        if (replacement) return restart(replacement);
        app.end();
        if (sentence) {
            fail("This content can't be shown", sentence, true);
        } else {
            fail("No longer here",
                `The server no longer has “${app.title}”. If the file comes back, this page shows it again.`);
        }
        restart(await comeBack());
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

for (const link of document.querySelectorAll('a[href="../"]')) markReturn(link);
open();
