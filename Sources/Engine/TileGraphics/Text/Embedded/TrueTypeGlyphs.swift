/// The outlines of a TrueType font, written again from those of a file without its programs. Invalid ones are empty.
///
/// Every position is within its table, and a composite glyph has a bounded depth and number of points, so that drawing
/// a glyph takes bounded time.
struct TrueTypeGlyphs {
    /// The content of the table `glyf`.
    private(set) var outlines: [UInt8] = []
    /// The content of the table `loca`, in its long form.
    private(set) var locations: [UInt8] = []
    /// The largest numbers among the glyphs, for the table `maxp`.
    private(set) var largest = Extent()
    private(set) var largestComposite = Extent()
    private(set) var maxComponents = 0
    /// The glyphs that have been read. Composite ones are written when all of their components are known.
    private var drafts: [UInt8] = []

    /// The numbers of points and contours in a glyph.
    struct Extent {
        var points = 0
        var contours = 0
        /// The number of outlines that it is composed of.
        var parts = 1
        /// The levels of composite glyphs.
        var depth = 0

        mutating func formMaximum(_ other: Extent) {
            points = max(points, other.points)
            contours = max(contours, other.contours)
            parts = max(parts, other.parts)
            depth = max(depth, other.depth)
        }
    }

    /// Some fonts of Chinese have glyphs of a thousand points; FreeType counts them in 16 bits.
    private static let maxPoints = 30_000
    /// The points of all glyphs together, those of components counted each time. An outline takes 50 bytes a point.
    private static let maxTotalPoints = 4_000_000
    private static let maxComponentsOfGlyph = 256
    private static let maxParts = 1024
    private static let maxDepth = 8

    private enum Glyph {
        case empty
        case simple(Range<Int>, Extent)
        case composite(Range<Int>, components: [Int])
    }

    /// - Parameters:
    ///   - count: The number of glyphs.
    ///   - isLong: Whether `loca` has numbers of 32 bits.
    /// - Complexity: O(bytes + glyphs).
    init(glyf: FontTable, loca: FontTable, count: Int, isLong: Bool) throws(FontDamage) {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(count)
        var examined = 0
        for number in 0..<count {
            let start = isLong ? try loca.long(at: 4 * number) : try loca.short(at: 2 * number) * 2
            let end = isLong ? try loca.long(at: 4 * number + 4) : try loca.short(at: 2 * number + 2) * 2
            var glyph = Glyph.empty
            let before = drafts.count
            if start < end, let table = try? glyf.part(from: start, count: end - start) {
                // Glyphs may overlap, and invalid ones cost as much as valid ones.
                examined += end - start
                guard examined <= FontTables.maxByteCount else { throw .tooLarge }
                do throws(FontDamage) {
                    glyph = try table.signedShort(at: 0) < 0 ? composite(table, of: count) : simple(table)
                } catch {
                    drafts.removeLast(drafts.count - before)
                }
            }
            // The glyphs of a file may overlap.
            guard drafts.count <= FontTables.maxByteCount else { throw .tooLarge }
            glyphs.append(glyph)
        }
        let extents = Self.extents(of: glyphs)
        guard extents.reduce(0, { $0 + ($1?.points ?? 0) }) <= Self.maxTotalPoints else { throw .tooLarge }
        write(glyphs, extents)
    }

    private mutating func simple(_ table: FontTable) throws(FontDamage) -> Glyph {
        let contours = try table.short(at: 0)
        if contours == 0 { return .empty }
        var last = -1
        for contour in 0..<contours {
            let end = try table.short(at: 10 + 2 * contour)
            guard end > last else { throw .invalid }
            last = end
        }
        let points = last + 1
        guard points <= Self.maxPoints else { throw .tooLarge }
        let program = 10 + 2 * contours
        let flags = program + 2 + (try table.short(at: program))
        var at = flags
        var left = points
        var coordinates = 0
        while left > 0 {
            let flag = try table.byte(at: at)
            at += 1
            var repetitions = 1
            if flag & 8 != 0 {
                repetitions += Int(try table.byte(at: at))
                at += 1
            }
            guard repetitions <= left else { throw .invalid }
            left -= repetitions
            // A coordinate has one byte, or none if it is that of the point before, or two.
            let x = flag & 2 != 0 ? 1 : flag & 16 != 0 ? 0 : 2
            let y = flag & 4 != 0 ? 1 : flag & 32 != 0 ? 0 : 2
            coordinates += repetitions * (x + y)
        }
        let start = drafts.count
        drafts += try table.part(from: 0, count: program).bytes
        drafts.appendShort(0)
        drafts += try table.part(from: flags, count: at - flags + coordinates).bytes
        return .simple(start..<drafts.count, Extent(points: points, contours: contours))
    }

    private mutating func composite(_ table: FontTable, of count: Int) throws(FontDamage) -> Glyph {
        let start = drafts.count
        drafts += try table.part(from: 0, count: 10).bytes
        var components: [Int] = []
        var at = 10
        while true {
            let flags = try table.short(at: at)
            let component = try table.short(at: at + 2)
            guard component < count, components.count < Self.maxComponentsOfGlyph else { throw .invalid }
            components.append(component)
            let scales = flags & 0x08 != 0 ? 1 : flags & 0x40 != 0 ? 2 : flags & 0x80 != 0 ? 4 : 0
            let length = (flags & 0x01 != 0 ? 4 : 2) + 2 * scales
            // Without the flag of a program after the components.
            drafts.appendShort(flags & ~0x100)
            drafts += try table.part(from: at + 2, count: 2 + length).bytes
            at += 4 + length
            if flags & 0x20 == 0 { break }
        }
        return .composite(start..<drafts.count, components: components)
    }

    /// Returns the extent of each glyph; nil for composite ones that are too large or contain themselves.
    ///
    /// - Complexity: O(components).
    private static func extents(of glyphs: [Glyph]) -> [Extent?] {
        var extents: [Extent?] = glyphs.map {
            switch $0 {
            case .empty: Extent()
            case .simple(_, let extent): extent
            case .composite: nil
            }
        }
        var isKnown = extents.map { $0 != nil }
        for root in glyphs.indices where !isKnown[root] {
            // A glyph is known when it is entered, so one that contains itself finds no extent.
            var open: [(glyph: Int, next: Int)] = [(root, 0)]
            isKnown[root] = true
            while let (glyph, next) = open.last {
                guard case .composite(_, let components) = glyphs[glyph] else { break }
                if next < components.count {
                    open[open.count - 1].next += 1
                    let component = components[next]
                    if !isKnown[component] {
                        isKnown[component] = true
                        open.append((component, 0))
                    }
                } else {
                    extents[glyph] = sum(of: components, extents)
                    open.removeLast()
                }
            }
        }
        return extents
    }

    private static func sum(of components: [Int], _ extents: [Extent?]) -> Extent? {
        var sum = Extent(parts: 0)
        for component in components {
            guard let part = extents[component] else { return nil }
            sum.points += part.points
            sum.contours += part.contours
            sum.parts += part.parts
            sum.depth = max(sum.depth, part.depth + 1)
        }
        return sum.points <= maxPoints && sum.parts <= maxParts && sum.depth <= maxDepth ? sum : nil
    }

    private mutating func write(_ glyphs: [Glyph], _ extents: [Extent?]) {
        outlines.reserveCapacity(drafts.count)
        for (glyph, extent) in zip(glyphs, extents) {
            locations.appendLong(outlines.count)
            guard let extent else { continue }
            switch glyph {
            case .empty: break
            case .simple(let range, _):
                outlines += drafts[range]
                largest.formMaximum(extent)
            case .composite(let range, let components):
                outlines += drafts[range]
                largestComposite.formMaximum(extent)
                maxComponents = max(maxComponents, components.count)
            }
            while outlines.count % 4 != 0 { outlines.append(0) }
        }
        locations.appendLong(outlines.count)
        drafts = []
    }
}
