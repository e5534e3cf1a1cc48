import TileSupport

/// The formats that `tilework-image` decodes row by row with readers of its own, recognized by their first bytes.
enum RowFormat {
    static func kind(of prefix: [UInt8]) -> ContentKind? {
        if starts(prefix, "qoif") { return .qoi }
        if starts(prefix, "8BPS") { return .photoshop }
        if starts(prefix, "#?RADIANCE") || starts(prefix, "#?RGBE") { return .radiance }
        if isBitmap(prefix) { return .bmp }
        return portable(prefix)
    }

    private static func starts(_ prefix: [UInt8], _ text: String) -> Bool { prefix.starts(with: text.utf8) }

    /// Whether a file starts like a bitmap. Text can start with the same two letters, but not with the length of a
    /// bitmap's second header.
    private static func isBitmap(_ prefix: [UInt8]) -> Bool {
        guard starts(prefix, "BM"), prefix.count >= 18 else { return false }
        let length = prefix[14..<18].reversed().reduce(0) { $0 << 8 | Int($1) }
        return (12...124).contains(length)
    }

    /// Returns the kind of a file of the Netpbm family: a letter and a digit, followed by the width, or in a PAM by
    /// lines with names.
    private static func portable(_ prefix: [UInt8]) -> ContentKind? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard starts(prefix, "P"), prefix.count > 3, isSpace(prefix[2]) || prefix[2] == UInt8(ascii: "#") else {
            return nil
        }
        let next = prefix[2...].first { !isSpace($0) }
        let isNumber = next.map { $0 == UInt8(ascii: "#") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        switch prefix[1] {
        case UInt8(ascii: "1")...UInt8(ascii: "6"): return isNumber == true ? .pnm : nil
        case UInt8(ascii: "7"):
            return prefix[2] == 0x0A && !(isNumber == true && next != UInt8(ascii: "#")) ? .pnm : nil
        case UInt8(ascii: "F"), UInt8(ascii: "f"): return isNumber == true ? .pfm : nil
        default: return nil
        }
    }
}
