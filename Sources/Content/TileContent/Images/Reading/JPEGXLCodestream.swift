/// The lengths of the frames in a bare JPEG XL codestream (ISO/IEC 18181-1), by which a file that ends early is found
/// without decoding a pixel.
///
/// Each frame begins with a table of the lengths of its sections. A table that is itself compressed, and an ICC profile
/// before the first frame, can't be read here; then the file counts as complete.
struct JPEGXLCodestream {
    /// The offsets of the end of the header and of the last frame that was found.
    private(set) var framesStart = 0
    private(set) var framesEnd = 0
    /// Whether the file ends within its headers or a table.
    private(set) var endsInHeader = false

    /// The part of the frames' bytes that is past the end of the file, from 0 to 1.
    func missingPart(ofFileOf count: Int) -> Double {
        guard framesEnd > count, framesEnd > framesStart else { return 0 }
        return Double(framesEnd - max(count, framesStart)) / Double(framesEnd - framesStart)
    }

    /// More frames than this are not followed.
    private static let mostFrames = 10_000
    /// More sections than this are not of a picture that is shown.
    private static let mostSections = 1 << 22

    /// Reads the headers of the frames of the first picture, or up to the end of the file. Returns nil if they can't be
    /// read without decoding.
    init?(_ file: FileBytes) {
        var bits = JPEGXLBits(file, at: 2)
        do throws(JPEGXLBits.Problem) {
            let image = try JPEGXLImageHeader(&bits)
            framesStart = bits.alignedOffset
            framesEnd = framesStart
            for _ in 0..<Self.mostFrames where framesEnd < file.count {
                bits = JPEGXLBits(file, at: framesEnd)
                let frame = try JPEGXLFrameHeader(&bits, of: image)
                guard frame.sectionCount <= Self.mostSections else { return nil }
                // A permuted table is compressed.
                guard try !bits.flag() else { return nil }
                bits.align()
                var length = 0
                for _ in 0..<frame.sectionCount {
                    length += try bits.number(.bits(10), .bits(14, 1024), .bits(22, 17_408), .bits(30, 4_211_712))
                }
                framesEnd = bits.alignedOffset + length
                if frame.endsPicture { return }
            }
            // A frame follows, and nothing is there.
            if framesEnd == file.count { endsInHeader = true }
        } catch .end {
            endsInHeader = true
        } catch {
            return nil
        }
    }
}

/// A reader of the bits of a JPEG XL header, the lowest bit of each byte first.
struct JPEGXLBits {
    enum Problem: Error {
        /// The file ends.
        case end
        /// The header has a part that is compressed, or a value that is reserved.
        case unreadable
    }

    /// One of the four forms of a number: a value, or some bits and what is added to them.
    enum Form {
        case value(Int)
        case bits(Int, Int)

        static func bits(_ count: Int) -> Form { .bits(count, 0) }
    }

    private let file: FileBytes
    private var offset: Int
    /// The number of bits of the current byte that were read.
    private var used = 0
    private var byte = 0

    init(_ file: FileBytes, at offset: Int) { (self.file, self.offset) = (file, offset) }

    /// The offset of the first byte after the bits that were read.
    var alignedOffset: Int { offset }

    /// Skips the rest of the current byte.
    mutating func align() { used = 0 }

    mutating func bits(_ count: Int) throws(Problem) -> Int {
        var value = 0
        for place in 0..<count {
            if used == 0 {
                guard let next = file.number(at: offset, count: 1) else { throw .end }
                (byte, offset) = (next, offset + 1)
            }
            value |= (byte >> used & 1) << place
            used = (used + 1) & 7
        }
        return value
    }

    mutating func skip(_ count: Int) throws(Problem) {
        for _ in 0..<count { _ = try bits(1) }
    }

    mutating func flag() throws(Problem) -> Bool { try bits(1) == 1 }

    /// Reads a `U32`.
    mutating func number(_ a: Form, _ b: Form, _ c: Form, _ d: Form) throws(Problem) -> Int {
        switch [a, b, c, d][try bits(2)] {
        case .value(let value): return value
        case .bits(let count, let base): return base + (try bits(count))
        }
    }

    /// Reads a `U64`, of which at most 62 bits are used.
    mutating func longNumber() throws(Problem) -> Int {
        switch try bits(2) {
        case 0: return 0
        case 1: return 1 + (try bits(4))
        case 2: return 17 + (try bits(8))
        default:
            var (value, shift) = (try bits(12), 12)
            while try flag() {
                guard shift < 52 else { throw .unreadable }
                value |= try bits(8) << shift
                shift += 8
            }
            return value
        }
    }

    /// Reads an enumeration.
    mutating func choice() throws(Problem) -> Int {
        try number(.value(0), .value(1), .bits(4, 2), .bits(6, 18))
    }

    /// Skips a name.
    mutating func skipName() throws(Problem) {
        try skip(8 * (try number(.value(0), .bits(4), .bits(5, 16), .bits(10, 48))))
    }

    /// Skips extensions, which no encoder writes yet.
    mutating func skipExtensions() throws(Problem) {
        if try longNumber() != 0 { throw .unreadable }
    }
}

/// The parts of the image's header that the headers of its frames depend on.
struct JPEGXLImageHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var extraChannelCount = 0
    private(set) var usesXYB = true
    private(set) var isAnimated = false
    private(set) var hasTimecodes = false

    init(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        (width, height) = try Self.size(&bits)
        if try !bits.flag() { try readMetadata(&bits) }
        try skipTransform(&bits)
        bits.align()
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
        for _ in 0..<extraChannelCount where try !bits.flag() { try Self.skipExtraChannel(&bits) }
        usesXYB = try bits.flag()
        try Self.skipColorEncoding(&bits)
        if hasExtraFields, try !bits.flag() {
            // The intensity target, the least intensity, a flag, and the linear part.
            try bits.skip(16 + 16 + 1 + 16)
        }
        try bits.skipExtensions()
    }

    private static func skipBitDepth(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        if try bits.flag() {
            _ = try bits.number(.value(32), .value(16), .value(24), .bits(6, 1))
            try bits.skip(4)
        } else {
            _ = try bits.number(.value(8), .value(10), .value(12), .bits(6, 1))
        }
    }

    private static func skipExtraChannel(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        let type = try bits.choice()
        try skipBitDepth(&bits)
        _ = try bits.number(.value(0), .value(3), .value(4), .bits(3, 1))
        try bits.skipName()
        switch type {
        // Alpha, a spot color, and a color filter array.
        case 0: try bits.skip(1)
        case 2: try bits.skip(4 * 16)
        case 5: _ = try bits.number(.value(1), .bits(2), .bits(4, 3), .bits(8, 19))
        default: break
        }
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

/// The parts of a frame's header that tell how many sections it has, and whether its picture is complete with it.
struct JPEGXLFrameHeader {
    private(set) var sectionCount = 0
    /// Whether it is the last frame of the image, or of the first picture of an animation.
    private(set) var endsPicture = true

    private enum Kind: Int {
        case regular
        case lowFrequency
        case reference
        case skippedProgressive
    }

    private var passCount = 1
    /// The side of a group of pixels.
    private var groupSide = 256
    private var width: Int
    private var height: Int

    init(_ bits: inout JPEGXLBits, of image: JPEGXLImageHeader) throws(JPEGXLBits.Problem) {
        (width, height) = (image.width, image.height)
        if try !bits.flag() { try read(&bits, image) }
        func parts(_ length: Int, _ side: Int) -> Int { (length + side - 1) / side }
        let groups = parts(width, groupSide) * parts(height, groupSide)
        let largeGroups = parts(width, 8 * groupSide) * parts(height, 8 * groupSide)
        sectionCount = groups == 1 && passCount == 1 ? 1 : 2 + largeGroups + groups * passCount
    }

    private mutating func read(_ bits: inout JPEGXLBits, _ image: JPEGXLImageHeader) throws(JPEGXLBits.Problem) {
        let kind = Kind(rawValue: try bits.bits(2))!
        let isModular = try bits.flag()
        let usesLowFrequencyFrame = try bits.longNumber() & 0x20 != 0
        let usesYCbCr = image.usesXYB ? false : try bits.flag()
        if usesYCbCr, !usesLowFrequencyFrame { try bits.skip(3 * 2) }
        var upsampling = 1
        if !usesLowFrequencyFrame {
            upsampling = 1 << (try bits.bits(2))
            try bits.skip(2 * image.extraChannelCount)
        }
        if isModular { groupSide = 128 << (try bits.bits(2)) }
        if !isModular, image.usesXYB { try bits.skip(3 + 3) }
        if kind != .reference { try readPasses(&bits) }
        let shift = kind == .lowFrequency ? 3 * (1 + (try bits.bits(2))) : 0
        var isPartial = false
        if kind != .lowFrequency, try bits.flag() { isPartial = try readArea(&bits, kind, image) }
        var isReplacing = true
        var (duration, isLast) = (0, false)
        let isShown = kind == .regular || kind == .skippedProgressive
        if isShown {
            for channel in 0...image.extraChannelCount {
                let replaces = try Self.readBlending(&bits, image, isPartial)
                if channel == 0 { isReplacing = replaces }
            }
            if image.isAnimated {
                duration = try bits.number(.value(0), .value(1), .bits(8), .bits(32))
                if image.hasTimecodes { try bits.skip(32) }
            }
            isLast = try bits.flag()
        }
        endsPicture = isLast || duration > 0
        let slot = kind != .lowFrequency && !isLast ? try bits.bits(2) : 0
        let isReferable = kind != .lowFrequency && !isLast && (duration == 0 || slot != 0)
        if kind == .reference || isShown && isReferable && isReplacing && !isPartial { _ = try bits.flag() }
        try bits.skipName()
        try Self.skipFilter(&bits, isModular)
        try bits.skipExtensions()
        func reduced(_ length: Int) -> Int { (length + upsampling - 1) / upsampling }
        (width, height) = (reduced(width), reduced(height))
        (width, height) = ((width + (1 << shift) - 1) >> shift, (height + (1 << shift) - 1) >> shift)
    }

    private mutating func readPasses(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) {
        passCount = try bits.number(.value(1), .value(2), .value(3), .bits(3, 4))
        guard passCount > 1 else { return }
        let smaller = try bits.number(.value(0), .value(1), .value(2), .bits(1, 3))
        try bits.skip(2 * (passCount - 1) + 2 * smaller)
        for _ in 0..<smaller { _ = try bits.number(.value(0), .value(1), .value(2), .bits(3)) }
    }

    /// Reads the area of a frame. Returns whether it leaves a part of the picture out.
    private mutating func readArea(
        _ bits: inout JPEGXLBits, _ kind: Kind, _ image: JPEGXLImageHeader
    ) throws(JPEGXLBits.Problem) -> Bool {
        func length(_ bits: inout JPEGXLBits) throws(JPEGXLBits.Problem) -> Int {
            try bits.number(.bits(8), .bits(11, 256), .bits(14, 2304), .bits(30, 18_688))
        }
        func signed(_ number: Int) -> Int { number & 1 == 0 ? number / 2 : -(number + 1) / 2 }
        let (left, top) = kind == .reference ? (0, 0) : (signed(try length(&bits)), signed(try length(&bits)))
        (width, height) = (try length(&bits), try length(&bits))
        if width == 0 || height == 0 { throw .unreadable }
        return left > 0 || top > 0 || left + width < image.width || top + height < image.height
    }

    /// Reads how a channel is combined with an earlier frame. Returns whether it replaces that.
    private static func readBlending(
        _ bits: inout JPEGXLBits, _ image: JPEGXLImageHeader, _ isPartial: Bool
    ) throws(JPEGXLBits.Problem) -> Bool {
        let mode = try bits.number(.value(0), .value(1), .value(2), .bits(2, 3))
        let (blend, weightedAdd, multiply) = (2, 3, 4)
        let usesAlpha = image.extraChannelCount > 0 && (mode == blend || mode == weightedAdd)
        if usesAlpha { _ = try bits.number(.value(0), .value(1), .value(2), .bits(3, 3)) }
        if usesAlpha || mode == multiply { try bits.skip(1) }
        if mode != 0 || isPartial { try bits.skip(2) }
        return mode == 0
    }

    private static func skipFilter(_ bits: inout JPEGXLBits, _ isModular: Bool) throws(JPEGXLBits.Problem) {
        if try bits.flag() { return }
        if try bits.flag(), try bits.flag() { try bits.skip(6 * 16) }
        if try bits.bits(2) > 0 {
            if !isModular, try bits.flag() { try bits.skip(8 * 16) }
            if try bits.flag() { try bits.skip(5 * 16) }
            if try bits.flag() { try bits.skip((isModular ? 3 : 4) * 16) }
            if isModular { try bits.skip(16) }
        }
        try bits.skipExtensions()
    }
}
