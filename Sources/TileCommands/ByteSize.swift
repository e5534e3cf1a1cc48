import ArgumentParser

/// An amount of memory as written: `512MB`, `2GiB`, `1000000`.
struct ByteSize: Hashable, ExpressibleByArgument {
    var bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    /// Whole numbers with a unit of 1000 (kB, MB, GB) or 1024 (KiB, MiB, GiB), in any case; without one, bytes.
    init?(argument: String) {
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

    var defaultValueDescription: String { Amounts.bytes(bytes).replacing(".00", with: "").replacing(" ", with: "") }
}
