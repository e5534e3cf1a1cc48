import Foundation
import TileSupport

/// Counts, sizes and durations as text.
package enum Amounts {
    /// "1 byte", "512 bytes", "1.2 MB": powers of 1000, as disks are sold.
    package static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return counted(count, "byte") }
        var value = Double(count)
        var unit = 0
        while value >= 999.5 && unit < 6 {
            value /= 1000
            unit += 1
        }
        return "\(short(value)) \(["", "kB", "MB", "GB", "TB", "PB", "EB"][unit])"
    }

    /// Three digits at least: "1.23", "12.3", "123".
    package static func short(_ value: Double) -> String {
        String(format: value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
    }

    /// A number with a fixed count of decimals, for figures in columns.
    package static func fixed(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }

    /// "5,774".
    package static func grouped(_ count: Int) -> String { GroupedNumber.text(count) }

    /// "1 tile", "5,774 tiles".
    package static func counted(_ count: Int, _ singular: String, plural: String? = nil) -> String {
        GroupedNumber.counted(count, singular, plural: plural)
    }

    /// "0:07", "12:34", "1:02:03".
    package static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 359_999).rounded())
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
    }
}
