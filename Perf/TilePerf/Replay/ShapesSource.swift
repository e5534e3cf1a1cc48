import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// Generated content: shapes of several kinds, positioned and colored by a seed. It is the same on every machine, and
/// needs neither a file nor a font.
final class ShapesSource: TileSource {
    let contentSize: CGSize
    private let picture: Picture

    init(count: Int, size: CGSize, seed: UInt64) {
        contentSize = size
        var random = SplitMix(seed)
        let context = CGContext(recording: CGRect(origin: .zero, size: size), scale: 1)
        context.setFillColor(CGColor(red: 0.97, green: 0.97, blue: 0.95, alpha: 1))
        context.fill(CGRect(origin: .zero, size: size))
        // A constant density, whatever the size: a shape is about as wide as the distance between shapes.
        let apart = (Double(size.width * size.height) / Double(max(count, 1))).squareRoot()
        for number in 0..<count {
            let center = CGPoint(
                x: random.unit() * Double(size.width), y: random.unit() * Double(size.height))
            let radius = apart * (0.2 + random.unit())
            let color = CGColor(
                red: random.unit(), green: random.unit(), blue: random.unit(), alpha: number % 5 == 0 ? 0.6 : 1)
            context.setFillColor(color)
            context.setStrokeColor(color)
            let box = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
            switch number % 4 {
            case 0: context.fill(box)
            case 1: context.fillEllipse(in: box)
            case 2:
                context.setLineWidth(max(1, radius / 8))
                context.strokeEllipse(in: box)
            default:
                context.move(to: center)
                for corner in 0..<6 {
                    let (angle, length) = (Double(corner) * 1.1, radius * (0.4 + random.unit()))
                    context.addLine(to: CGPoint(x: center.x + cos(angle) * length, y: center.y + sin(angle) * length))
                }
                context.closePath()
                context.fillPath()
            }
        }
        picture = context.finishPicture()
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var counters = ReplayCounters()
        return try picture.raster(area, in: context, counters: &counters)
    }
}

/// Sebastiano Vigna's SplitMix64 generator of pseudorandom numbers, reproducible from a seed.
struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to but excluding 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
