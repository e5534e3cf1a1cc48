import ImageMessages

/// The sections of a Photoshop document before its flattened picture.
struct PhotoshopHeader {
    enum Mode {
        case bitmap
        case gray
        case indexed
        case rgb
        case inks

        var model: ImageDescription.Model {
            switch self {
            case .bitmap, .gray: .gray
            case .indexed, .rgb: .rgb
            case .inks: .cmyk
            }
        }
    }

    var width: Int
    var height: Int
    /// The number of channels in the file.
    var channels: Int
    /// The bits of a sample: 1, 8 or 16.
    var depth: Int
    var mode: Mode
    /// The reds, greens and blues of 256 colors.
    var palette: [UInt8] = []
    var transparentIndex: Int?
    var profile: [UInt8] = []
    var hasAlpha = false
    /// The bytes of a number that a larger document needs more of: 2, or 4 in a PSB.
    var countBytes: Int
    /// The position of the flattened picture.
    var picture: Int

    /// The number of channels that are read.
    var shownChannels: Int {
        switch mode {
        case .bitmap, .indexed: 1
        case .gray, .rgb, .inks: mode.model.channels + (hasAlpha ? 1 : 0)
        }
    }
    /// The bytes of a row of a channel.
    var rowBytes: Int { depth == 1 ? (width + 7) / 8 : width * depth / 8 }

    private static let length = 26

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        func number(_ place: Int, _ count: Int) throws(ImageRefusal) -> Int {
            guard let number = bytes.number(at: place, count: count) else { throw .endsEarly }
            return number
        }
        let version = try number(4, 2)
        guard version == 1 || version == 2 else {
            throw .unsupported("it is a Photoshop document of version \(version)")
        }
        countBytes = version == 1 ? 2 : 4
        (channels, height, width, depth) = (
            try number(12, 2), try number(14, 4), try number(18, 4), try number(22, 2)
        )
        mode = try Self.mode(try number(24, 2), depth: depth)
        guard (mode.model == .cmyk ? 4 : mode == .rgb ? 3 : 1)...56 ~= channels else {
            throw ImageRefusal("it has \(channels) channels, too few for its colors")
        }
        let table = Self.length + 4
        let resources = table + (try number(Self.length, 4))
        let layers = resources + 4 + (try number(resources, 4))
        if mode == .indexed {
            guard resources - table >= 768, let palette = bytes.bytes(at: table, count: 768) else {
                throw ImageRefusal("it lacks the table of its colors")
            }
            self.palette = Array(palette)
        }
        // The length of the layers has 7 readable bytes in a PSB; the first is 0 in any file.
        let wide = version == 2
        let layersLength = wide ? try number(layers + 1, 7) : try number(layers, 4)
        guard layersLength <= bytes.count else { throw .endsEarly }
        let content = layers + (wide ? 8 : 4)
        picture = content + layersLength
        let names = try readResources(bytes, resources + 4..<layers)
        guard mode == .gray || mode == .rgb || mode == .inks, channels > mode.model.channels else {
            hasAlpha = transparentIndex != nil
            return
        }
        let info = wide ? 8 : 4
        if layersLength > info + 2, let count = bytes.number(at: content + info, count: 2),
            bytes.number(at: content + (wide ? 1 : 0), count: info - (wide ? 1 : 0)) != 0
        {
            // A negative number of layers says that the first extra channel is the picture's transparency.
            hasAlpha = count >= 0x8000
        } else {
            // Without layers, an extra channel is a saved selection or an ink if it has another name.
            hasAlpha = channels == mode.model.channels + 1 && (names == nil || names == "Transparency")
        }
    }

    private static func mode(_ number: Int, depth: Int) throws(ImageRefusal) -> Mode {
        let names = [2: "indexed colors", 7: "channels of several inks", 9: "CIE Lab"]
        switch (number, depth) {
        case (0, 1): return .bitmap
        // A duotone is shown by its gray.
        case (1, 8), (1, 16), (8, 8), (8, 16): return .gray
        case (2, 8): return .indexed
        case (3, 8), (3, 16): return .rgb
        case (4, 8), (4, 16): return .inks
        case (_, 32): throw .unsupported("it is a Photoshop document of 32 bits")
        default:
            let mode = names[number] ?? "color mode \(number)"
            throw .unsupported("it is a Photoshop document in \(mode) with \(depth) bits")
        }
    }

    /// The largest profile that is read, in bytes.
    private static let largestProfile = 4 << 20

    /// Reads the image resources.
    ///
    /// - Returns: The name of the first extra channel; nil if extra channels have no names.
    private mutating func readResources(_ bytes: ImageBytes, _ range: Range<Int>) throws(ImageRefusal) -> String? {
        var at = range.lowerBound
        var channel: String?
        while at + 12 <= range.upperBound, let signature = bytes.bytes(at: at, count: 4) {
            guard signature.elementsEqual("8BIM".utf8), let number = bytes.number(at: at + 4, count: 2),
                let nameLength = bytes.byte(at: at + 6)
            else { break }
            // The name with its length, and the content, are padded to an even length.
            let name = (Int(nameLength) + 2) / 2 * 2
            guard let count = bytes.number(at: at + 6 + name, count: 4) else { break }
            let start = at + 10 + name
            guard start + count <= range.upperBound else { break }
            switch number {
            case 1039 where count <= Self.largestProfile:
                profile = bytes.bytes(at: start, count: count).map { Array($0) } ?? []
            case 1006:
                if let length = bytes.byte(at: start), Int(length) < count, length > 0 {
                    let name = bytes.bytes(at: start + 1, count: Int(length))
                    channel = name.map { String(decoding: $0, as: UTF8.self) }
                }
            case 1047 where mode == .indexed && count >= 2: transparentIndex = bytes.number(at: start, count: 2)
            case 1057 where count >= 5 && bytes.byte(at: start + 4) == 0:
                throw .unsupported(
                    "it is a Photoshop document without a flattened picture (save it with “Maximize Compatibility”)")
            default: break
            }
            at = start + (count + 1) / 2 * 2
        }
        return channel
    }
}
