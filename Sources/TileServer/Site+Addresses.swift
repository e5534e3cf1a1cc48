import TileEngine
import TileGeometry
import TileGraphics

/// Reading the URLs of tiles. It works on bytes and makes no string unless something is wrong, because every request for a
/// tile comes through here.
extension Site {
    /// The tile that a path (without its query) names.
    ///
    ///     /tiles/{id}/{z}/{x}/{y}[@2x].{format}
    ///     /dzi/{id}_files/{level}/{column}_{row}.{format}
    ///
    /// - Returns: nil when the path is of another kind.
    /// - Throws: When it is of this kind, but there is no such tile.
    func tile(atPath path: UnsafeRawBufferPointer) throws(HTTPProblem) -> TileKey? {
        var cursor = PathCursor(path)
        if cursor.skip("/tiles/") { return try xyzTile(&cursor) }
        if cursor.skip("/dzi/") { return try deepZoomTile(&cursor) }
        return nil
    }

    func tile(atPath path: String) throws(HTTPProblem) -> TileKey? {
        try Array(path.utf8).withUnsafeBytes { bytes in
            Result { () throws(HTTPProblem) in try tile(atPath: bytes) }
        }.get()
    }

    private func xyzTile(_ cursor: inout PathCursor) throws(HTTPProblem) -> TileKey? {
        let id = cursor.segment()
        // Without a slash it is /tiles/{id}.json.
        guard cursor.skip("/") else { return nil }
        let entry = try entry(id)
        let level = try cursor.number("z", before: "/")
        let column = try cursor.number("x", before: "/")
        let row = try cursor.number("y")
        let isDoubled = cursor.skip("@2x")
        let format = try cursor.format(of: entry)

        let pyramid = entry.content.pyramid
        guard (0...pyramid.maxLevel).contains(level) else {
            throw .notFound("z is \(level): “\(entry.content.id)” has levels 0 to \(pyramid.maxLevel)")
        }
        let tile = TileCoordinate(level: level, column: column, row: row)
        guard pyramid.contains(tile) else {
            throw Self.outside(pyramid, level, named: "level \(level)", column: "x", row: "y")
        }
        return TileKey(entry.engineID, tile, magnification: isDoubled ? 2 : 1, as: .encoded(format))
    }

    private func deepZoomTile(_ cursor: inout PathCursor) throws(HTTPProblem) -> TileKey? {
        let segment = cursor.segment()
        // Without a slash it is /dzi/{id}.dzi.
        guard cursor.skip("/") else { return nil }
        let suffix: StaticString = "_files"
        let length = segment.count - suffix.utf8CodeUnitCount
        guard length > 0, UnsafeRawBufferPointer(rebasing: segment[length...]).isEqual(to: suffix) else {
            throw .notFound("tiles of Deep Zoom are at /dzi/{id}_files/{level}/{column}_{row}.{format}")
        }
        let id = UnsafeRawBufferPointer(rebasing: segment[..<length])
        let entry = try entry(id)
        let level = try cursor.number("level", before: "/")
        let column = try cursor.number("column", before: "_")
        let row = try cursor.number("row")
        let format = try cursor.format(of: entry)

        let pyramid = entry.content.pyramid
        let deepest = pyramid.deepZoomMaxLevel
        guard (0...deepest).contains(level) else {
            throw .notFound("level is \(level): Deep Zoom of “\(entry.content.id)” has levels 0 to \(deepest)")
        }
        let ours = pyramid.level(fromDeepZoom: level)
        guard (0..<pyramid.columns(ofLevel: ours)).contains(column), (0..<pyramid.rows(ofLevel: ours)).contains(row)
        else {
            throw Self.outside(pyramid, ours, named: "level \(level)", column: "column", row: "row")
        }
        let tile = TileCoordinate(level: ours, column: column, row: row)
        return TileKey(entry.engineID, tile, cropped: true, as: .encoded(format)).canonical(in: pyramid)
    }

    private static func outside(
        _ pyramid: TilePyramid, _ level: Int, named name: String, column: String, row: String
    ) -> HTTPProblem {
        let (columns, rows) = (pyramid.columns(ofLevel: level), pyramid.rows(ofLevel: level))
        return .notFound("at \(name), \(column) goes from 0 to \(columns - 1) and \(row) from 0 to \(rows - 1)")
    }
}

/// Reads a path from left to right.
private struct PathCursor {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    /// Goes past `text`, if it is next.
    mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, UnsafeRawBufferPointer(rebasing: bytes[position..<end]).isEqual(to: text) else {
            return false
        }
        position = end
        return true
    }

    /// Goes to the next slash, or the end.
    mutating func segment() -> UnsafeRawBufferPointer {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Goes past a whole number, and past the separator after it. A number that is too large for any tile stays too large.
    mutating func number(_ name: StaticString, before separator: StaticString = "") throws(HTTPProblem) -> Int {
        let start = position
        let isNegative = skip("-")
        let firstDigit = position
        var number = 0
        while position < bytes.count, case let digit = bytes[position], (0x30...0x39).contains(digit) {
            number = min(number * 10 + Int(digit) - 0x30, Self.beyondEveryTile)
            position += 1
        }
        guard position > firstDigit, separator.utf8CodeUnitCount == 0 || skip(separator) else {
            while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
            let found = String(decoding: bytes[start..<position].prefix(40), as: UTF8.self)
            throw .malformed("\(name) must be a whole number, not “\(found)”")
        }
        return isNegative ? -number : number
    }

    private static let beyondEveryTile = 1_000_000_000

    /// Takes all that is left as a dot and a file extension.
    func format(of entry: Site.Entry) throws(HTTPProblem) -> TileFormat {
        var rest = self
        guard rest.skip(".") else {
            let found = String(decoding: self.rest.prefix(40), as: UTF8.self)
            throw .malformed("a tile's address ends in a number, then .png, .webp or .jpg, not “\(found)”")
        }
        guard let format = entry.format(forExtension: rest.rest) else {
            let found = String(decoding: rest.rest.prefix(40), as: UTF8.self)
            throw .notFound("tiles come as .png, .webp and .jpg, not as “.\(found)”")
        }
        return format
    }
}
