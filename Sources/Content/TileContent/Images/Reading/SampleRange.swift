import CVips
import Foundation

/// Which of a file's numbers are shown as black and as white, where their type does not say: floating point, and
/// integers that are signed or of 32 bits.
///
/// Numbers between 0 and 1 are taken as such. Others are heights, temperatures, counts: of them nearly all are shown,
/// from the least to the greatest, but for a thousandth at either end, where marks for “nothing here” are.
struct SampleRange: Hashable, Sendable {
    var low: Double
    var high: Double

    /// Of the values that are looked at, the part left out at each end.
    private static let tail = 0.001
    /// Values that are looked at.
    private static let sampleCount = 1 << 18
    /// Pixels that are decoded for that, of a file that can only be read from the top.
    private static let mostPixels = 1 << 26

    /// Reads a part of the picture, all over it if it is tiled or not too large, else from its top.
    ///
    /// - Parameter isRandomAccess: Whether it was opened so.
    init(_ picture: VipsPicture, isRandomAccess: Bool) throws(VipsLibrary.Failure) {
        var values: [Float] = []
        let plain = try picture.then { tilework_vips_to_floats($0) }
        let side = 256
        if isRandomAccess {
            // Windows on a grid of 8 × 8.
            for row in 0..<8 {
                for column in 0..<8 {
                    let width = min(side, picture.width)
                    let height = min(side, picture.height)
                    let x = (picture.width - width) * column / 7
                    let y = (picture.height - height) * row / 7
                    try Self.collect(plain, x: x, y: y, width: width, height: height, every: 16, &values)
                }
            }
        } else {
            let rows = min(picture.height, max(1, Self.mostPixels / picture.width))
            let every = max(1, rows * picture.width * picture.bands / Self.sampleCount)
            for top in stride(from: 0, to: rows, by: 16) {
                let height = min(16, picture.height - top)
                try Self.collect(plain, x: 0, y: top, width: picture.width, height: height, every: every, &values)
            }
        }
        self.init(values)
    }

    init(_ values: [Float]) {
        let sorted = values.filter { $0.isFinite && abs($0) < 1e30 }.sorted()
        guard let least = sorted.first, let greatest = sorted.last, least < greatest, least < 0 || greatest > 1 else {
            (low, high) = (0, 1)
            if let only = sorted.first, only == sorted.last, only < 0 || only > 1 {
                // Of one value everywhere, in the middle.
                (low, high) = (Double(only) - 1, Double(only) + 1)
            }
            return
        }
        let cut = Int(Double(sorted.count) * Self.tail)
        (low, high) = (Double(sorted[cut]), Double(sorted[sorted.count - 1 - cut]))
        if low >= high { (low, high) = (Double(least), Double(greatest)) }
    }

    private static func collect(
        _ picture: VipsPicture, x: Int, y: Int, width: Int, height: Int, every: Int, _ values: inout [Float]
    ) throws(VipsLibrary.Failure) {
        let count = width * picture.bands
        try picture.readRows(x: x, y: y, width: width, height: height) { row, samples in
            samples.withMemoryRebound(to: Float.self, capacity: count) { samples in
                // Not the same columns of each row.
                for index in Swift.stride(from: row * 7 % every, to: count, by: every) { values.append(samples[index]) }
            }
        }
    }

    /// What turns a sample into one of 16 bits: this times the sample, and this added.
    var spread: (factor: Double, offset: Double) {
        let factor = 65535 / (high - low)
        return (factor, -low * factor)
    }

    /// As `tilework info` says it.
    var title: String { "\(Self.text(low)) to \(Self.text(high)), shown from black to white" }

    private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
