/// The strips or tiles of a page of a TIFF file, and which of them extend past the end of the file (TIFF 6.0, sections
/// 3 and 15).
struct TIFFPieces: Sendable {
    /// Whether the file contains each piece, row by row. True for a piece that the writer left out (a hole in a sparse
    /// file).
    private let isThere: [Bool]
    /// Whether the writer left each piece out.
    private let isLeftOut: [Bool]
    private let columns: Int
    private let width: Int
    private let height: Int
    /// The number of pieces of each plane, if the bands are apart; of all bands otherwise.
    private let planeCount: Int
    /// The planes that are shown, if the bands are apart; nil for all.
    private let shown: [Int]?

    /// The lengths that a side of a page or of a piece may have, so that their products do not overflow.
    private static let sides = 1..<(1 << 31)

    /// Reads the tables of a page. Returns nil if they are missing, contradictory or very long.
    ///
    /// - Parameter shown: The planes that are shown, if the bands are apart; nil for all.
    init?(_ file: FileBytes, page: VipsPicture.Page, shown: [Int]? = nil) {
        guard let reader = TIFFReader(file.descriptor), let directory = reader.directory(of: page) else { return nil }
        self.init(reader, directory, endOfFile: file.count, shown: shown)
    }

    init?(_ reader: TIFFReader, _ directory: TIFFReader.Directory, endOfFile: Int, shown: [Int]? = nil) {
        self.shown = shown
        func table(
            _ offsetTag: TIFFReader.Tag, _ countTag: TIFFReader.Tag
        ) -> (offsets: [Int], counts: [Int])? {
            guard let offsets = reader.values(offsetTag, of: directory),
                let counts = reader.values(countTag, of: directory), offsets.count == counts.count
            else { return nil }
            return (offsets, counts)
        }
        let tiles = table(.tileOffsets, .tileByteCounts)
        guard let found = tiles ?? table(.stripOffsets, .stripByteCounts),
            let pageWidth = reader.value(.imageWidth, of: directory), Self.sides.contains(pageWidth)
        else { return nil }
        let pieces = zip(found.offsets, found.counts)
        isThere = pieces.map { offset, count in
            let (end, overflows) = offset.addingReportingOverflow(count)
            return offset <= 0 || count <= 0 || !overflows && end <= endOfFile
        }
        isLeftOut = pieces.map { $0 == 0 && $1 == 0 }
        if tiles != nil, let size = TIFFTiles(directory, reader) {
            guard Self.sides.contains(size.width), Self.sides.contains(size.height) else { return nil }
            (width, height) = (size.width, size.height)
            columns = (pageWidth + width - 1) / width
        } else {
            // A page without a strip height has one strip with all rows.
            (width, height) = (
                pageWidth,
                min(Int(Int32.max), max(1, reader.value(.rowsPerStrip, of: directory) ?? .max))
            )
            columns = 1
        }
        let pageHeight = reader.value(.imageLength, of: directory).flatMap { Self.sides.contains($0) ? $0 : nil } ?? 1
        planeCount = columns * ((pageHeight - 1) / height + 1)
    }

    /// Returns the numbers of the pieces that the writer did not leave out and that the file contains.
    ///
    /// - Complexity: O(n) in the pieces.
    func stored() -> [Int] { isThere.indices.filter { isThere[$0] && !isLeftOut[$0] } }

    /// Whether the writer of a page left pieces out. Reads only one table of a page without such pieces.
    static func isSparse(_ reader: TIFFReader, _ directory: TIFFReader.Directory) -> Bool {
        let isTiled = directory.fields[.tileOffsets] != nil
        return reader.hasZero(isTiled ? .tileOffsets : .stripOffsets, of: directory)
            && reader.hasZero(isTiled ? .tileByteCounts : .stripByteCounts, of: directory)
    }

    /// The part of the pieces that extends past the end of the file, from 0 to 1.
    var missingPart: Double {
        let count = isLeftOut.count { !$0 }
        return count == 0 ? 0 : Double(isThere.count { !$0 }) / Double(count)
    }

    /// Returns the part of the page of which a piece in any of some planes extends past the end of the file, from 0 to
    /// 1.
    ///
    /// - Complexity: O(n) in the pieces of the planes.
    func missingPart(ofPlanes planes: [Int]) -> Double {
        var (count, missing) = (0, 0)
        for position in 0..<min(planeCount, isThere.count) {
            var (isStored, isMissing) = (false, false)
            for plane in planes {
                let number = plane * planeCount + position
                guard number < isThere.count else { continue }
                if !isLeftOut[number] { isStored = true }
                if !isThere[number] { isMissing = true }
            }
            if isStored { count += 1 }
            if isMissing { missing += 1 }
        }
        return count == 0 ? 0 : Double(missing) / Double(count)
    }

    /// Returns whether the file contains all pieces that a rect touches and that are shown, according to the table.
    func has(_ rect: ImageLevels.Rect) -> Bool {
        for row in (rect.y / height)...((rect.y + rect.height - 1) / height) {
            for column in (rect.x / width)...((rect.x + rect.width - 1) / width) {
                let first = row * columns + column
                for number in stride(from: first, to: isThere.count, by: planeCount)
                where !isThere[number] && isShown(number) {
                    return false
                }
            }
        }
        return true
    }

    /// Whether a piece has bands that are shown. An overview may have its bands together.
    private func isShown(_ number: Int) -> Bool {
        guard let shown, isThere.count > planeCount else { return true }
        return shown.contains(number / planeCount)
    }
}
