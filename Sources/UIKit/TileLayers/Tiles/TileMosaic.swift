package import TileEngine
package import TileGeometry
import TileGraphics

/// Tiles composed at their positions in a layer. Immutable; shares the tiles' pixels.
///
/// Edges are hard: neighbors that meet between two pixels leave no seam, at any scale.
package final class TileMosaic: Sendable {
    /// The box of one tile, and its contents.
    package struct Cell: Sendable {
        /// The box in the layer's coordinates.
        package var box: Box
        package var pieces: [Piece]
        /// A hash of the appearance: cells with equal hashes look the same.
        package var fingerprint: Int

        package init(box: Box, pieces: [Piece], fingerprint: Int) {
            self.box = box
            self.pieces = pieces
            self.fingerprint = fingerprint
        }
    }

    /// A part of a tile.
    package struct Piece: Sendable {
        var image: TileImage
        /// The part of the image, in unit coordinates.
        var source: Box
        /// The rect in the cell, in unit coordinates.
        var target: Box
        var opacity: Double

        package init(_ image: TileImage, source: Box = .unit, target: Box = .unit, opacity: Double = 1) {
            self.image = image
            self.source = source
            self.target = target
            self.opacity = opacity
        }

        package func faded(to opacity: Double) -> Piece {
            Piece(image, source: source, target: target, opacity: self.opacity * opacity)
        }
    }

    package let cells: [Cell]
    /// All cells with an index; nil for a single cell, which needs none.
    private let picture: Picture?

    package init(_ cells: [Cell]) {
        self.cells = cells
        if cells.count == 1 {
            picture = nil
        } else {
            var recorder = PictureRecorder()
            recorder.draw(cells)
            picture = recorder.finish()
        }
    }

    /// Draws the part inside a layer's bounds.
    func record(into recorder: inout PictureRecorder, in bounds: Box) {
        if picture == nil, bounds.contains(cells[0].box) {
            recorder.draw(cells)
            return
        }
        var whole = PictureRecorder()
        if picture == nil { whole.draw(cells) }
        recorder.draw(
            PictureGroup(content: picture ?? whole.finish(), clips: [.box(bounds, antialiasing: .off)]))
    }

    /// Returns the boxes of the cells in which two mosaics differ.
    func difference(from old: TileMosaic) -> [Box] {
        // Usually the same tiles are in the same order.
        if cells.count == old.cells.count, zip(cells, old.cells).allSatisfy({ $0.box == $1.box }) {
            return zip(cells, old.cells).filter { $0.fingerprint != $1.fingerprint }.map(\.0.box)
        }
        var before: [Box: Int] = [:]
        for cell in old.cells { before[cell.box] = cell.fingerprint }
        var boxes: [Box] = []
        for cell in cells where before.removeValue(forKey: cell.box) != cell.fingerprint { boxes.append(cell.box) }
        return boxes + before.keys
    }
}

extension PictureRecorder {
    fileprivate mutating func draw(_ cells: [TileMosaic.Cell]) {
        for cell in cells { for piece in cell.pieces { draw(piece, in: cell.box) } }
    }

    private mutating func draw(_ piece: TileMosaic.Piece, in cell: Box) {
        let target = cell.part(piece.target)
        guard target.width > 0, target.height > 0, piece.opacity > 0 else { return }
        if piece.opacity < 1 {
            var one = PictureRecorder()
            one.draw(piece.image, piece.source, to: target)
            draw(PictureGroup(content: one.finish(), opacity: piece.opacity))
        } else {
            draw(piece.image, piece.source, to: target)
        }
    }

    private mutating func draw(_ image: TileImage, _ source: Box, to target: Box) {
        switch image {
        case .solid(.clear, _, _): return
        case .solid(let color, _, _):
            fill(.unitSquare, with: .color(Color(color)), antialiasing: .off, transform: target.fromUnitSquare)
        case .bitmap(let bitmap):
            let whole = Box(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
            draw(PictureImage(bitmap, source: whole.part(source), target: target, antialiasing: .off))
        }
    }
}

extension Color {
    fileprivate init(_ pixel: PixelColor) {
        let (red, green, blue, alpha) = pixel.straight
        self.init(
            red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255)
    }
}

extension TileMosaic {
    /// Returns the pieces for a tile's look.
    package static func pieces(of contents: TileContents) -> [Piece] {
        switch contents {
        case .full(let tile), .draft(let tile), .stale(let tile): tile.pixels.map { [Piece($0)] } ?? []
        case .substitutes(let substitutes), .failed(_, let substitutes):
            substitutes.compactMap { part in
                part.tile.pixels.map { Piece($0, source: part.source, target: part.target) }
            }
        case .blank: []
        }
    }
}

extension CachedTile {
    /// The pixels; nil for a file without its picture.
    package var pixels: TileImage? {
        switch payload {
        case .pixels(let image): image
        case .file: nil
        case .package(let package): (package as? any PicturedPackage)?.picture
        }
    }
}
