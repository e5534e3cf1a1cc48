import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// Gray images of one size, each in a color, that are added up: what a microscope sees through its filters.
///
/// A pixel is the sum of the channels' gray values times their colors and opacities, at most white. The sum is of sRGB
/// values, as ImageJ and other programs for microscopes add them up.
final class ChannelSource: RefiningTileSource {
    /// A channel that is shown.
    struct Part {
        /// The index of the channel, from 0.
        var channel: Int
        var color: ChannelColor
        var opacity: Double
        var source: ImageSource
        /// The values that are shown from black to the color; nil for all that the samples can have.
        var range: ClosedRange<Double>?
    }

    let parts: [Part]
    let contentSize: CGSize
    private let weights: [Weights]

    /// The factors of a channel's gray value, from 0 to 65,536.
    private struct Weights {
        var red: UInt32
        var green: UInt32
        var blue: UInt32

        init(_ part: Part) {
            func weight(_ component: UInt8) -> UInt32 {
                UInt32((Double(component) / 255 * part.opacity * 65536).rounded())
            }
            (red, green, blue) = (weight(part.color.red), weight(part.color.green), weight(part.color.blue))
        }
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - parts: At least one channel, and at most `RasterPreferences.mostChannels`.
    ///   - width: The width of each channel's image, in pixels.
    ///   - height: The height of each channel's image, in pixels.
    init(_ parts: [Part], width: Int, height: Int) {
        self.parts = parts
        contentSize = CGSize(width: width, height: height)
        weights = parts.map(Weights.init)
    }

    var byteCount: Int { parts.reduce(0) { $0 + $1.source.byteCount } }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var bitmaps: [(bitmap: Bitmap, weights: Weights)] = []
        for (part, weights) in zip(parts, weights) {
            try context.checkCancellation()
            switch try part.source.raster(area, in: context) {
            case .bitmap(let bitmap): bitmaps.append((bitmap, weights))
            case .solid(let color, let width, let height):
                // Nothing of the picture is there.
                guard color.argb != 0 else { continue }
                let bitmap = context.pool.uninitializedBitmap(width: width, height: height)
                for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
                bitmaps.append((bitmap, weights))
            }
        }
        guard !bitmaps.isEmpty else { return .solid(.clear, width: area.width, height: area.height) }
        let output = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        for y in 0..<area.height {
            let rows = bitmaps.map { (row: UnsafeBufferPointer($0.bitmap.row(y)), weights: $0.weights) }
            let target = output.row(y)
            for x in 0..<area.width {
                var (red, green, blue, alpha): (UInt32, UInt32, UInt32, UInt32) = (1 << 15, 1 << 15, 1 << 15, 0)
                for (row, weights) in rows {
                    // A gray pixel has the same value in all bytes but that of its alpha.
                    let (gray, opacity) = (row[x] & 0xFF, row[x] >> 24)
                    red += gray * weights.red
                    green += gray * weights.green
                    blue += gray * weights.blue
                    alpha = max(alpha, opacity)
                }
                let (r, g, b) = (min(alpha, red >> 16), min(alpha, green >> 16), min(alpha, blue >> 16))
                target[x] = alpha << 24 | r << 16 | g << 8 | b
            }
        }
        return .bitmap(output)
    }

    /// The progress of the slowest channel.
    var refinement: Double? { parts.compactMap(\.source.refinement).min() }

    func subscribeToRefinements(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        let subscriptions = parts.map { $0.source.subscribeToRefinements(onRefinement) }
        return TileChangeSubscription { withExtendedLifetime(subscriptions) {} }
    }

    /// The ranges that `tilework info` prints.
    var ranges: String {
        parts.map { part in
            guard let range = part.range else { return "all" }
            return String(format: "%.4g to %.4g", range.lowerBound, range.upperBound)
        }.joined(separator: ", ") + ", shown from black to the channel's color"
    }
}
