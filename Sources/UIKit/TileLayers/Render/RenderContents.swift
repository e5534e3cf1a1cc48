import TileGeometry
import TileGraphics

/// The layer's own contents: pixels, or its drawing. Immutable.
enum RenderContents: Sendable {
    case image(Bitmap)
    case drawing(DrawnContents)
    /// Tiles at their positions in the layer's plane, regardless of the placement.
    case tiles(TileMosaic)

    func isSame(as other: RenderContents) -> Bool {
        switch (self, other) {
        case (.image(let a), .image(let b)): a === b
        case (.drawing(let a), .drawing(let b)): a === b
        case (.tiles(let a), .tiles(let b)): a === b
        default: false
        }
    }

    /// Draws the contents according to `placement`.
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
        case .tiles(let mosaic):
            mosaic.record(into: &recorder, in: bounds)
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
