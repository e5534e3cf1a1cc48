import Foundation
import TileGraphics

/// Draws an image in nine parts: corners that keep their size, edges and a middle that are stretched or tiled.
struct ResizableImage {
    /// With upright pixels.
    private let traits: ImageTraits
    private let insets: UIEdgeInsets

    init(_ image: UIImage) {
        var traits = image.traits
        // Caps are of the upright image, so its pixels are cut upright.
        if traits.orientation != .up {
            traits.pixels = image.uprightPixels()
            traits.orientation = .up
            // It is in those pixels now.
            traits.tint = nil
        }
        self.traits = traits
        insets = traits.capInsets
    }

    /// A strip of the image, across or downwards: where it is in the image and where it goes.
    private struct Strip {
        /// In points of the image.
        var from: ClosedRange<CGFloat>
        /// In user space.
        var to: ClosedRange<CGFloat>
        /// Whether it keeps its size.
        var isCap: Bool
    }

    func draw(in rect: CGRect, of context: CGContext) {
        guard let pixels = traits.pixels else { return }
        let columns = strips(insets.left, insets.right, traits.size.width, rect.minX...rect.maxX)
        let rows = strips(insets.top, insets.bottom, traits.size.height, rect.minY...rect.maxY)
        context.saveGState()
        // Parts end on whole pixels, so that none shows a seam to the next.
        context.setShouldAntialias(false)
        for row in rows {
            for column in columns {
                let source = CGRect(
                    x: column.from.lowerBound * traits.scale, y: row.from.lowerBound * traits.scale,
                    width: (column.from.upperBound - column.from.lowerBound) * traits.scale,
                    height: (row.from.upperBound - row.from.lowerBound) * traits.scale)
                guard let part = pixels.cropping(to: source) else { continue }
                let target = CGRect(
                    x: column.to.lowerBound, y: row.to.lowerBound,
                    width: column.to.upperBound - column.to.lowerBound,
                    height: row.to.upperBound - row.to.lowerBound)
                if traits.resizingMode == .tile, !(column.isCap && row.isCap) {
                    tile(part, column, row, target, context)
                } else {
                    UIImage.draw(part, in: target, traits, of: context)
                }
            }
        }
        context.restoreGState()
    }

    /// Two caps and what is between them; those of no size left out. Where the caps have no room, they share what there
    /// is.
    private func strips(
        _ low: CGFloat, _ high: CGFloat, _ length: CGFloat, _ target: ClosedRange<CGFloat>
    ) -> [Strip] {
        let low = min(max(0, low), length)
        let high = min(max(0, high), length - low)
        let room = target.upperBound - target.lowerBound
        let factor = low + high > room && low + high > 0 ? room / (low + high) : 1
        let lowEnd = target.lowerBound + low * factor
        let highStart = max(lowEnd, target.upperBound - high * factor)
        return [
            Strip(from: 0...low, to: target.lowerBound...lowEnd, isCap: true),
            Strip(from: low...max(low, length - high), to: lowEnd...highStart, isCap: false),
            Strip(from: length - high...length, to: highStart...target.upperBound, isCap: true),
        ].filter { $0.from.upperBound > $0.from.lowerBound && $0.to.upperBound > $0.to.lowerBound }
    }

    /// Repeats a part from the target's top left on: downwards, across, or both.
    private func tile(_ part: CGImage, _ column: Strip, _ row: Strip, _ target: CGRect, _ context: CGContext) {
        let width = column.isCap ? target.width : column.from.upperBound - column.from.lowerBound
        let height = row.isCap ? target.height : row.from.upperBound - row.from.lowerBound
        context.saveGState()
        context.clip(to: target)
        let cell = CGRect(x: target.minX, y: target.minY, width: width, height: height)
        if let tint = traits.tint {
            context.setFillColor(tint.cgColor)
            context.drawYDown(part.alphaStencil, in: cell, byTiling: true)
        } else {
            context.drawYDown(part, in: cell, byTiling: true)
        }
        context.restoreGState()
    }
}
