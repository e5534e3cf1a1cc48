import CVips
import Foundation

/// The values that are shown as black and as white if a file's sample type does not define them: floating point, and
/// integers that are signed or have 32 bits.
///
/// Values between 0 and 1 are used directly. Others are heights, temperatures or counts: the range covers them from the
/// smallest to the largest, except a thousandth at either end, where markers for missing data are.
struct SampleRange: Hashable, Sendable {
    var low: Double
    var high: Double

    /// The fraction of the sampled values that is left out at each end.
    private static let tail = 0.001
    /// The number of sampled values.
    private static let sampleCount = 1 << 18
    /// The number of pixels that are decoded for sampling, in a file that can only be read from the top.
    private static let mostPixels = 1 << 26

    /// Samples the picture: all over it if it has random access or is not too large, otherwise from its top.
    ///
    /// - Parameter isRandomAccess: Whether the picture was opened with random access.
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
                // A single value everywhere is shown as the middle.
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
                // Different columns in each row.
                for index in Swift.stride(from: row * 7 % every, to: count, by: every) { values.append(samples[index]) }
            }
        }
    }

    /// The factor and the offset that map a sample to 16 bits: the sample times the factor, plus the offset.
    var spread: (factor: Double, offset: Double) {
        let factor = 65535 / (high - low)
        return (factor, -low * factor)
    }

    /// The description that `tilework info` prints.
    var title: String { "\(Self.text(low)) to \(Self.text(high)), shown from black to white" }

    private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
