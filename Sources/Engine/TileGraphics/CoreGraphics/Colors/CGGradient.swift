public import Foundation
import TileGeometry

/// A gradient: colors at locations from 0 to 1, and the colors between.
///
/// Components are interpolated linearly in sRGB, whatever the gradient's space.
public final class CGGradient: Sendable {
    /// The stops in the order of their locations.
    package let stops: [Gradient.Stop]

    /// - Parameters:
    ///   - space: The space of the components; not an indexed or a pattern space.
    ///   - components: `count` colors, each with alpha.
    ///   - locations: `count` locations from 0 to 1, or nil to space the colors evenly.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        switch space.kind {
        case .pattern, .indexed: return nil
        default: break
        }
        guard count > 0 else { return nil }
        let size = space.numberOfComponents + 1
        let colors = (0..<count).map { index in
            let numbers = Array(UnsafeBufferPointer(start: components + index * size, count: size))
            return space.output(Array(numbers.dropLast()), alpha: numbers[size - 1])
        }
        self.init(colors, locations.map { pointer in (0..<count).map { pointer[$0] } })
    }

    /// - Parameters:
    ///   - space: Ignored: all colors are drawn in sRGB.
    ///   - locations: As many locations from 0 to 1 as colors, or nil to space them evenly.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
        self.init(colors.map(\.output), locations)
    }

    /// Creates a gradient from an array of colors and a buffer of locations.
    ///
    /// - Parameters:
    ///   - colors: `CGColor`s; nil is returned for an array with other elements.
    ///   - locations: As many locations as colors, or nil.
    public convenience init?(
        colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
    ) {
        let known = colors.compactMap { $0 as? CGColor }
        guard known.count == colors.count else { return nil }
        self.init(
            known.map(\.output), locations.map { pointer in (0..<known.count).map { pointer[$0] } })
    }

    /// Creates a gradient. Missing and NaN locations are spaced evenly; others are clamped.
    package init?(_ colors: [Color], _ locations: [CGFloat]?) {
        guard !colors.isEmpty else { return nil }
        let even = 1 / Double(max(1, colors.count - 1))
        var stops: [Gradient.Stop] = []
        for (index, color) in colors.enumerated() {
            var offset = Double(index) * even
            if let locations, index < locations.count, !locations[index].isNaN {
                offset = min(1, max(0, Double(locations[index])))
            }
            stops.append(Gradient.Stop(offset: offset, color: color))
        }
        // Stable: colors at the same location keep their order.
        let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
        self.stops = order.map { stops[$0] }
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGGradient.self) }

    /// Returns the stops for a paint that covers the plane: clear beyond the ends that the options do not extend.
    func stops(_ options: CGGradientDrawingOptions, alpha: Double) -> [Gradient.Stop] {
        var result = stops
        if alpha < 1 {
            for index in result.indices { result[index].color = result[index].color.withAlpha(multipliedBy: alpha) }
        }
        if !options.contains(.drawsBeforeStartLocation) {
            result.insert(Gradient.Stop(offset: 0, color: result[0].color), at: 0)
            result.insert(Gradient.Stop(offset: 0, color: result[0].color.withAlpha(multipliedBy: 0)), at: 0)
        }
        if !options.contains(.drawsAfterEndLocation) {
            let last = result[result.count - 1].color
            result.append(Gradient.Stop(offset: 1, color: last))
            result.append(Gradient.Stop(offset: 1, color: last.withAlpha(multipliedBy: 0)))
        }
        return result
    }
}
