/// An ICC profile as it lies in a file.
struct ColorProfile: Hashable {
    var bytes: [UInt8]

    /// The profile's own name for itself, from its `desc` tag (ICC.1, 9.2.41); nil when it cannot be read.
    var title: String? {
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
            return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        guard let tagCount = number(128, 4), tagCount <= 200 else { return nil }
        for tag in 0..<tagCount where number(132 + 12 * tag, 4) == 0x6465_7363 {
            guard let offset = number(136 + 12 * tag, 4), let type = number(offset, 4) else { return nil }
            if type == 0x6465_7363, let length = number(offset + 8, 4), length < 1000,
                number(offset + 12, length) != nil
            {
                // Version 2: ASCII with its length before it.
                let text = bytes[(offset + 12)..<(offset + 12 + length)].prefix { $0 != 0 }
                return String(decoding: text, as: UTF8.self)
            }
            if type == 0x6D6C_7563, let length = number(offset + 20, 4), let start = number(offset + 24, 4),
                length < 1000, number(offset + start, length) != nil
            {
                // Version 4: UTF-16, big-endian, the first language of those given.
                let units = stride(from: offset + start, to: offset + start + length - 1, by: 2)
                    .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
                return String(decoding: units, as: UTF16.self)
            }
            return nil
        }
        return nil
    }

    /// Whether the profile says that it is sRGB, so that there is nothing to convert.
    var isSRGB: Bool { title?.hasPrefix("sRGB") == true }
}
