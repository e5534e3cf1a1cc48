import Foundation

/// The values that are shown as black and as white if a file's sample type does not define them: floating point,
/// integers that are signed or have more than 16 bits, and measurements.
///
/// Values between 0 and 1 are used directly. Others are heights, temperatures or counts: the range covers them from the
/// smallest to the largest, except a thousandth at either end, where markers for missing data are.
struct SampleRange: Hashable, Sendable {
    var low: Double
    var high: Double

    /// The fraction of the sampled values that is left out at each end.
    private static let tail = 0.001

    /// The range of values that have not been sampled yet: from 0 to 1.
    static let unknown = SampleRange(low: 0, high: 1)

    init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

    /// Creates the range that a file states. Returns nil if it is empty or not finite.
    init?(stated low: Double, _ high: Double) {
        guard low.isFinite, high.isFinite, low < high, (high - low).isFinite else { return nil }
        self.init(low: low, high: high)
    }

    /// Returns whether any value is within the range.
    func contains(anyOf values: [Float]) -> Bool { values.contains { Double($0) >= low && Double($0) <= high } }

    /// Creates the range of sampled values.
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

    /// The factor and the offset that map a sample to 16 bits: the sample times the factor, plus the offset.
    var spread: (factor: Double, offset: Double) {
        let factor = 65535 / (high - low)
        return (factor, -low * factor)
    }

    /// The description that `tilework info` prints.
    var title: String { "\(Self.text(low)) to \(Self.text(high)), shown from black to white" }

    private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
