package import TileGeometry
package import TileGraphics

/// The resampling of one area from one level at a scale that is not a power of two: which source pixels it needs, and
/// their weights. Below scale 1, each pixel is the area-weighted mean of the pixels that it covers; above, pixels are
/// interpolated linearly between their centers.
package struct ResampleWindow {
    /// The weights along one axis: for each output pixel, the first source pixel and the weights of it and of those
    /// after it.
    private struct Axis {
        var firstOutput: Int
        var starts: [Int] = []
        var weights: [[Float]] = []

        var range: Range<Int>? {
            guard let first = starts.first, let last = starts.last, let count = weights.last?.count else { return nil }
            return first..<(last + count)
        }
    }

    private let horizontal: Axis
    private let vertical: Axis

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - area: The area to draw.
    ///   - scale: The pixels of the area for each pixel of the level.
    ///   - size: The size of the level, in pixels.
    package init(_ area: RasterArea, scale: Double, size: (width: Int, height: Int)) {
        horizontal = Self.axis(from: area.x, count: area.width, scale: scale, length: size.width)
        vertical = Self.axis(from: area.y, count: area.height, scale: scale, length: size.height)
    }

    /// The columns and rows of the level that are needed; nil if the area is outside.
    package var source: (columns: Range<Int>, rows: Range<Int>)? {
        guard let columns = horizontal.range, let rows = vertical.range else { return nil }
        return (columns, rows)
    }

    /// The columns and rows that are needed, as a rect.
    var sourceRect: ImageLevels.Rect? {
        guard let (columns, rows) = source else { return nil }
        return ImageLevels.Rect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    private static func axis(from origin: Int, count: Int, scale: Double, length: Int) -> Axis {
        // The pyramid gives the level this many pixels, with the same tolerance for rounding errors.
        let outputLength = max(1, Int((Double(length) * scale - 1e-6).rounded(.up)))
        let first = max(0, origin)
        let last = min(origin + count, outputLength)
        var axis = Axis(firstOutput: first - origin)
        guard first < last else { return axis }
        for output in first..<last {
            if scale < 1 {
                let from = min(Double(output) / scale, Double(length) - 1e-6)
                let to = min(Double(output + 1) / scale, Double(length))
                let start = Int(from)
                let end = max(start + 1, min(length, Int(to.rounded(.up))))
                let raw = (start..<end).map { min(to, Double($0 + 1)) - max(from, Double($0)) }
                let sum = raw.reduce(0, +)
                axis.starts.append(start)
                axis.weights.append(raw.map { Float($0 / sum) })
            } else {
                let centre = (Double(output) + 0.5) / scale - 0.5
                let start = min(max(0, Int(centre.rounded(.down))), length - 1)
                let fraction = Float(min(max(0, centre - Double(start)), 1))
                axis.starts.append(start)
                axis.weights.append(start + 1 < length ? [1 - fraction, fraction] : [1])
            }
        }
        return axis
    }

    /// Resamples the pixels of `sourceRect` in `source`. Pixels of `output` outside the content are unchanged.
    ///
    /// Rows are weighted before columns, in floating point.
    ///
    /// - Complexity: O(n) in the pixels of the source and the output.
    package func resample(_ source: Bitmap, into output: Bitmap) {
        guard let rect = sourceRect else { return }
        let columns = horizontal.starts.count
        // The source rows weighted along x, kept while an output row needs them.
        var weighed: [[SIMD4<Float>]] = []
        var firstWeighed = rect.y
        var line = [SIMD4<Float>](repeating: .zero, count: rect.width)
        for (row, start) in vertical.starts.enumerated() {
            let weights = vertical.weights[row]
            while firstWeighed < start && !weighed.isEmpty {
                weighed.removeFirst()
                firstWeighed += 1
            }
            if weighed.isEmpty { firstWeighed = start }
            while firstWeighed + weighed.count < start + weights.count {
                let sourceRow = source.row(firstWeighed + weighed.count - rect.y)
                for x in 0..<rect.width { line[x] = Self.unpack(sourceRow[x]) }
                weighed.append(
                    (0..<columns).map { column in
                        let offset = horizontal.starts[column] - rect.x
                        var sum = SIMD4<Float>.zero
                        for (index, weight) in horizontal.weights[column].enumerated() {
                            sum += line[offset + index] * weight
                        }
                        return sum
                    })
            }
            let target = output.row(vertical.firstOutput + row).baseAddress! + horizontal.firstOutput
            for column in 0..<columns {
                var sum = SIMD4<Float>.zero
                for (index, weight) in weights.enumerated() { sum += weighed[index][column] * weight }
                target[column] = Self.pack(sum)
            }
        }
    }

    private static func unpack(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4<Float>(
            SIMD4<UInt32>(pixel & 255, pixel &>> 8 & 255, pixel &>> 16 & 255, pixel &>> 24))
    }

    private static func pack(_ value: SIMD4<Float>) -> UInt32 {
        let clamped = (value + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let bytes = SIMD4<UInt32>(clamped)
        return bytes[0] | bytes[1] &<< 8 | bytes[2] &<< 16 | bytes[3] &<< 24
    }
}
