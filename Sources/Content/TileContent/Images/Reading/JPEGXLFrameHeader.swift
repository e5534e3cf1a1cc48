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
