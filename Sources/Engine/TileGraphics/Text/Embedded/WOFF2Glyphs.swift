/// The outlines in a transformed table `glyf` of WOFF 2 (section 5.1), without programs.
struct WOFF2Glyphs {
    /// The content of the original table `glyf`.
    private(set) var outlines: [UInt8] = []
    /// The content of the original table `loca`, in its long form.
    private(set) var locations: [UInt8] = []
    /// The left sides of the outlines.
    private(set) var lefts: [Int] = []

    /// A part of the table that is read in sequence.
    private struct Stream {
        var table: FontTable
        var at = 0

        mutating func byte() throws(FontDamage) -> Int {
            at += 1
            return Int(try table.byte(at: at - 1))
        }

        mutating func short() throws(FontDamage) -> Int {
            at += 2
            return try table.short(at: at - 2)
        }

        /// Reads a number of one to three bytes.
        mutating func packed() throws(FontDamage) -> Int {
            switch try byte() {
            case 253: try short()
            case 254: try byte() + 506
            case 255: try byte() + 253
            case let value: value
            }
        }

        mutating func bytes(_ count: Int) throws(FontDamage) -> ArraySlice<UInt8> {
            at += count
            return try table.part(from: at - count, count: count).bytes
        }
    }

    private var contours: Stream
    private var points: Stream
    private var flags: Stream
    private var coordinates: Stream
    private var components: Stream
    private var boxes: Stream
    private let boxBits: FontTable

    /// - Complexity: O(bytes).
    init(_ table: FontTable) throws(FontDamage) {
        var at = 36
        func stream(_ number: Int) throws(FontDamage) -> Stream {
            let count = try table.long(at: 8 + 4 * number)
            defer { at += count }
            return Stream(table: try table.part(from: at, count: count))
        }
        contours = try stream(0)
        points = try stream(1)
        flags = try stream(2)
        coordinates = try stream(3)
        components = try stream(4)
        boxes = try stream(5)
        let count = try table.short(at: 4)
        boxBits = boxes.table
        boxes.at = (count + 31) / 32 * 4
        for glyph in 0..<count {
            locations.appendLong(outlines.count)
            try addGlyph(glyph)
            while outlines.count % 4 != 0 { outlines.append(0) }
            guard outlines.count <= FontTables.maxByteCount else { throw .tooLarge }
        }
        locations.appendLong(outlines.count)
    }

    private mutating func addGlyph(_ glyph: Int) throws(FontDamage) {
        let contourCount = try contours.short()
        guard contourCount != 0 else { return lefts.append(0) }
        let hasBox = try boxBits.byte(at: glyph >> 3) & (0x80 >> UInt8(glyph & 7)) != 0
        if contourCount == 0xFFFF {
            guard hasBox else { throw .invalid }
            outlines.appendShort(-1)
            try addBox()
            return try addComponents()
        }
        guard contourCount < 0x8000 else { throw .invalid }
        var ends: [Int] = []
        var last = -1
        for _ in 0..<contourCount {
            last += try points.packed()
            guard last < 0xFFFF else { throw .invalid }
            ends.append(last)
        }
        let outline = try readPoints(last + 1)
        // The program of the glyph is in another stream.
        _ = try coordinates.packed()
        outlines.appendShort(contourCount)
        if hasBox {
            try addBox()
        } else {
            for value in outline.box { outlines.appendShort(value) }
            lefts.append(outline.box[0])
        }
        for end in ends { outlines.appendShort(end) }
        outlines.appendShort(0)
        outlines += outline.flags
        for x in outline.x { outlines.appendShort(x) }
        for y in outline.y { outlines.appendShort(y) }
    }

    private mutating func addBox() throws(FontDamage) {
        lefts.append(Int(Int16(truncatingIfNeeded: try boxes.table.short(at: boxes.at))))
        outlines += try boxes.bytes(8)
    }

    private mutating func addComponents() throws(FontDamage) {
        var hasProgram = false
        while true {
            let bits = try components.short()
            let scales = bits & 0x08 != 0 ? 1 : bits & 0x40 != 0 ? 2 : bits & 0x80 != 0 ? 4 : 0
            outlines.appendShort(bits & ~0x100)
            outlines += try components.bytes(2 + (bits & 0x01 != 0 ? 4 : 2) + 2 * scales)
            if bits & 0x100 != 0 { hasProgram = true }
            if bits & 0x20 == 0 { break }
        }
        if hasProgram { _ = try coordinates.packed() }
    }

    /// The points of a simple glyph, each relative to the one before.
    private struct Outline {
        var flags: [UInt8] = []
        var x: [Int] = []
        var y: [Int] = []
        /// The least and the greatest coordinates.
        var box = [0, 0, 0, 0]
    }

    private mutating func readPoints(_ count: Int) throws(FontDamage) -> Outline {
        var outline = Outline()
        var (x, y) = (0, 0)
        for number in 0..<count {
            let flag = try flags.byte()
            let (stepX, stepY) = try step(flag & 127)
            x += stepX
            y += stepY
            outline.flags.append(flag < 128 ? 1 : 0)
            outline.x.append(stepX)
            outline.y.append(stepY)
            outline.box =
                number == 0
                ? [x, y, x, y]
                : [min(outline.box[0], x), min(outline.box[1], y), max(outline.box[2], x), max(outline.box[3], y)]
        }
        return outline
    }

    /// Reads the step to the next point, whose form a flag states.
    private mutating func step(_ flag: Int) throws(FontDamage) -> (x: Int, y: Int) {
        func signed(_ bit: Int, _ value: Int) -> Int { bit & 1 != 0 ? value : -value }
        switch flag {
        case ..<10: return (0, signed(flag, (flag & 14) << 7 + (try coordinates.byte())))
        case ..<20: return (signed(flag, ((flag - 10) & 14) << 7 + (try coordinates.byte())), 0)
        case ..<84:
            let (high, low) = (flag - 20, try coordinates.byte())
            return (
                signed(flag, 1 + (high & 0x30) + low >> 4), signed(flag >> 1, 1 + (high & 0x0C) << 2 + low & 15)
            )
        case ..<120:
            let high = flag - 84
            let x = 1 + (high / 12) << 8 + (try coordinates.byte())
            let y = 1 + ((high % 12) >> 2) << 8 + (try coordinates.byte())
            return (signed(flag, x), signed(flag >> 1, y))
        case ..<124:
            let (first, second, third) = (try coordinates.byte(), try coordinates.byte(), try coordinates.byte())
            return (signed(flag, first << 4 + second >> 4), signed(flag >> 1, (second & 15) << 8 + third))
        default:
            let (x, y) = (try coordinates.short(), try coordinates.short())
            return (signed(flag, x), signed(flag >> 1, y))
        }
    }
}
