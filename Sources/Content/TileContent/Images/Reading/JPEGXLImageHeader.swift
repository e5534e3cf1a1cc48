/// The parts of the image's header that the headers of its frames depend on.
struct JPEGXLImageHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var extraChannelCount = 0
    private(set) var usesXYB = true
    private(set) var isAnimated = false
    private(set) var hasTimecodes = false
    /// Whether colors are multiplied by alpha.
    private(set) var isPremultiplied = false

    init(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        (width, height) = try Self.size(&bits)
        if try !bits.flag() { try readMetadata(&bits) }
        try skipTransform(&bits)
        bits.align()
    }

    /// Creates the part of the header up to the extra channels, behind which it may be compressed.
    private init(upToExtraChannels bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        (width, height) = try Self.size(&bits)
        if try !bits.flag() { _ = try readChannels(&bits) }
    }

    /// Returns whether a file's colors are multiplied by alpha.
    static func isPremultiplied(_ file: FileBytes) -> Bool {
        let start: Int
        if file.bytes(at: 0, count: 2) == [0xFF, 0x0A] {
            start = 0
        } else {
            let boxes = BoxedFile(file).boxes
            guard let box = boxes.first(where: { $0.isNamed("jxlc") || $0.isNamed("jxlp") }) else { return false }
            // A part of a codestream begins with its number.
            start = box.contentStart + (box.isNamed("jxlp") ? 4 : 0)
        }
        var bits = JPEGXLBits(file, at: start + 2)
        return (try? JPEGXLImageHeader(upToExtraChannels: &bits))?.isPremultiplied ?? false
    }

    private static func size(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) -> (Int, Int) {
        let isSmall = try bits.flag()
        func side(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) -> Int {
            isSmall
                ? 8 * (1 + (try bits.bits(5)))
                : try bits.number(.bits(9, 1), .bits(13, 1), .bits(18, 1), .bits(30, 1))
        }
        let height = try side(&bits)
        let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        let ratio = try bits.bits(3)
        if ratio == 0 { return (try side(&bits), height) }
        return (height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height)
    }

    private mutating func readMetadata(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        let hasExtraFields = try readChannels(&bits)
        usesXYB = try bits.flag()
        try Self.skipColorEncoding(&bits)
        if hasExtraFields, try !bits.flag() {
            // The intensity target, the least intensity, a flag, and the linear part.
            try bits.skip(16 + 16 + 1 + 16)
        }
        try bits.skipExtensions()
    }

    /// Reads the metadata up to the extra channels.
    ///
    /// - Returns: Whether there are extra fields.
    private mutating func readChannels(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) -> Bool {
        let hasExtraFields = try bits.flag()
        if hasExtraFields {
            try bits.skip(3)
            if try bits.flag() { _ = try Self.size(&bits) }
            // A preview is a frame of a size of its own.
            if try bits.flag() { throw .unreadable }
            isAnimated = try bits.flag()
            if isAnimated {
                _ = try bits.number(.value(100), .value(1000), .bits(10, 1), .bits(30, 1))
                _ = try bits.number(.value(1), .value(1001), .bits(8, 1), .bits(10, 1))
                _ = try bits.number(.value(0), .bits(3), .bits(16), .bits(32))
                hasTimecodes = try bits.flag()
            }
        }
        try Self.skipBitDepth(&bits)
        _ = try bits.flag()
        extraChannelCount = try bits.number(.value(0), .value(1), .bits(4, 2), .bits(12, 1))
        for _ in 0..<extraChannelCount where try !bits.flag() {
            if try Self.skipExtraChannel(&bits) { isPremultiplied = true }
        }
        return hasExtraFields
    }

    private static func skipBitDepth(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        if try bits.flag() {
            _ = try bits.number(.value(32), .value(16), .value(24), .bits(6, 1))
            try bits.skip(4)
        } else {
            _ = try bits.number(.value(8), .value(10), .value(12), .bits(6, 1))
        }
    }

    /// Skips a channel beside the colors.
    ///
    /// - Returns: Whether it is alpha that colors are multiplied by.
    private static func skipExtraChannel(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) -> Bool {
        let type = try bits.choice()
        try skipBitDepth(&bits)
        _ = try bits.number(.value(0), .value(3), .value(4), .bits(3, 1))
        try bits.skipName()
        switch type {
        // Alpha, a spot color, and a color filter array.
        case 0: return try bits.flag()
        case 2: try bits.skip(4 * 16)
        case 5: _ = try bits.number(.value(1), .bits(2), .bits(4, 3), .bits(8, 19))
        default: break
        }
        return false
    }

    private static func skipColorEncoding(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        if try bits.flag() { return }
        // An ICC profile is compressed.
        if try bits.flag() { throw .unreadable }
        let space = try bits.choice()
        let (isGray, isXYB) = (space == 1, space == 2)
        func skipPoint(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
            for _ in 0..<2 {
                _ = try bits.number(.bits(19), .bits(19, 524_288), .bits(20, 1_048_576), .bits(21, 2_097_152))
            }
        }
        if !isXYB {
            if try bits.choice() == 2 { try skipPoint(&bits) }
            if !isGray, try bits.choice() == 2 {
                for _ in 0..<3 { try skipPoint(&bits) }
            }
            if try bits.flag() { try bits.skip(24) } else { _ = try bits.choice() }
        }
        _ = try bits.choice()
    }

    private func skipTransform(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        if try bits.flag() { return }
        if usesXYB, try !bits.flag() { try bits.skip(16 * 16) }
        let weights = try bits.bits(3)
        for (place, count) in [15, 55, 210].enumerated() where weights >> place & 1 == 1 { try bits.skip(16 * count) }
    }
}
