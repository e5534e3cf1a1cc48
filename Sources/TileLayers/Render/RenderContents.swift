import TileGeometry
import TileGraphics

/// What a layer shows of its own: pixels, or what it drew. Immutable.
enum RenderContents: Sendable {
    case image(Bitmap)
    case drawing(DrawnContents)

    func isSame(as other: RenderContents) -> Bool {
        switch (self, other) {
        case (.image(let a), .image(let b)): a === b
        case (.drawing(let a), .drawing(let b)): a === b
        default: false
        }
    }

    /// Draws the contents where `placement` puts them.
    func record(into recorder: inout PictureRecorder, _ placement: ContentsPlacement, in bounds: Box) {
        switch self {
        case .image(let bitmap):
            let whole = Box(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
            let pieces = placement.pieces(
                width: whole.width / placement.scale, height: whole.height / placement.scale, in: bounds)
            for piece in pieces {
                let source = whole.part(piece.source).intersection(whole)
                guard !source.isEmpty, source.width > 0, source.height > 0 else { continue }
                let enlarges = piece.target.width * placement.scale > source.width
                let filter = enlarges ? placement.magnification : placement.minification
                recorder.draw(
                    PictureImage(
                        bitmap, source: source, target: piece.target,
                        interpolation: filter == .nearest ? .none : filter == .trilinear ? .high : .medium))
            }
        case .drawing(let drawn):
            let extent = drawn.extent
            for piece in placement.pieces(width: extent.width, height: extent.height, in: bounds) {
                let source = extent.part(piece.source)
                guard source.width > 0, source.height > 0 else { continue }
                let transform = CGAffineTransform(translationX: -source.minX, y: -source.minY)
                    .concatenating(
                        CGAffineTransform(
                            a: piece.target.width / source.width, b: 0, c: 0, d: piece.target.height / source.height,
                            tx: piece.target.minX, ty: piece.target.minY))
                if source.contains(drawn.picture.bounds) {
                    if drawn.picture.operationCount <= 2 {
                        recorder.append(drawn.picture, transform: transform)
                    } else {
                        recorder.draw(drawn.group, transform: transform)
                    }
                } else {
                    recorder.draw(
                        PictureGroup(content: drawn.picture, clips: [.box(source)]), transform: transform)
                }
            }
        }
    }
}

/// What a layer drew, and the parts of it that were drawn anew since. Immutable.
final class DrawnContents: Sendable {
    struct Patch: Sendable {
        var box: Box
        var picture: Picture
    }

    /// Patches after which all is drawn anew: each costs every later drawing a look at its box, and a tile that it touches a
    /// clip.
    static let mostPatches = 64

    /// The bounds that were drawn for.
    let extent: Box
    /// What the first patch and all later ones are laid over.
    private let base: Picture
    /// Oldest first; none lies within a later one.
    let patches: [Patch]
    /// All in one, in the plane of `extent`.
    let picture: Picture
    let group: PictureGroup

    init(_ picture: Picture, extent: Box) {
        self.extent = extent
        self.picture = picture
        base = picture
        patches = []
        group = PictureGroup(content: picture)
    }

    private init(base: Picture, patches: [Patch], extent: Box) {
        self.extent = extent
        self.base = base
        self.patches = patches
        var recorder = PictureRecorder()
        // Each part shows where no later one lies. Hard edges: both sides of one then take each pixel or leave it to the other,
        // so that no seam shows at any scale.
        func draw(_ picture: Picture, within box: Box, except later: ArraySlice<Patch>) {
            var clips: [PictureGroup.Clip] = [.box(box, antialiasing: .off)]
            for patch in later where patch.box.intersects(box) { clips.append(.outside(patch.box, of: box)) }
            recorder.draw(PictureGroup(content: picture, clips: clips))
        }
        // Room around, so that nothing of the base is cut at the edges of `extent` that was not before.
        let around = extent.expanded(by: max(extent.width, extent.height) + 1).union(base.bounds)
        draw(base, within: around, except: patches[...])
        for (index, patch) in patches.enumerated() {
            draw(patch.picture, within: patch.box, except: patches[(index + 1)...])
        }
        picture = recorder.finish()
        group = PictureGroup(content: picture)
    }

    /// These contents with a part drawn anew; nil when so many were that all should be.
    func patched(_ box: Box, with picture: Picture) -> DrawnContents? {
        var kept = patches.filter { !box.contains($0.box) }
        kept.append(Patch(box: box, picture: picture))
        if kept.count > Self.mostPatches { return nil }
        return DrawnContents(base: base, patches: kept, extent: extent)
    }

    /// Where these contents differ from older ones of the same layer; nil when nothing is known.
    func difference(from old: DrawnContents) -> [Box]? {
        if self === old { return [] }
        guard base === old.base, extent == old.extent else { return nil }
        // A patch that both have drew the same, and what one of them lacks is in another's box.
        let known = patches.filter { patch in !old.patches.contains { $0.picture === patch.picture } }
        let gone = old.patches.filter { patch in !patches.contains { $0.picture === patch.picture } }
        return (known + gone).map(\.box)
    }
}

extension PictureGroup.Clip {
    static func box(_ box: Box, antialiasing: Antialiasing = .normal) -> PictureGroup.Clip {
        PictureGroup.Clip(
            parts: [(Path.unitSquare, box.fromUnitSquare)], rule: .nonZero, antialiasing: antialiasing)
    }

    /// All of `outer` that is not in `hole`.
    static func outside(_ hole: Box, of outer: Box) -> PictureGroup.Clip {
        var builder = PathBuilder()
        for box in [outer, hole.intersection(outer)] {
            builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        }
        return PictureGroup.Clip(parts: [(builder.build(), .identity)], rule: .evenOdd, antialiasing: .off)
    }
}
