import CCairo
import Foundation
import TileGraphics

/// The difference between a drawing and its reference. The limit for every drawing is a mean absolute difference of at
/// most 0.5 of 255 in each channel, with no pixel off by more than 48 except along antialiased edges.
struct PixelDifference {
    private(set) var pixels = 0
    /// Sums of absolute differences: blue, green, red, alpha.
    private(set) var sums = SIMD4<Int>()
    private(set) var worst = 0
    /// Pixels off by more than 48 on an edge of the reference.
    private(set) var farOnEdges = 0
    /// Pixels off by more than 48 elsewhere; none is allowed.
    private(set) var farElsewhere = 0
    /// The position of one of those pixels, or else of the worst pixel.
    private(set) var example: (x: Int, y: Int)?

    static let largestMean = 0.5
    static let far = 48
    /// A pixel of the reference is on an edge if its 3 × 3 neighborhood spans more than this in some channel. It is
    /// less than `far`, because the difference between two ways to smooth an edge is smaller than the edge.
    static let edgeSpread = 40
    /// The largest share of pixels on edges that may be far off: one in a thousand, or eight in a small drawing.
    static let largestFarShare = 0.001

    var means: SIMD4<Double> { SIMD4<Double>(sums) / Double(max(1, pixels)) }

    /// A description of the violated limit, or nil.
    var complaint: String? {
        let mean = means.max()
        if mean > Self.largestMean { return "the mean difference is \(mean)" }
        if farElsewhere > 0 { return "\(farElsewhere) pixels off by more than \(Self.far) where there is no edge" }
        if Double(farOnEdges) > max(8, Double(pixels) * Self.largestFarShare) {
            return "\(farOnEdges) of \(pixels) pixels off by more than \(Self.far), though on edges"
        }
        return nil
    }

    /// Compares `image` with the part of `reference` that has its top left at (x, y).
    mutating func add(_ image: TileImage, against reference: Bitmap, atX x: Int, y: Int) {
        let width = min(image.width, reference.width - x)
        let height = min(image.height, reference.height - y)
        pixels += width * height
        var solidRow: [UInt32] = []
        if case .solid(let color, _, _) = image { solidRow = Array(repeating: color.argb, count: width) }
        for line in 0..<height {
            let expected = UnsafePointer(reference.row(y + line).baseAddress!) + x
            solidRow.withUnsafeBufferPointer { solid in
                var actual = solid.baseAddress
                if case .bitmap(let bitmap) = image { actual = UnsafePointer(bitmap.row(line).baseAddress) }
                guard let actual, memcmp(actual, expected, width * 4) != 0 else { return }
                for column in 0..<width where actual[column] != expected[column] {
                    compare(actual[column], expected[column], in: reference, x: x + column, y: y + line)
                }
            }
        }
    }

    private mutating func compare(_ actual: UInt32, _ expected: UInt32, in reference: Bitmap, x: Int, y: Int) {
        var largest = 0
        for channel in 0..<4 {
            let shift = UInt32(channel * 8)
            let difference = abs(Int(actual >> shift & 255) - Int(expected >> shift & 255))
            sums[channel] += difference
            largest = max(largest, difference)
        }
        if largest > Self.far {
            if Self.isNearEdge(reference, x: x, y: y) {
                farOnEdges += 1
            } else {
                if farElsewhere == 0 { example = (x, y) }
                farElsewhere += 1
            }
        }
        if largest > worst {
            worst = largest
            if farElsewhere == 0 { example = (x, y) }
        }
    }

    /// Returns whether a pixel at most one away is on an edge: then the 5 × 5 neighborhood contains that pixel's 3 × 3.
    private static func isNearEdge(_ bitmap: Bitmap, x: Int, y: Int) -> Bool {
        for centerY in max(0, y - 1)...min(bitmap.height - 1, y + 1) {
            for centerX in max(0, x - 1)...min(bitmap.width - 1, x + 1)
            where spread(bitmap, x: centerX, y: centerY) > edgeSpread {
                return true
            }
        }
        return false
    }

    private static func spread(_ bitmap: Bitmap, x: Int, y: Int) -> Int {
        var low = SIMD4<Int32>(repeating: 255)
        var high = SIMD4<Int32>(repeating: 0)
        for line in max(0, y - 1)...min(bitmap.height - 1, y + 1) {
            for column in max(0, x - 1)...min(bitmap.width - 1, x + 1) {
                let pixel = bitmap.row(line)[column]
                let channels = SIMD4<Int32>(
                    Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), Int32(pixel >> 24))
                low = pointwiseMin(low, channels)
                high = pointwiseMax(high, channels)
            }
        }
        return Int((high &- low).max())
    }
}

/// Writes images side by side in a folder, for examining a failure.
enum FailureImages {
    /// Writes `actual`, `expected` and their difference as PNG files.
    ///
    /// - Returns: The folder.
    static func write(_ actual: Bitmap, _ expected: Bitmap, name: String) -> String {
        let folder = NSTemporaryDirectory() + "tilework-differences/"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let difference = Bitmap(width: actual.width, height: actual.height)
        for y in 0..<actual.height {
            for x in 0..<actual.width {
                var value: UInt32 = 0xFF00_0000
                for shift: UInt32 in [0, 8, 16] {
                    let a = Int(actual.row(y)[x] >> shift & 255)
                    let b = Int(expected.row(y)[x] >> shift & 255)
                    value |= UInt32(abs(a - b)) << shift
                }
                difference.row(y)[x] = value
            }
        }
        for (bitmap, kind) in [(actual, "actual"), (expected, "expected"), (difference, "difference")] {
            let surface = cairo_image_surface_create_for_data(
                bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.width),
                Int32(bitmap.height), Int32(bitmap.stride))
            cairo_surface_write_to_png(surface, "\(folder)\(name)-\(kind).png")
            cairo_surface_destroy(surface)
        }
        return folder
    }
}

extension TileImage {
    /// The image's pixels.
    var asBitmap: Bitmap {
        switch self {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }
}
