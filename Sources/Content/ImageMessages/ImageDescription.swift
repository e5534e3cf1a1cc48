/// The description of an image by the worker process that decodes it.
package struct ImageDescription: Hashable, Sendable {
    package enum Model: UInt64, Hashable, Sendable {
        case gray = 1
        case rgb
        case cmyk

        package var channels: Int {
            switch self {
            case .gray: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    package struct Size: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    /// The color model of the decoded samples, which may differ from the file's.
    package var model: Model
    package var hasAlpha: Bool
    /// The bytes of a sample: 1 or 2, in native byte order.
    package var bytes: Int
    /// The full size, followed by the file's own smaller levels.
    package var levels: [Size]
    /// Whether parts can be decoded individually. Otherwise the first request decodes the whole image.
    package var isRandomAccess: Bool
    package var pageCount: Int
    /// The number of bands in the file, for display.
    package var bands: Int
    package var bitsPerSample: Int
    /// The number of rows that are known to be missing, because the file ends early. They are transparent.
    package var missingRows = 0
    /// The file's ICC profile; empty if there is none.
    package var profile: [UInt8] = []
    package var colorSpace = ""
    /// The name and version of the decoder.
    package var decoder = ""

    package init(
        model: Model, hasAlpha: Bool, bytes: Int, levels: [Size], isRandomAccess: Bool, pageCount: Int, bands: Int,
        bitsPerSample: Int
    ) {
        self.model = model
        self.hasAlpha = hasAlpha
        self.bytes = bytes
        self.levels = levels
        self.isRandomAccess = isRandomAccess
        self.pageCount = pageCount
        self.bands = bands
        self.bitsPerSample = bitsPerSample
    }

    package var pixelBytes: Int { (model.channels + (hasAlpha ? 1 : 0)) * bytes }

    /// The maximum bytes of an encoded description: more than 64 levels and a profile of 4 MB.
    package static let largestByteCount = 8 << 20
    private static let largestProfile = 4 << 20
    private static let longestText = 200
    private static let mostLevels = 64
    private static let headWords = 12

    /// The encoded description. A profile above the limit is omitted, and texts are shortened.
    package var encoded: [UInt8] {
        let profile = profile.count <= Self.largestProfile ? profile : []
        let texts = [colorSpace, decoder].map { Array($0.utf8.prefix(Self.longestText)) }
        let levels = levels.prefix(Self.mostLevels)
        var words: [UInt64] = [
            model.rawValue, hasAlpha ? 1 : 0, UInt64(bytes), isRandomAccess ? 1 : 0, UInt64(max(0, pageCount)),
            UInt64(max(0, bands)), UInt64(max(0, bitsPerSample)), UInt64(levels.count), UInt64(profile.count),
            UInt64(texts[0].count), UInt64(texts[1].count), UInt64(max(0, missingRows)),
        ]
        for level in levels { words += [UInt64(level.width), UInt64(level.height)] }
        return words.withUnsafeBytes { Array($0) } + profile + texts[0] + texts[1]
    }

    /// Decodes a description; nil if it is invalid.
    package init?(encoded: [UInt8]) {
        func word(_ index: Int) -> UInt64 {
            encoded.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        }
        guard encoded.count >= Self.headWords * 8, let model = Model(rawValue: word(0)), word(1) <= 1,
            word(2) == 1 || word(2) == 2, word(3) <= 1, word(4) < 1 << 31, word(5) < 1 << 31, word(6) < 1 << 31,
            (1...UInt64(Self.mostLevels)).contains(word(7)), word(8) <= UInt64(Self.largestProfile),
            word(9) <= UInt64(Self.longestText), word(10) <= UInt64(Self.longestText), word(11) < 1 << 31
        else { return nil }
        let levelCount = Int(word(7))
        var at = (Self.headWords + 2 * levelCount) * 8
        guard encoded.count == at + Int(word(8)) + Int(word(9)) + Int(word(10)) else { return nil }
        var levels: [Size] = []
        for index in 0..<levelCount {
            let (width, height) = (word(Self.headWords + 2 * index), word(Self.headWords + 2 * index + 1))
            guard (1...UInt64(Int32.max)).contains(width), (1...UInt64(Int32.max)).contains(height) else { return nil }
            levels.append(Size(width: Int(width), height: Int(height)))
        }
        self.init(
            model: model, hasAlpha: word(1) == 1, bytes: Int(word(2)), levels: levels, isRandomAccess: word(3) == 1,
            pageCount: Int(word(4)), bands: Int(word(5)), bitsPerSample: Int(word(6)))
        missingRows = Int(word(11))
        func readBytes(_ count: Int) -> ArraySlice<UInt8> {
            defer { at += count }
            return encoded[at..<(at + count)]
        }
        profile = Array(readBytes(Int(word(8))))
        colorSpace = String(decoding: readBytes(Int(word(9))), as: UTF8.self)
        decoder = String(decoding: readBytes(Int(word(10))), as: UTF8.self)
    }
}
