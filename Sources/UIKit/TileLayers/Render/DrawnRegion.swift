import TileGeometry
import TileGraphics

/// A rect of what a layer drew, and who drew what of it: a few patches one over the other, or two halves of which each
/// is such a rect (a k-d tree). Immutable; a new patch makes those anew that it lies in, and shares the others.
///
/// The cut between two halves runs on without end: a half is cut out along that one line, within the half that holds
/// it. So both sides of a line have the same corners, and scaled, each pixel is of one side alone; turned, all but a
/// few, where Cairo rounds the two apart.
final class DrawnRegion: Sendable {
    /// Patches in a region that is not halved: the drawing of one is cut around all later ones that it meets.
    static let maxPatches = 8
    /// Regions within regions, after which more patches are put up with. A cut leaves at most three quarters on either
    /// side, so that 2³⁰ pixels each way are cut to single ones before.
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
        /// Oldest first. The first covers the region; none is covered by a later one.
        case patches([DrawnPatch])
        case halves(DrawnRegion, DrawnRegion, Cut)
    }

    let box: Box
    let parts: Parts
    /// Patches in all, counted once for each undivided region that they lie in.
    let count: Int
    /// Cut to the region by those that hold it.
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
            // Each shows where no later one lies. Those that only touch have corners of their own along the same line,
            // and could both take a pixel of it.
            let part = patch.reach.intersection(box)
            for later in patches[(index + 1)...] where later.reach.intersects(part) { clips.append(later.outside) }
            recorder.draw(PictureGroup(content: patch.picture, clips: clips))
        }
        picture = recorder.finish()
    }

    private init(_ box: Box, _ low: DrawnRegion, _ high: DrawnRegion, _ cut: Cut, in around: Box) {
        self.box = box
        parts = .halves(low, high, cut)
        count = low.count + high.count
        let clips = cut.parts(of: around)
        var recorder = PictureRecorder()
        recorder.draw(PictureGroup(content: low.picture, clips: [.box(clips.0, antialiasing: .off)]))
        recorder.draw(PictureGroup(content: high.picture, clips: [.box(clips.1, antialiasing: .off)]))
        picture = recorder.finish()
    }

    /// - Parameter patches: such as an undivided region may have, in any number.
    private static func made(_ box: Box, _ patches: [DrawnPatch], in around: Box, depth: Int) -> DrawnRegion {
        guard patches.count > maxPatches + 1, depth < deepest, let cut = bestCut(of: box, patches) else {
            return DrawnRegion(box, patches)
        }
        let (low, high) = cut.parts(of: box)
        return DrawnRegion(
            box, made(low, patches.shown(in: low), in: around, depth: depth + 1),
            made(high, patches.shown(in: high), in: around, depth: depth + 1), cut, in: around)
    }

    /// The cut that leaves the fewest patches on its fuller side, of those along patches' edges and through the middle;
    /// nil when the region is too small to be cut. None cuts off less than a quarter, so that regions get smaller fast
    /// in whatever order patches come.
    private static func bestCut(of box: Box, _ patches: [DrawnPatch]) -> Cut? {
        var best: (cut: Cut, most: Int, sum: Int)?
        func weigh(_ isVertical: Bool, _ at: Double, _ low: Double, _ high: Double) {
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
                weigh(isVertical, isVertical ? patch.reach.minX : patch.reach.minY, low, high)
                weigh(isVertical, isVertical ? patch.reach.maxX : patch.reach.maxY, low, high)
            }
            weigh(isVertical, low + (high - low) / 2, low, high)
        }
        return best?.cut
    }

    /// The region with a patch over what is in it.
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
            return DrawnRegion(box, low, high, cut, in: around)
        }
    }

    /// The smallest region around a box's middle that has a number of patches.
    func crowd(around wanted: Box, of number: Int) -> Box {
        guard case .halves(let low, let high, let cut) = parts else { return box }
        let middle = cut.isVertical ? wanted.minX + wanted.width / 2 : wanted.minY + wanted.height / 2
        let half = middle < cut.at ? low : high
        return half.count < number ? box : half.crowd(around: wanted, of: number)
    }

    /// Appends all patches, those in several regions several times.
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
    /// Those that show in a box: from the last that covers it, without those that a later one covers there.
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
    /// Whether two boxes have more in common than an edge.
    func overlaps(_ other: Box) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
