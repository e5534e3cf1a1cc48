import ArgumentParser
import CommandSupport

/// A number of bytes as an option's value: `512MB`, `2GiB`, `1000000`.
package struct ByteSize: Hashable, AdvisedValue {
    package static let advice = "use a whole number with kB, MB, or GB (or KiB, MiB, GiB), such as 512MB"

    package var bytes: Int

    package init(bytes: Int) { self.bytes = bytes }

    /// Whole numbers with a unit of 1000 (kB, MB, GB) or 1024 (KiB, MiB, GiB), in any case; without one, bytes.
    package init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let units = [
            "": 1, "b": 1, "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000,
            "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
        ]
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Int(digits), let factor = units[unit] else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: factor)
        guard !overflows else { return nil }
        self.bytes = bytes
    }

    /// "512MB", "1.5GB": without zeros behind the decimal point.
    package var defaultValueDescription: String {
        let parts = Amounts.bytes(bytes).split(separator: " ")
        guard parts.count == 2, parts[0].contains("."), bytes >= 1000 else {
            return parts.joined(separator: bytes < 1000 ? " " : "")
        }
        var number = parts[0]
        while number.hasSuffix("0") { number.removeLast() }
        if number.hasSuffix(".") { number.removeLast() }
        return "\(number)\(parts[1])"
    }
}
