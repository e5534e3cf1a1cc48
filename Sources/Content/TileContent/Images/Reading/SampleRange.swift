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
    func contains(anyOf values: [Double]) -> Bool { values.contains { $0 >= low && $0 <= high } }

    /// Values beyond this mark missing data, unless all values are.
    private static let largestMeasured = 1e30

    /// Creates the range of sampled values.
    init(_ values: [Double]) {
        let finite = values.filter(\.isFinite)
        let measured = finite.filter { abs($0) < Self.largestMeasured }
        let sorted = (measured.isEmpty ? finite : measured).sorted()
        guard let least = sorted.first, let greatest = sorted.last, least < greatest, least < 0 || greatest > 1 else {
            (low, high) = (0, 1)
            if let only = sorted.first, only == sorted.last, only < 0 || only > 1 {
                // A single value everywhere is shown as the middle.
                let margin = max(1, abs(only) * 0x1p-20)
                let largest = Double.greatestFiniteMagnitude
                (low, high) = (max(-largest, only - margin), min(largest, only + margin))
            }
            return
        }
        let cut = Int(Double(sorted.count) * Self.tail)
        (low, high) = (sorted[cut], sorted[sorted.count - 1 - cut])
        if low >= high { (low, high) = (least, greatest) }
    }

    /// The factor that maps the distance of a sample from the low end to 16 bits.
    var factor: Double {
        let length = high - low
        // The length of a range may exceed the largest number.
        return length.isFinite ? 65535 / length : 32767.5 / (high / 2 - low / 2)
    }

    /// The description that `tilework info` prints.
    var title: String { "\(Self.text(low)) to \(Self.text(high)), shown from black to white" }

    private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
