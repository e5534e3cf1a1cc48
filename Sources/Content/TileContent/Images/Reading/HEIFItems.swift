/// The items of a HEIF or AVIF file, which locate the bytes of its pictures (ISO/IEC 14496-12, section 8.11).
struct HEIFItems {
    /// The extents of each item's bytes in the file, by item number.
    private var extents: [Int: [(start: Int, count: Int)]] = [:]
    private var primary: Int?
    /// The items that another item consists of: the tiles of a grid.
    private var parts: [Int: [Int]] = [:]
    /// The items with colors that are multiplied by the alpha in another item.
    private var premultiplied: Set<Int> = []

    /// The most items or extents that are read. No writer creates more.
    private static let mostItems = 1 << 16

    /// Reads the `meta` box. Returns nil if the file has none, or ends within it.
    init?(_ file: FileBytes, _ boxed: BoxedFile) {
        guard let meta = boxed.boxes.first(where: { $0.isNamed("meta") }), let length = meta.length,
            length <= file.count - meta.start
        else { return nil }
        for box in boxed.children(of: meta, after: 4) {
            var cursor = Cursor(file, at: box.contentStart)
            guard let head = cursor.number(4) else { return nil }
            let version = head >> 24
            if box.isNamed("pitm") {
                primary = cursor.number(version == 0 ? 2 : 4)
            } else if box.isNamed("iloc") {
                guard readLocations(&cursor, version: version) else { return nil }
            } else if box.isNamed("iref") {
                for reference in boxed.children(of: box, after: 4) {
                    var cursor = Cursor(file, at: reference.contentStart)
                    let size = version == 0 ? 2 : 4
                    guard let item = cursor.number(size), let count = cursor.number(2) else { return nil }
                    if reference.isNamed("prem") { premultiplied.insert(item) }
                    guard reference.isNamed("dimg") else { continue }
                    for _ in 0..<count {
                        guard let part = cursor.number(size) else { return nil }
                        parts[item, default: []].append(part)
                    }
                }
            }
        }
    }

    /// Reads an `iloc` box. Returns false if it is damaged.
    private mutating func readLocations(_ cursor: inout Cursor, version: Int) -> Bool {
        guard version <= 2, let sizes = cursor.number(2), let count = cursor.number(version < 2 ? 2 : 4),
            count <= Self.mostItems
        else { return false }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { return false }
        var extentCount = 0
        for _ in 0..<count {
            guard let item = cursor.number(version < 2 ? 2 : 4), let method = version == 0 ? 0 : cursor.number(2),
                cursor.number(2) != nil, let base = cursor.number(baseSize), let extentsHere = cursor.number(2)
            else { return false }
            extentCount += extentsHere
            guard extentCount <= Self.mostItems else { return false }
            for _ in 0..<extentsHere {
                guard cursor.number(indexSize) != nil, let offset = cursor.number(offsetSize),
                    let length = cursor.number(lengthSize)
                else { return false }
                let (start, overflows) = base.addingReportingOverflow(offset)
                // Other extents are in the box `idat`, or in other items.
                guard method & 15 == 0, !overflows else { continue }
                extents[item, default: []].append((start, length))
            }
        }
        return true
    }

    /// Whether the primary picture's colors are multiplied by alpha (ISO/IEC 23008-12, section 6.10.1.2: the reference
    /// `prem`).
    var isPremultiplied: Bool { primary.map(premultiplied.contains) ?? false }

    /// Returns the part of the primary picture's bytes that is missing because the file ends early, from 0 to 1.
    /// Returns nil if the file does not locate the bytes.
    func missingPart(endOfFile: Int) -> Double? {
        guard let primary else { return nil }
        let pieces = ([primary] + parts[primary, default: []]).flatMap { extents[$0, default: []] }
        let all = pieces.reduce(0.0) { $0 + Double($1.count) }
        guard all > 0 else { return nil }
        let there = pieces.reduce(0.0) { $0 + Double(max(0, min($1.count, endOfFile - $1.start))) }
        return 1 - there / all
    }

    /// Reads numbers one after the other.
    private struct Cursor {
        private let file: FileBytes
        private var place: Int

        init(_ file: FileBytes, at place: Int) { (self.file, self.place) = (file, place) }

        /// Returns the next number of `count` bytes; 0 if `count` is 0; nil if the file ends before the number does.
        mutating func number(_ count: Int) -> Int? {
            guard count > 0 else { return 0 }
            guard let number = file.number(at: place, count: count) else { return nil }
            place += count
            return number
        }
    }
}
