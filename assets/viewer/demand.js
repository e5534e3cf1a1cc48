/**
 * The tiles that a viewport needs, the most urgent first. A pure function of the viewport, evaluated for every frame.
 * Work that the newest demand does not name is cancelled.
 */

/**
 * The distance ahead of a moving viewport to fetch, in seconds of its speed. A flick still covers 0.499 s of its speed.
 */
const aheadSeconds = 0.5;
/** The maximum of that distance, in points. */
const aheadLimit = 2000;
/** The border around the viewport to fetch, as a share of its longer side. */
const borderPart = 0.15;
/** The maximum of that border, in points. */
const borderLimit = 312;
/** The overview around the viewport is this many levels coarser. It is fetched last, for fast moves to come. */
const overviewLevels = 2;
/** The maximum number of tiles of a level that is kept whole: it can be shown wherever the viewport jumps. */
const baseTiles = 4;

/** Priorities, the first the most urgent. */
export const Priority = Object.freeze({ visible: 0, soon: 1, eventually: 2 });

/** The deepest level that is kept whole. */
export function baseLevel(pyramid) {
    let level = pyramid.minLevel;
    while (level < pyramid.maxLevel && pyramid.columns(level + 1) * pyramid.rows(level + 1) <= baseTiles) level += 1;
    return level;
}

/** The tiles of a range, from its middle outward, relative to a point in units. */
export function centreOut(pyramid, range, centerX, centerY) {
    const side = pyramid.tilePixels(range.level) / pyramid.scaleOf(range.level);
    const distance = (tile) => {
        const x = (tile.column + 0.5) * side - centerX;
        const y = (tile.row + 0.5) * side - centerY;
        return x * x + y * y;
    };
    return pyramid.tiles(range)
        .map((tile) => ({ tile, distance: distance(tile) }))
        .sort((one, other) => one.distance - other.distance)
        .map((entry) => entry.tile);
}

/** The viewport's box, extended by a border, and on the leading side by the distance that it will reach. */
export function reach(viewport, velocity) {
    const border = Math.min(borderLimit, borderPart * Math.max(viewport.width, viewport.height));
    const ahead = (speed) => Math.min(aheadLimit, Math.max(0, speed * aheadSeconds));
    return viewport.box({
        left: border + ahead(-velocity.x),
        right: border + ahead(velocity.x),
        top: border + ahead(-velocity.y),
        bottom: border + ahead(velocity.y),
    });
}

/**
 * The demand of a viewport: `level`, the `visible` tiles of that level from the center outward, and all `wanted` tiles
 * with their priority, in the order of requests.
 *
 * `destination` is the target of a moving viewport. If it is at another level than the viewport, its tiles are fetched:
 * those of the levels in between would all arrive too late. `has` tells whether a tile is available by its key, even if
 * it is out of date.
 */
export function demand(pyramid, viewport, velocity, destination = viewport, has = () => false) {
    const level = pyramid.levelFor(viewport.pixelScale);
    const goal = pyramid.levelFor(destination.pixelScale);
    const visible = centreOut(pyramid, pyramid.range(level, viewport.box()), viewport.centerX, viewport.centerY);
    const wanted = new Map();
    const want = (tiles, priority) => {
        for (const tile of tiles) if (!wanted.has(tile.key)) wanted.set(tile.key, { tile, priority });
    };

    // One tile that shows everything: until it has arrived, no placeholder is available.
    const base = baseLevel(pyramid);
    const all = (of) => pyramid.range(of, pyramid.box);
    const whole = pyramid.tiles(all(pyramid.minLevel));
    want(whole.filter(({ key }) => !has(key)), Priority.visible);

    const aim = goal === level ? viewport : destination;
    want(centreOut(pyramid, pyramid.range(goal, aim.box()), aim.centerX, aim.centerY), Priority.visible);
    want(whole, Priority.soon);
    want(centreOut(pyramid, all(base), aim.centerX, aim.centerY), Priority.soon);
    want(centreOut(pyramid, pyramid.range(goal, reach(aim, velocity)), aim.centerX, aim.centerY), Priority.soon);
    const overview = goal - overviewLevels;
    if (overview > base) {
        const around = aim.box({ left: aim.width, right: aim.width, top: aim.height, bottom: aim.height });
        want(centreOut(pyramid, pyramid.range(overview, around), aim.centerX, aim.centerY), Priority.eventually);
    }
    return { level, visible, wanted: [...wanted.values()] };
}
