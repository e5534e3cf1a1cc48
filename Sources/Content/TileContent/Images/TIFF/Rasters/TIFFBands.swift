import CTIFF
import Foundation
import TileSupport

/// The bands of a TIFF page as the file stores them, in any rect: tiles or strips, with all bands together or each
/// apart, of which some may be missing.
final class TIFFBands: Sendable {
    /// A part of a row, within one column of pieces.
    struct Segment {
        /// The position of the first pixel in the rect that is read.
        var x: Int
        var y: Int
        /// The number of pixels.
        var count: Int
        /// The bytes of each plane in the order requested; nil in a piece that the file does not store.
        var planes: [UnsafeRawPointer?]
        /// The position of the first pixel's first band in a plane, in bits.
        var firstBit: Int
    }

    let layout: TIFFLayout
    /// The bands that are read.
    let bands: [Int]
    let path: String
    private let file: Int32
    private let isSwapped: Bool
    private let handles: TIFFHandles
    private let memory: TIFFDecodingMemory
    private let cache: Lock<TIFFPieceCache>
    private let cacheBytes: Int
    /// Held while a strip is decoded, so that threads that need the next tile of a strip wait, and then find it.
    private let strips = Lock(false)
    private let decoded = Lock(0)

    /// The largest decoded strip or tile, in bytes.
    static let largestPiece = 256 << 20

    /// Opens a page.
    ///
    /// - Parameter bands: The bands to read.
    /// - Throws: `.unsupported` if the pieces are too large, and `.malformed` if libtiff reads another layout.
    init(
        _ path: String, _ layout: TIFFLayout, bands: [Int], memory: TIFFDecodingMemory
    ) throws(ContentFailure) {
        guard layout.rowBytes <= Self.largestPiece else {
            throw .unsupported(path: path, what: "each of its rows has more than 256 MB")
        }
        guard layout.isDirect || (layout.pieceBytes ?? .max) <= Self.largestPiece else {
            let name = layout.isTiled ? "tiles" : "compressed strips"
            throw .unsupported(
                path: path,
                what: "its \(name) are of \(GroupedNumber.text(layout.pieceWidth)) × "
                    + "\(GroupedNumber.text(layout.pieceHeight)) pixels, which is more than 256 MB when decoded")
        }
        guard let file = FileBytes.open(path) else { throw .unreadable(path: path, reason: "it can't be opened") }
        self.path = path
        self.layout = layout
        self.bands = bands
        self.file = file
        let order = TIFFReader.bytes(file, at: 0, count: 1)?.first
        isSwapped = order == 0x4D
        handles = TIFFHandles(file, layout)
        self.memory = memory
        cacheBytes = memory.cacheBytes(layout, planes: layout.isPlanar ? bands.count : 1)
        cache = Lock(TIFFPieceCache(limit: cacheBytes))
        guard handles.withHandle({ _ in true }) != nil else { throw failure("its directory contradicts itself") }
    }

    deinit { close(file) }

    /// The planes that have the bands; one if all bands are together.
    private var planes: [Int] { layout.isPlanar ? bands : [0] }

    /// The number of bytes that were decoded so far.
    var decodedByteCount: Int { decoded.withLock { $0 } }

    /// The approximate memory of an open page that has been read everywhere, in bytes.
    var byteCount: Int { OpenFile.byteCount + cacheBytes }

    /// Passes the rows of a rect within the page to `body`, piece by piece. Waits for memory if the pieces are large.
    func read(_ rect: ImageLevels.Rect, body: (Segment) -> Void) throws(ContentFailure) {
        // Reserved before any lock is taken, because threads that hold a reservation wait for the locks.
        try reserving { () throws(ContentFailure) in try readPieces(rect, body: body) }
    }

    private func reserving(_ body: () throws(ContentFailure) -> Void) throws(ContentFailure) {
        guard layout.hasLargePieces, let piece = layout.pieceBytes else { return try body() }
        try memory.ledger.reserving(piece * planes.count, toRead: path, body)
    }

    private func readPieces(_ rect: ImageLevels.Rect, body: (Segment) -> Void) throws(ContentFailure) {
        let (width, height) = (layout.pieceWidth, layout.pieceHeight)
        for row in (rect.y / height)...((rect.y + rect.height - 1) / height) {
            let rows = max(rect.y, row * height)..<min(rect.y + rect.height, (row + 1) * height)
            for column in (rect.x / width)...((rect.x + rect.width - 1) / width) {
                let columns = max(rect.x, column * width)..<min(rect.x + rect.width, (column + 1) * width)
                try read(rows, columns, ofPieceIn: (row, column), at: rect, body: body)
            }
        }
    }

    private func read(
        _ rows: Range<Int>, _ columns: Range<Int>, ofPieceIn place: (row: Int, column: Int),
        at rect: ImageLevels.Rect, body: (Segment) -> Void
    ) throws(ContentFailure) {
        let numbers = self.numbers(place)
        if layout.isDirect {
            return try readStored(rows, columns, ofStrips: numbers, row: place.row) { row, planes in
                body(
                    Segment(
                        x: columns.lowerBound - rect.x, y: row - rect.y, count: columns.count, planes: planes,
                        firstBit: columns.lowerBound * layout.pixelBits % 8))
            }
        }
        var pieces: [TIFFPiece?] = []
        for number in numbers { pieces.append(try piece(number, place)) }
        pass(rows, columns, of: pieces, place, at: rect, to: body)
    }

    /// Returns the numbers of a place's pieces, one for each plane.
    private func numbers(_ place: (row: Int, column: Int)) -> [Int] {
        planes.map { ($0 * layout.rows + place.row) * layout.columns + place.column }
    }

    private func pass(
        _ rows: Range<Int>, _ columns: Range<Int>, of pieces: [TIFFPiece?], _ place: (row: Int, column: Int),
        at rect: ImageLevels.Rect, to body: (Segment) -> Void
    ) {
        let left = columns.lowerBound - place.column * layout.pieceWidth
        withExtendedLifetime(pieces) {
            for row in rows {
                let offset = (row - place.row * layout.pieceHeight) * layout.rowBytes
                body(
                    Segment(
                        x: columns.lowerBound - rect.x, y: row - rect.y, count: columns.count,
                        planes: pieces.map { $0.map { UnsafeRawPointer($0.bytes.baseAddress!) + offset } },
                        firstBit: left * layout.pixelBits))
            }
        }
    }

    /// Passes the rows of a rect at the top of a piece to `body`, without decoding the rows below it and without
    /// keeping the piece. Does nothing if that reads or decodes more bytes than are left.
    func sample(
        _ rect: ImageLevels.Rect, left: inout Int, body: (Segment) -> Void
    ) throws(ContentFailure) {
        let place = (row: rect.y / layout.pieceHeight, column: rect.x / layout.pieceWidth)
        let (rows, columns) = (rect.y..<(rect.y + rect.height), rect.x..<(rect.x + rect.width))
        guard !layout.isDirect else {
            left -= planes.count * (rect.width * layout.pixelBits / 8 + 1) * rect.height
            if left < 0 { return }
            return try read(rows, columns, ofPieceIn: place, at: rect, body: body)
        }
        let numbers = self.numbers(place)
        let stored = handles.withHandle { tiff in numbers.map { TIFFGetStrileByteCount(tiff, UInt32($0)) } } ?? []
        left -= planes.count * rect.height * layout.rowBytes
        left -= stored.reduce(0) { $0 + Int(min($1, UInt64(UInt32.max))) }
        if left < 0 { return }
        try reserving { () throws(ContentFailure) in
            var pieces: [TIFFPiece?] = []
            for number in numbers { pieces.append(try decode(number, place, rowCount: rect.height)) }
            pass(rows, columns, of: pieces, place, at: rect, to: body)
        }
    }

    // MARK: Decoded pieces

    private func piece(_ number: Int, _ place: (row: Int, column: Int)) throws(ContentFailure) -> TIFFPiece? {
        if let known = cache.withLock({ $0.piece(number) }) { return known }
        guard !layout.isTiled else { return try decodeAndKeep(number, place) }
        return try strips.withLock { _ throws(ContentFailure) in
            if let known = cache.withLock({ $0.piece(number) }) { return known }
            return try decodeAndKeep(number, place)
        }
    }

    private func decodeAndKeep(_ number: Int, _ place: (row: Int, column: Int)) throws(ContentFailure) -> TIFFPiece? {
        let piece = try decode(number, place, rowCount: layout.rowCount(ofPiecesInRow: place.row))
        if let piece { cache.withLock { $0.add(piece, number: number) } }
        return piece
    }

    /// Decodes the first rows of a piece; all rows if they are decoded to colors.
    private func decode(
        _ number: Int, _ place: (row: Int, column: Int), rowCount: Int
    ) throws(ContentFailure) -> TIFFPiece? {
        let isColor = layout.isOfDecodedColors
        let rowCount = isColor ? layout.rowCount(ofPiecesInRow: place.row) : rowCount
        guard let piece = TIFFPiece(byteCount: rowCount * layout.rowBytes) else {
            throw .shortage(path: path, what: "memory for a tile")
        }
        decoded.withLock { $0 += piece.bytes.count }
        let result = handles.withHandle { tiff -> Decoding in
            if Self.isHole(tiff, number) { return .missing }
            return (isColor ? colors(tiff, place, into: piece) : samples(tiff, number, into: piece))
                ? .decoded : .damaged
        }
        switch result {
        case nil: throw failure("a page can't be opened")
        case .damaged: throw failure("a \(layout.isTiled ? "tile" : "strip") is truncated or damaged")
        case .missing: return nil
        case .decoded: return piece
        }
    }

    /// Whether the writer left a piece out (a hole in a sparse file). Some writers store lengths of 0 for pieces that
    /// exist.
    private static func isHole(_ tiff: OpaquePointer, _ number: Int) -> Bool {
        TIFFGetStrileOffset(tiff, UInt32(number)) == 0 && TIFFGetStrileByteCount(tiff, UInt32(number)) == 0
    }

    private enum Decoding {
        case decoded
        case damaged
        /// The writer left the piece out (a hole in a sparse file).
        case missing
    }

    private func samples(_ tiff: OpaquePointer, _ number: Int, into piece: TIFFPiece) -> Bool {
        let (bytes, count) = (piece.bytes.baseAddress, tmsize_t(piece.bytes.count))
        return layout.isTiled
            ? TIFFReadEncodedTile(tiff, UInt32(number), bytes, count) == count
            : TIFFReadEncodedStrip(tiff, UInt32(number), bytes, count) == count
    }

    /// Decodes a piece to RGB. libtiff returns its rows from the bottom.
    private func colors(_ tiff: OpaquePointer, _ place: (row: Int, column: Int), into piece: TIFFPiece) -> Bool {
        let pixels = piece.bytes.bindMemory(to: UInt32.self).baseAddress
        let (x, y) = (UInt32(place.column * layout.pieceWidth), UInt32(place.row * layout.pieceHeight))
        guard
            layout.isTiled
                ? TIFFReadRGBATileExt(tiff, x, y, pixels, 1) != 0 : TIFFReadRGBAStripExt(tiff, y, pixels, 1) != 0
        else { return false }
        let (rowBytes, rowCount) = (layout.rowBytes, piece.bytes.count / layout.rowBytes)
        let base = piece.bytes.baseAddress!
        for row in 0..<(rowCount / 2) {
            let (upper, lower) = (base + row * rowBytes, base + (rowCount - 1 - row) * rowBytes)
            let copy = [UInt8](UnsafeRawBufferPointer(start: upper, count: rowBytes))
            upper.copyMemory(from: lower, byteCount: rowBytes)
            copy.withUnsafeBytes { lower.copyMemory(from: $0.baseAddress!, byteCount: rowBytes) }
        }
        return true
    }

    // MARK: Stored rows

    /// Passes a part of each row of uncompressed strips to `body`, one strip for each plane.
    private func readStored(
        _ rows: Range<Int>, _ columns: Range<Int>, ofStrips numbers: [Int], row: Int,
        body: (_ row: Int, _ planes: [UnsafeRawPointer?]) -> Void
    ) throws(ContentFailure) {
        let starts = handles.withHandle { tiff in
            numbers.map { Self.isHole(tiff, $0) ? nil : TIFFGetStrileOffset(tiff, UInt32($0)) }
        }
        guard let starts else { throw failure("a page can't be opened") }
        guard starts.allSatisfy({ $0.map { 0 < $0 && $0 < UInt64(1) << 60 } ?? true }) else {
            throw failure("it has no offsets for its pixels")
        }
        let bytes = (columns.lowerBound * layout.pixelBits / 8)..<((columns.upperBound * layout.pixelBits + 7) / 8)
        var buffers: [TIFFPiece?] = []
        for start in starts {
            guard start != nil else {
                buffers.append(nil)
                continue
            }
            guard let buffer = TIFFPiece(byteCount: bytes.count) else {
                throw .shortage(path: path, what: "memory for a row")
            }
            buffers.append(buffer)
        }
        let planes = buffers.map { $0.map { UnsafeRawPointer($0.bytes.baseAddress!) } }
        for y in rows {
            for (start, buffer) in zip(starts, buffers) {
                guard let start, let buffer else { continue }
                let offset = Int(start) + (y - row * layout.pieceHeight) * layout.rowBytes + bytes.lowerBound
                guard pread(file, buffer.bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count else {
                    throw failure("the file ends early")
                }
                if isSwapped { swapBytes(buffer.bytes) }
            }
            body(y, planes)
        }
        withExtendedLifetime(buffers) {}
    }

    /// Reverses the bytes of samples that another byte order stores. Both halves of a complex number are samples.
    private func swapBytes(_ bytes: UnsafeMutableRawBufferPointer) {
        let size = (layout.samples.isComplex ? layout.samples.bits / 2 : layout.samples.bits) / 8
        guard layout.samples.bits % 16 == 0, size > 1 else { return }
        for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
            for index in 0..<(size / 2) { bytes.swapAt(start + index, start + size - 1 - index) }
        }
    }

    private func failure(_ reason: String) -> ContentFailure { .malformed(path: path, reason: reason) }
}
