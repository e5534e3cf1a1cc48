import TileGeometry
import TileGraphics

/// A rect of a layer's drawing with its patches: a few overlapping ones, or two halves that are such rects (a k-d
/// tree). Immutable; a new patch recreates the regions that it touches and shares the others.
///
/// The cut between two halves is an infinite line: a half is clipped along that line only, inside the half that
/// contains it. So both sides of a line have the same corners, and under scaling each pixel belongs to one side; under
/// rotation, all but the few where Cairo rounds the two differently.
final class DrawnRegion: Sendable {
    /// The maximum number of patches in an undivided region: each is clipped by all later ones that it meets.
    static let maxPatches = 8
    /// The maximum nesting of regions, after which more patches are tolerated. A cut leaves at most three quarters on
    /// either side, so that 2³⁰ pixels each way are divided to single ones before.
    private static let deepest = 96

    struct Cut: Equatable, Sendable {
        var isVertical: Bool
        var at: Double

        func parts(of box: Box) -> (Box, Box) {
            var (low, high) = (box, box)
            if isVertical {
                low = Box(minX: box.minX, minY: box.minY, maxX: at, maxY: box.maxY)
                high = Box(minX: at, minY: box.minY, maxX: box.maxX, maxY: box.maxY)
            } else {
                low = Box(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: at)
                high = Box(minX: box.minX, minY: at, maxX: box.maxX, maxY: box.maxY)
            }
            return (low, high)
        }
    }

    enum Parts: Sendable {
        /// The patches, oldest first. The first covers the region; none is covered by a later one.
        case patches([DrawnPatch])
        case halves(DrawnRegion, DrawnRegion, Cut)
    }

    let box: Box
    let parts: Parts
    /// The total number of patches, counted once for each undivided region that they are in.
    let count: Int
    /// The drawing of the region, which its enclosing regions clip.
    let picture: Picture

    init(_ box: Box, _ patches: [DrawnPatch]) {
        self.box = box
        parts = .patches(patches)
        count = patches.count
        if patches.count == 1 {
            picture = patches[0].picture
            return
        }
        var recorder = PictureRecorder()
        for (index, patch) in patches.enumerated() {
            var clips = index == 0 ? [] : [patch.inside]
            // Each patch is visible where no later one is. Patches that only touch have separate corners on the same
            // line, and could both cover a pixel of it.
            let part = patch.reach.intersection(box)
            for later in patches[(index + 1)...] where later.reach.intersects(part) { clips.append(later.outside) }
            recorder.draw(PictureGroup(content: patch.picture, clips: clips))
        }
        picture = recorder.finish()
    }

    private init(_ box: Box, low: DrawnRegion, high: DrawnRegion, cut: Cut, in around: Box) {
        self.box = box
        parts = .halves(low, high, cut)
        count = low.count + high.count
        let clips = cut.parts(of: around)
        var recorder = PictureRecorder()
        recorder.draw(PictureGroup(content: low.picture, clips: [.box(clips.0, antialiasing: .off)]))
        recorder.draw(PictureGroup(content: high.picture, clips: [.box(clips.1, antialiasing: .off)]))
        picture = recorder.finish()
    }

    /// - Parameter patches: Patches as in an undivided region, but any number of them.
    private static func made(_ box: Box, _ patches: [DrawnPatch], in around: Box, depth: Int) -> DrawnRegion {
        guard patches.count > maxPatches + 1, depth < deepest, let cut = bestCut(of: box, patches) else {
            return DrawnRegion(box, patches)
        }
        let (low, high) = cut.parts(of: box)
        return DrawnRegion(
            box, low: made(low, patches.shown(in: low), in: around, depth: depth + 1),
            high: made(high, patches.shown(in: high), in: around, depth: depth + 1), cut: cut, in: around)
    }

    /// Returns the cut that leaves the fewest patches on its fuller side, among those along patches' edges and through
    /// the middle; nil if the region is too small. No cut separates less than a quarter, so that regions shrink quickly
    /// in whatever order patches arrive.
    private static func bestCut(of box: Box, _ patches: [DrawnPatch]) -> Cut? {
        var best: (cut: Cut, most: Int, sum: Int)?
        func weigh(isVertical: Bool, at: Double, low: Double, high: Double) {
            guard at >= low + (high - low) / 4, at <= high - (high - low) / 4, at > low, at < high else { return }
            let cut = Cut(isVertical: isVertical, at: at)
            let (first, second) = cut.parts(of: box)
            let (a, b) = (patches.shown(in: first).count, patches.shown(in: second).count)
            if let best, (best.most, best.sum) <= (max(a, b), a + b) { return }
            best = (cut, max(a, b), a + b)
        }
        let isWide = box.width >= box.height
        for isVertical in [isWide, !isWide] {
            let (low, high) = isVertical ? (box.minX, box.maxX) : (box.minY, box.maxY)
            for patch in patches.dropFirst() {
                weigh(
                    isVertical: isVertical, at: isVertical ? patch.reach.minX : patch.reach.minY, low: low, high: high)
                weigh(
                    isVertical: isVertical, at: isVertical ? patch.reach.maxX : patch.reach.maxY, low: low, high: high)
            }
            weigh(isVertical: isVertical, at: low + (high - low) / 2, low: low, high: high)
        }
        return best?.cut
    }

    /// Returns the region with a patch added on top.
    func patched(_ patch: DrawnPatch, in around: Box, depth: Int = 0) -> DrawnRegion {
        guard patch.reach.overlaps(box) else { return self }
        if patch.reach.contains(box) { return DrawnRegion(box, [patch]) }
        switch parts {
        case .patches(let patches):
            return Self.made(box, (patches + [patch]).shown(in: box), in: around, depth: depth)
        case .halves(let oldLow, let oldHigh, let cut):
            let low = oldLow.patched(patch, in: around, depth: depth + 1)
            let high = oldHigh.patched(patch, in: around, depth: depth + 1)
            if case .patches(let a) = low.parts, case .patches(let b) = high.parts, a.count == 1, b.count == 1,
                a[0] === b[0]
            {
                return DrawnRegion(box, a)
            }
            return DrawnRegion(box, low: low, high: high, cut: cut, in: around)
        }
    }

    /// Returns the smallest region around a box's center that has a number of patches.
    func crowd(around wanted: Box, of number: Int) -> Box {
        guard case .halves(let low, let high, let cut) = parts else { return box }
        let middle = cut.isVertical ? wanted.minX + wanted.width / 2 : wanted.minY + wanted.height / 2
        let half = middle < cut.at ? low : high
        return half.count < number ? box : half.crowd(around: wanted, of: number)
    }

    /// Appends all patches, including duplicates of those in several regions.
    func appendAll(to patches: inout [DrawnPatch]) {
        switch parts {
        case .patches(let own): patches += own
        case .halves(let low, let high, _):
            low.appendAll(to: &patches)
            high.appendAll(to: &patches)
        }
    }
}

extension [DrawnPatch] {
    /// Returns the patches visible in a box: those from the last that covers it, except ones that a later one covers
    /// there.
    func shown(in box: Box) -> [DrawnPatch] {
        var shown: [DrawnPatch] = []
        for patch in reversed() where patch.reach.overlaps(box) {
            let part = patch.reach.intersection(box)
            if shown.contains(where: { $0.reach.contains(part) }) { continue }
            shown.append(patch)
            if patch.reach.contains(box) { break }
        }
        shown.reverse()
        return shown
    }
}

extension Box {
    /// Returns whether the interiors of two boxes overlap.
    func overlaps(_ other: Box) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
