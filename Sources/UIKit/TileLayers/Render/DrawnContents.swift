import TileGeometry
import TileGraphics

/// What a layer drew, and the parts of it that were drawn anew since. Immutable.
///
/// Parts drawn anew replace what was drawn there before; what no part reaches stays as it was first drawn. They are
/// kept by where they lie (`DrawnRegion`), so that one more costs O(log n), and a tile meets only those in it. What
/// they cover is let go of. Two states of the same contents are told apart to the part (`difference(from:)`), however
/// many lie between.
final class DrawnContents: Sendable {
    /// Parts kept, counted once for each region that they lie in. Each takes about a kilobyte. Beyond it, a part is
    /// drawn larger, so that it takes the place of many (`roomFor`).
    static let maxPatches = 1 << 16
    /// How many it then takes the place of, about: a larger one would make more of the layer stale.
    private static let replaced = 256

    /// The bounds that were drawn for.
    let extent: Box
    /// What was drawn first, in all.
    private let base: DrawnPatch
    private let region: DrawnRegion
    /// Of the last patch.
    private let number: Int
    /// All in one, in the plane of `extent`.
    let picture: Picture
    let group: PictureGroup

    convenience init(_ picture: Picture, extent: Box) {
        let base = DrawnPatch(picture, number: 0, box: extent, of: extent, around: .init(extent, picture))
        self.init(base, DrawnRegion(base.reach, [base]), number: 0)
    }

    private init(_ base: DrawnPatch, _ region: DrawnRegion, number: Int) {
        self.base = base
        self.region = region
        self.number = number
        extent = base.box
        picture = region.picture
        group = PictureGroup(content: picture)
    }

    /// Parts kept, counted once for each region that they lie in.
    var patchCount: Int { region.count - 1 }

    /// These contents with a part drawn anew.
    func patched(_ box: Box, with picture: Picture) -> DrawnContents {
        let patch = DrawnPatch(picture, number: number + 1, box: box, of: extent, around: base.reach)
        return DrawnContents(base, region.patched(patch, in: base.reach), number: number + 1)
    }

    /// What to draw anew where `box` is to be: itself, or where too many parts are kept, so much around it that it
    /// replaces a good number of them.
    func roomFor(_ box: Box, maxPatches: Int = maxPatches) -> Box {
        if region.count <= maxPatches { return box }
        let crowd = region.crowd(around: box, of: min(Self.replaced, maxPatches))
        return crowd.intersection(extent).union(box)
    }

    /// Where these contents differ from others: boxes that hold all differences, and lie in those of the parts that
    /// only one of the two has, when one came of the other. nil when the two were not drawn as one at first, so that
    /// nothing is known. O(d log n) for d such parts.
    func difference(from old: DrawnContents) -> [Box]? {
        if self === old { return [] }
        guard base === old.base, extent == old.extent else { return nil }
        var found = DrawnDifference(from: old.number, to: number)
        found.compare(.region(old.region), .region(region), in: base.reach)
        return found.boxes
    }
}

/// A part of what a layer drew.
final class DrawnPatch: Sendable {
    let picture: Picture
    /// Later ones have larger numbers.
    let number: Int
    let box: Box
    /// Where it shows: its box; at the edges of the layer, all that lies beyond too, so that an edge which shares a
    /// pixel with what is beyond shows nothing older.
    let reach: Box
    let inside: PictureGroup.Clip
    let outside: PictureGroup.Clip

    init(_ picture: Picture, number: Int, box: Box, of extent: Box, around: Box) {
        self.picture = picture
        self.number = number
        self.box = box
        reach = Box(
            minX: box.minX <= extent.minX ? around.minX : box.minX,
            minY: box.minY <= extent.minY ? around.minY : box.minY,
            maxX: box.maxX >= extent.maxX ? around.maxX : box.maxX,
            maxY: box.maxY >= extent.maxY ? around.maxY : box.maxY)
        // Hard edges: both sides of one then take each pixel or leave it to the other, so that no seam shows at any
        // scale.
        inside = .box(reach, antialiasing: .off)
        outside = .outside(reach, of: around)
    }
}

extension Box {
    /// Where drawn contents may show: room enough around their extent and their ink that no clip at its edge is seen.
    fileprivate init(_ extent: Box, _ picture: Picture) {
        let room = extent.expanded(by: max(extent.width, extent.height) + 1)
        self = picture.bounds.isEmpty ? room : room.union(picture.bounds)
    }
}

extension PictureGroup.Clip {
    /// All of `outer` that is not in `hole`, which lies in it; with hard edges.
    fileprivate static func outside(_ hole: Box, of outer: Box) -> PictureGroup.Clip {
        var builder = PathBuilder()
        // Farther out by a little, so that where both end at the same place, no hair of a line is left.
        for box in [outer.expanded(by: 1 + outer.width / 64 + outer.height / 64), hole] {
            builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        }
        return PictureGroup.Clip(parts: [(builder.build(), .identity)], rule: .evenOdd, antialiasing: .off)
    }
}
