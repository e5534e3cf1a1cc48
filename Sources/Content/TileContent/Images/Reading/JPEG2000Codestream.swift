/// The main header and the tile-parts of a JPEG 2000 codestream (ISO/IEC 15444-1, annex A), which may end early.
struct JPEG2000Codestream {
    private struct Component: Hashable {
        /// The precision minus 1, with the sign flag of the samples above it.
        var depth: Int
        var columnStep: Int
        var rowStep: Int
    }

    private let components: [Component]
    /// The corners of the picture on the reference grid.
    private let left: Int
    private let top: Int
    private let right: Int
    private let bottom: Int
    let tileCount: Int
    /// The offset of the first byte after the main header's SIZ segment.
    private let headerPlace: Int
    private let file: FileBytes

    /// The number of bytes that are searched for the codestream. At most a large profile precedes it.
    private static let prefix = 1 << 20
    private static let mostParts = 1 << 16

    /// Finds the codestream in a file. Returns nil if there is none.
    init?(_ file: FileBytes) {
        self.file = file
        let start: Int
        if file.bytes(at: 0, count: 4) == [0xFF, 0x4F, 0xFF, 0x51] {
            start = 0
        } else {
            guard let box = BoxedFile(file).boxes.first(where: { $0.isNamed("jp2c") }) else { return nil }
            start = box.contentStart
        }
        guard file.bytes(at: start, count: 4) == [0xFF, 0x4F, 0xFF, 0x51],
            let length = file.number(at: start + 4, count: 2), let count = file.number(at: start + 40, count: 2),
            (1...16_384).contains(count), length >= 38 + 3 * count,
            let table = file.bytes(at: start + 42, count: 3 * count)
        else { return nil }
        func number(_ offset: Int) -> Int { file.number(at: start + offset, count: 4) ?? 0 }
        (right, bottom, left, top) = (number(8), number(12), number(16), number(20))
        let (tileWidth, tileHeight, tileLeft, tileTop) = (number(24), number(28), number(32), number(36))
        components = (0..<count).map {
            Component(depth: Int(table[3 * $0]), columnStep: Int(table[3 * $0 + 1]), rowStep: Int(table[3 * $0 + 2]))
        }
        guard right > left, bottom > top, tileWidth > 0, tileHeight > 0, right > tileLeft, bottom > tileTop,
            components.allSatisfy({ $0.columnStep > 0 && $0.rowStep > 0 })
        else { return nil }
        let columns = (right - tileLeft + tileWidth - 1) / tileWidth
        let rows = (bottom - tileTop + tileHeight - 1) / tileHeight
        let (tiles, overflows) = columns.multipliedReportingOverflow(by: rows)
        guard !overflows else { return nil }
        tileCount = tiles
        headerPlace = start + 4 + length
    }

    /// Whether libvips can combine the components: all cover the same area with samples of the same kind.
    var hasUniformComponents: Bool {
        func extent(from: Int, to: Int, step: Int) -> Int {
            ((to + step - 1) / step - (from + step - 1) / step) * step
        }
        return Set(
            components.map {
                [
                    $0.depth, extent(from: left, to: right, step: $0.columnStep),
                    extent(from: top, to: bottom, step: $0.rowStep),
                ]
            }
        ).count == 1
    }

    /// The part of the tiles that is past the end of the file, from 0 to 1; nil if the headers do not tell, because
    /// each tile has several parts.
    var missingPart: Double? {
        var place = headerPlace
        // Segments of the main header, up to the first tile-part.
        while let marker = file.number(at: place, count: 2), marker != 0xFF90 {
            guard marker >= 0xFF00, marker != 0xFFD9, let length = file.number(at: place + 2, count: 2), length >= 2
            else { return nil }
            place += 2 + length
        }
        var seen = Set<Int>()
        var there = 0.0
        while seen.count < Self.mostParts, file.number(at: place, count: 2) == 0xFF90,
            let tile = file.number(at: place + 4, count: 2), let length = file.number(at: place + 6, count: 4)
        {
            guard seen.insert(tile).inserted else { return nil }
            // The last part may have no length and extend to the end.
            guard length >= 14 else { return nil }
            there += min(1, Double(file.count - place) / Double(length))
            place += length
        }
        return max(0, 1 - there / Double(tileCount))
    }
}
