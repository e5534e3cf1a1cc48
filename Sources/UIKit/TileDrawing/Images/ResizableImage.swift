import Foundation
import TileGraphics

/// An image drawn in nine parts: corners that keep their size, and edges and a middle that are stretched or tiled.
struct ResizableImage {
    /// The attributes of the image, with upright pixels.
    private let traits: ImageTraits
    private let insets: UIEdgeInsets

    init(_ image: UIImage) {
        var traits = image.traits
        // Caps refer to the upright image, so its pixels are turned first.
        if traits.orientation != .up {
            traits.pixels = image.uprightPixels()
            traits.orientation = .up
            // The tint is already part of these pixels.
            traits.tint = nil
        } else if let symbol = traits.symbol {
            // Parts are cut from pixels.
            traits.pixels = traits.pixels
            if symbol.hasColors { traits.tint = nil }
        }
        self.traits = traits
        insets = traits.capInsets
    }

    /// A strip of the image, across or downwards: its place in the image and in the target.
    private struct Strip {
        /// The range in points of the image.
        var from: ClosedRange<CGFloat>
        /// The range in user space.
        var to: ClosedRange<CGFloat>
        /// Whether the strip keeps its size.
        var isCap: Bool
    }

    func draw(in rect: CGRect, of context: CGContext) {
        guard let pixels = traits.pixels else { return }
        let columns = strips(insets.left, insets.right, length: traits.size.width, target: rect.minX...rect.maxX)
        let rows = strips(insets.top, insets.bottom, length: traits.size.height, target: rect.minY...rect.maxY)
        context.saveGState()
        // Parts end on whole pixels, so that no seams are visible between them.
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
                    tile(part, column: column, row: row, target: target, context: context)
                } else {
                    UIImage.draw(part, in: target, traits, of: context)
                }
            }
        }
        context.restoreGState()
    }

    /// Returns the two caps and the part between them, without empty ones. Caps that do not fit share the available
    /// length.
    private func strips(
        _ low: CGFloat, _ high: CGFloat, length: CGFloat, target: ClosedRange<CGFloat>
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

    /// Repeats a part, starting at the target's top left: downwards, across, or both.
    private func tile(_ part: CGImage, column: Strip, row: Strip, target: CGRect, context: CGContext) {
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
