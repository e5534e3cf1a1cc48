/** The order and search of contents: by folder, by name, and by words. Independent of the page. */

/** Compares names: 2 comes before 10, and case and accents do not matter. */
const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The folder of a content, with its parts separated by `/`; empty at the top. */
export function folderOf({ id, folder }) {
    return folder ?? id.split("/").slice(0, -1).join("/");
}

/** The name of a content within its folder. */
export function titleOf(content) {
    const folder = folderOf(content);
    const title = content.title || content.id;
    return folder && title.startsWith(`${folder}/`) ? title.slice(folder.length + 1) : title;
}

/** Sections `{ folder, contents }`, those of the top first, folders and contents in the order of names. */
export function sections(contents) {
    const byFolder = new Map();
    for (const content of contents) {
        const folder = folderOf(content);
        if (!byFolder.has(folder)) byFolder.set(folder, []);
        byFolder.get(folder).push(content);
    }
    return [...byFolder]
        .map(([folder, members]) => ({
            folder,
            contents: members.sort((one, other) => (
                order.compare(titleOf(one), titleOf(other)) || order.compare(one.id, other.id))),
        }))
        .sort((one, other) => compareFolders(one.folder, other.folder));
}

/** Compares part by part, so that a folder comes before the folders in it, and these before the next. */
function compareFolders(one, other) {
    const [parts, others] = [one, other].map((folder) => (folder ? folder.split("/") : []));
    for (let at = 0; at < Math.min(parts.length, others.length); at += 1) {
        const result = order.compare(parts[at], others[at]);
        if (result !== 0) return result;
    }
    return parts.length - others.length;
}

/** Normalizes text for searching: no case, no accents, single spaces. */
export function plain(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The searchable texts of contents, created on first use. */
const texts = new WeakMap();

function textOf(content) {
    if (!texts.has(content)) {
        texts.set(content, plain(`${content.title ?? ""} ${content.id} ${folderOf(content)} ${content.kind ?? ""}`));
    }
    return texts.get(content);
}

/** Whether all words of a search are in a content's title, folder or kind. */
export function matcher(search) {
    const words = plain(search).split(" ").filter(Boolean);
    return (content) => {
        const text = textOf(content);
        return words.every((word) => text.includes(word));
    };
}
