import TileGeometry
import TileGraphics

/// The drawing of a layer, and the parts of it redrawn since. Immutable.
///
/// Redrawn parts replace the earlier drawing in their area; the rest stays as it was first drawn. They are kept by
/// position (`DrawnRegion`), so that adding one costs O(log n), and a tile visits only those inside it. Fully covered
/// parts are released. The difference between two states of the same contents is known by part (`difference(from:)`),
/// however many states are between.
final class DrawnContents: Sendable {
    /// The maximum number of parts, counted once for each region that they are in. Each takes about a kilobyte. Beyond
    /// it, a larger part is drawn, which replaces many (`roomFor`).
    static let maxPatches = 1 << 16
    /// The approximate number of parts that it replaces: more would make too much of the layer stale.
    private static let replaced = 256

    /// The bounds for which the contents were drawn.
    let extent: Box
    /// The complete first drawing.
    private let base: DrawnPatch
    private let region: DrawnRegion
    /// The number of the last patch.
    private let number: Int
    /// The combined drawing, in the plane of `extent`.
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

    /// The number of parts, counted once for each region that they are in.
    var patchCount: Int { region.count - 1 }

    /// Returns these contents with a part redrawn.
    func patched(_ box: Box, with picture: Picture) -> DrawnContents {
        let patch = DrawnPatch(picture, number: number + 1, box: box, of: extent, around: base.reach)
        return DrawnContents(base, region.patched(patch, in: base.reach), number: number + 1)
    }

    /// Returns the box to redraw for `box`: itself, or if there are too many parts, a larger one that replaces a number
    /// of them.
    func roomFor(_ box: Box, maxPatches: Int = maxPatches) -> Box {
        if region.count <= maxPatches { return box }
        let crowd = region.crowd(around: box, of: min(Self.replaced, maxPatches))
        return crowd.intersection(extent).union(box)
    }

    /// Returns boxes that contain all differences from other contents. If one was derived from the other, they are
    /// inside the boxes of the parts that only one of the two has. nil if the two do not have the same first drawing,
    /// so that nothing is known. O(d log n) for d such parts.
    func difference(from old: DrawnContents) -> [Box]? {
        if self === old { return [] }
        guard base === old.base, extent == old.extent else { return nil }
        var found = DrawnDifference(from: old.number, to: number)
        found.compare(.region(old.region), .region(region), in: base.reach)
        return found.boxes
    }
}

/// A redrawn part of a layer's drawing.
final class DrawnPatch: Sendable {
    let picture: Picture
    /// The sequence number; later patches have larger ones.
    let number: Int
    let box: Box
    /// The area where it is visible: its box, extended beyond the layer at the layer's edges, so that an edge that
    /// shares a pixel with the outside shows nothing older.
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
        // Hard edges: each pixel belongs to one side of an edge, so that no seam is visible at any scale.
        inside = .box(reach, antialiasing: .off)
        outside = .outside(reach, of: around)
    }
}

extension Box {
    /// Creates a box in which drawn contents may be visible: large enough around their extent and ink that no clip at
    /// its edge is noticeable.
    fileprivate init(_ extent: Box, _ picture: Picture) {
        let room = extent.expanded(by: max(extent.width, extent.height) + 1)
        self = picture.bounds.isEmpty ? room : room.union(picture.bounds)
    }
}

extension PictureGroup.Clip {
    /// Returns the clip of `outer` without `hole`, which is inside it; with hard edges.
    fileprivate static func outside(_ hole: Box, of outer: Box) -> PictureGroup.Clip {
        var builder = PathBuilder()
        // Slightly larger, so that no thin line remains where both end at the same place.
        for box in [outer.expanded(by: 1 + outer.width / 64 + outer.height / 64), hole] {
            builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        }
        return PictureGroup.Clip(parts: [(builder.build(), .identity)], rule: .evenOdd, antialiasing: .off)
    }
}
