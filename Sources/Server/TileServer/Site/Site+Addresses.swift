import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// Parsing of tile addresses. It works on bytes and creates no string unless something is wrong, because every request
/// for a tile passes through here.
extension Site {
    /// Returns the tile that a path, without its query, names.
    ///
    ///     /tiles/{id}/{z}/{x}/{y}[@2x].{format}
    ///     /dzi/{id}_files/{level}/{column}_{row}.{format}
    ///     /zoomify/{id}/TileGroup{n}/{z}-{x}-{y}.{format}
    ///     /tms/1.0.0/{id}/{z}/{x}/{y from the bottom}.{format}
    ///     /wmts/1.0.0/{id}/default/square-{tile size}-{deepest level}/{z}/{y}/{x}.{format}
    ///     /iiif/{3,2}/{id}/{region}/{size}/0/default.{format}, where region and size are a tile's
    ///
    /// - Returns: nil if the path is of another kind.
    /// - Throws: An error if the path is of this kind but there is no such tile.
    func tile(atPath path: UnsafeRawBufferPointer) throws(HTTPProblem) -> TileKey? {
        var cursor = NameCursor(path)
        if cursor.skip("/tiles/") { return try xyzTile(&cursor) }
        if cursor.skip("/dzi/") { return try deepZoomTile(&cursor) }
        if cursor.skip("/zoomify/") { return try zoomifyTile(&cursor) }
        if cursor.skip("/tms/1.0.0/") { return try tileMapTile(&cursor) }
        if cursor.skip("/wmts/1.0.0/") { return try wmtsTile(&cursor) }
        if cursor.skip("/iiif/3/") || cursor.skip("/iiif/2/") { return iiifTile(&cursor) }
        return nil
    }

    func tile(atPath path: String) throws(HTTPProblem) -> TileKey? {
        try Array(path.utf8).withUnsafeBytes { bytes in
            Result { () throws(HTTPProblem) in try tile(atPath: bytes) }
        }.get()
    }

    private func xyzTile(_ cursor: inout NameCursor) throws(HTTPProblem) -> TileKey? {
        let id = cursor.segment()
        // A path without a slash is /tiles/{id}.json.
        guard cursor.skip("/") else { return nil }
        let entry = try entry(id)
        let name = try read(&cursor, "/tiles/{id}/{z}/{x}/{y}.{format}") { (cursor) throws(TileNameProblem) in
            try XYZName(&cursor)
        }
        let format = try entry.offeredFormat(name.fileExtension)
        let tile = TileCoordinate(level: name.level, column: name.column, row: name.row)
        try entry.check(tile, level: "z", column: "x", row: "y")
        return TileKey(entry.engineID, tile, magnification: name.isDoubled ? 2 : 1, as: .encoded(format))
    }

    private func tileMapTile(_ cursor: inout NameCursor) throws(HTTPProblem) -> TileKey? {
        let id = cursor.segment()
        // A path without a slash is the description of the map.
        guard cursor.skip("/") else { return nil }
        let entry = try entry(id)
        let name = try read(&cursor, "/tms/1.0.0/{id}/{z}/{x}/{y}.{format}") { (cursor) throws(TileNameProblem) in
            try TileMapName(&cursor)
        }
        let format = try entry.offeredFormat(name.fileExtension)
        let tile = TileCoordinate(level: name.level, column: name.column, row: name.row)
        try entry.check(tile, level: "z", column: "x", row: "y")
        return TileKey(entry.engineID, tile, as: .encoded(format))
    }

    private func wmtsTile(_ cursor: inout NameCursor) throws(HTTPProblem) -> TileKey? {
        let id = cursor.segment()
        // A path without a slash is WMTSCapabilities.xml.
        guard cursor.skip("/") else { return nil }
        let entry = try entry(id)
        let pattern: StaticString = "/wmts/1.0.0/{id}/{style}/{matrix set}/{z}/{y}/{x}.{format}"
        let name = try read(&cursor, pattern) { (cursor) throws(TileNameProblem) in try WMTSTileName(&cursor) }
        try entry.checkWMTS(style: name.style, matrixSet: name.matrixSet)
        let format = try entry.offeredFormat(name.fileExtension)
        let tile = TileCoordinate(level: name.level, column: name.column, row: name.row)
        try entry.check(tile, level: "TileMatrix", column: "TileCol", row: "TileRow")
        return TileKey(entry.engineID, tile, as: .encoded(format))
    }

    private func zoomifyTile(_ cursor: inout NameCursor) throws(HTTPProblem) -> TileKey? {
        let id = cursor.segment()
        guard cursor.skip("/") else { return nil }
        let entry = try entry(id)
        // The group is ignored, because it follows from the rest.
        guard
            let name = try read(
                &cursor, "/zoomify/{id}/TileGroup{n}/{z}-{x}-{y}.{format}",
                { (cursor) throws(TileNameProblem) in try ZoomifyName.Parts(&cursor) })
        else { return nil }
        let format = try entry.offeredFormat(name.fileExtension)
        let tile = TileCoordinate(level: name.level, column: name.column, row: name.row)
        try entry.check(tile, level: "level", column: "column", row: "row")
        return TileKey(entry.engineID, tile, cropped: true, as: .encoded(format))
            .canonical(in: entry.content.pyramid)
    }

    private static let deepZoomPattern: StaticString = "/dzi/{id}_files/{level}/{column}_{row}.{format}"

    private func deepZoomTile(_ cursor: inout NameCursor) throws(HTTPProblem) -> TileKey? {
        let segment = cursor.segment()
        // A path without a slash is /dzi/{id}.dzi.
        guard cursor.skip("/") else { return nil }
        let suffix = DeepZoom.filesSuffix
        let length = segment.count - suffix.utf8CodeUnitCount
        guard length > 0, UnsafeRawBufferPointer(rebasing: segment[length...]).isEqual(to: suffix) else {
            throw .notFound("tiles are at \(Self.deepZoomPattern)")
        }
        let id = UnsafeRawBufferPointer(rebasing: segment[..<length])
        let entry = try entry(id)
        let name = try read(&cursor, Self.deepZoomPattern) { (cursor) throws(TileNameProblem) in
            try DeepZoomName(&cursor)
        }
        let format = try entry.offeredFormat(name.fileExtension)

        let pyramid = entry.content.pyramid
        let deepest = pyramid.deepZoomMaxLevel
        guard (0...deepest).contains(name.level) else {
            throw .notFound("no level \(name.level): Deep Zoom of “\(entry.content.id)” has levels 0 to \(deepest)")
        }
        let tile = TileCoordinate(
            level: pyramid.level(fromDeepZoom: name.level), column: name.column, row: name.row)
        guard (0..<pyramid.columns(ofLevel: tile.level)).contains(tile.column),
            (0..<pyramid.rows(ofLevel: tile.level)).contains(tile.row)
        else {
            throw Site.Entry.outside(pyramid, tile.level, named: "level \(name.level)", column: "column", row: "row")
        }
        return TileKey(entry.engineID, tile, cropped: true, as: .encoded(format)).canonical(in: pyramid)
    }

    /// Returns nil if the path is not that of a tile. It is then a picture that is drawn separately, or a mistake; the
    /// routes decide which.
    private func iiifTile(_ cursor: inout NameCursor) -> TileKey? {
        let id = cursor.segment()
        guard cursor.skip("/"), let entry = slot(for: id)?.entry,
            let name = IIIFTileName(&cursor, of: entry.content.pyramid),
            // The extension as the specification spells it: a picture never ends in `.jpeg`, so a tile does not either.
            IIIFImageRequest.Format.allCases.contains(where: { name.fileExtension.elementsEqual($0.rawValue.utf8) }),
            let format = entry.format(forExtension: name.fileExtension)
        else { return nil }
        return TileKey(entry.engineID, name.tile, cropped: true, as: .encoded(format))
            .canonical(in: entry.content.pyramid)
    }

    /// - Parameter pattern: The form of the addresses, for the error about one with missing parts.
    private func read<Name>(
        _ cursor: inout NameCursor, _ pattern: StaticString,
        _ name: (inout NameCursor) throws(TileNameProblem) -> Name
    ) throws(HTTPProblem) -> Name {
        do {
            return try name(&cursor)
        } catch {
            throw HTTPProblem(error, pattern)
        }
    }
}

extension Site.Entry {
    fileprivate static func outside(
        _ pyramid: TilePyramid, _ level: Int, named name: String, column: String, row: String
    ) -> HTTPProblem {
        let (columns, rows) = (pyramid.columns(ofLevel: level), pyramid.rows(ofLevel: level))
        if columns == 1, rows == 1 { return .notFound("no such tile: \(name) has only tile 0/0") }
        let (lastColumn, lastRow) = (GroupedNumber.text(columns - 1), GroupedNumber.text(rows - 1))
        return .notFound("no such tile: at \(name), \(column) is 0 to \(lastColumn), and \(row) 0 to \(lastRow)")
    }

    /// Checks that a tile exists.
    ///
    /// - Throws: An error with the valid ranges, which uses the protocol's names for the parts of an address.
    fileprivate func check(
        _ tile: TileCoordinate, level: StaticString, column: StaticString, row: StaticString
    ) throws(HTTPProblem) {
        let pyramid = content.pyramid
        guard (0...pyramid.maxLevel).contains(tile.level) else {
            throw .notFound("no level \(tile.level): \(level) is 0 to \(pyramid.maxLevel) for “\(content.id)”")
        }
        guard pyramid.contains(tile) else {
            throw Self.outside(
                pyramid, tile.level, named: "level \(tile.level)", column: "\(column)", row: "\(row)")
        }
    }

    /// - Throws: An error if the content has no such style or matrix set.
    func checkWMTS(
        style: UnsafeRawBufferPointer, matrixSet: UnsafeRawBufferPointer
    ) throws(HTTPProblem) {
        guard style.elementsEqual(WMTSCapabilities.style.utf8) else {
            throw .notFound("unknown style: use “\(WMTSCapabilities.style)”")
        }
        let plain = WMTSCapabilities.matrixSet(of: content.pyramid)
        if matrixSet.elementsEqual(plain.utf8) { return }
        let set = content.location.flatMap { WMTSMap(content.pyramid, $0)?.name } ?? plain
        guard matrixSet.elementsEqual(set.utf8) else {
            throw .notFound("unknown tile matrix set: use “\(set)” for “\(content.id)”")
        }
    }

    /// Returns the format of a file extension in a tile's address.
    fileprivate func offeredFormat(_ name: UnsafeRawBufferPointer) throws(HTTPProblem) -> TileFormat {
        if let format = format(forExtension: name) { return format }
        let found = String(decoding: name.prefix(40), as: UTF8.self)
        throw .notFound("unsupported tile format “.\(found)”: use .png, .webp, .jpg, .avif, or .jxl")
    }
}

extension HTTPProblem {
    fileprivate init(_ problem: TileNameProblem, _ pattern: StaticString) {
        switch problem {
        case .notNumber(_, let found) where Self.isCutShort(found): self = .malformed("tiles are at \(pattern)")
        case .notNumber(let part, let found): self = .malformed("\(part) must be a whole number, not “\(found)”")
        case .noFileExtension(let found):
            let problem = found.isEmpty ? "the address has no format" : "invalid ending “\(found)”"
            self = .malformed("\(problem): tiles are at \(pattern), with the format png, webp, jpg, avif, or jxl")
        }
    }

    /// Whether the text in place of a number is the end of an address with too few parts: nothing, a whole number, or
    /// one with an extension.
    private static func isCutShort(_ found: String) -> Bool {
        let rest = found.utf8.drop { (0x30...0x39).contains($0) }
        if rest.isEmpty { return true }
        return rest.count < found.utf8.count && rest.first == UInt8(ascii: ".")
            && rest.dropFirst().allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
}
