import Foundation

/// The content of a data URL (RFC 2397).
struct SVGDataURL {
    /// The media type without parameters, in lowercase; nil if it is not given.
    var type: String?
    var data: Data

    var isDrawing: Bool { type == "image/svg+xml" }

    /// Decodes a URL; nil for other schemes and for invalid base64.
    ///
    /// - Complexity: O(bytes).
    init?(_ bytes: TextBytes) {
        let start = bytes.prefix { $0 <= 0x20 }.count
        guard bytes[start...].prefix(5).lazy.map({ $0 | 0x20 }).elementsEqual("data:".utf8),
            let comma = bytes[start...].firstIndex(of: 0x2C)
        else { return nil }
        // The media type before the comma is short.
        guard comma - start < 1000 else { return nil }
        let parts = String(decoding: bytes[(start + 5)..<comma], as: UTF8.self).lowercased()
            .split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        // A URL without a type begins with the comma or a parameter.
        type = bytes[start + 5] == 0x3B ? nil : parts.first
        let rest = TextBytes(rebasing: bytes[(comma + 1)...])
        if parts.last == "base64" {
            guard let data = Self.base64(rest) else { return nil }
            self.data = data
        } else {
            data = Data(Self.unescaped(rest))
        }
    }

    /// Replaces percent escapes such as `%41` with the bytes that they encode.
    private static func unescaped(_ bytes: TextBytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x25, at + 2 < bytes.count, let high = digit(bytes[at + 1]), let low = digit(bytes[at + 2])
            {
                result.append(high << 4 | low)
                at += 3
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// The value of each base64 letter; 64 for white space, which is skipped, 65 for padding, 66 for an invalid letter.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 66, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        // The URL-safe alphabet (RFC 4648, 5).
        values[0x2D] = 62
        values[0x5F] = 63
        for space in [0x20, 0x09, 0x0A, 0x0D] { values[space] = 64 }
        values[0x3D] = 65
        return values
    }()

    /// Decodes base64. Foundation's decoder takes three times as long and does not accept percent escapes.
    private static func base64(_ bytes: TextBytes) -> Data? {
        if bytes.contains(0x25) {
            return unescaped(bytes).withUnsafeBufferPointer { $0.contains(0x25) ? nil : base64($0) }
        }
        var isSound = true
        let result = values.withUnsafeBufferPointer { values in
            [UInt8](unsafeUninitializedCapacity: bytes.count / 4 * 3 + 3) { target, count in
                var (sum, letters): (UInt32, Int) = (0, 0)
                for byte in bytes {
                    let value = values[Int(byte)]
                    if value < 64 {
                        sum = sum &<< 6 | UInt32(value)
                        letters += 1
                        guard letters == 4 else { continue }
                        target[count] = UInt8(truncatingIfNeeded: sum &>> 16)
                        target[count + 1] = UInt8(truncatingIfNeeded: sum &>> 8)
                        target[count + 2] = UInt8(truncatingIfNeeded: sum)
                        count += 3
                        (sum, letters) = (0, 0)
                    } else if value == 65 {
                        break
                    } else if value == 66 {
                        isSound = false
                        return
                    }
                }
                // The remainder of the last group of four: two letters are one byte, three are two.
                if letters >= 2 {
                    target[count] = UInt8(truncatingIfNeeded: letters == 2 ? sum &>> 4 : sum &>> 10)
                    count += 1
                }
                if letters == 3 {
                    target[count] = UInt8(truncatingIfNeeded: sum &>> 2)
                    count += 1
                }
            }
        }
        return isSound ? Data(result) : nil
    }
}
