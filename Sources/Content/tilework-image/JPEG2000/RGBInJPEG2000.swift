import ImageMessages

/// A TIFF whose tiles or strips are codestreams of JPEG 2000 in RGB: the compression 33005, which libvips takes for
/// YCbCr. Slides of Aperio have it, and files that were made from them.
final class RGBInJPEG2000: ImageFile {
    let description: ImageDescription
    private let file: ImageBytes
    private let levels: [Level]
    /// Decoded pieces, by level and number, and their bytes.
    private var pieces: [Place: [UInt8]] = [:]
    private var pieceBytes = 0

    private struct Place: Hashable {
        var level: Int
        var number: Int
    }

    /// A directory of the file.
    private struct Level {
        var size: ImageDescription.Size
        var pieceWidth: Int
        var pieceHeight: Int
        var offsets: TIFFDirectory.Field
        var byteCounts: TIFFDirectory.Field

        var columns: Int { (size.width + pieceWidth - 1) / pieceWidth }
        var rows: Int { (size.height + pieceHeight - 1) / pieceHeight }
    }

    private static let compression = 33_005
    private static let bands = 3
    /// The most directories that are read.
    private static let mostLevels = 32
    /// The largest piece, in pixels, and the largest memory of decoded pieces, in bytes.
    private static let (largestPiece, mostPieceBytes) = (1 << 24, 64 << 20)
    /// The largest codestream of a piece, in bytes.
    private static let largestStored = 256 << 20
    private static let largestProfile = 4 << 20

    init(_ file: ImageBytes) throws(ImageRefusal) {
        self.file = file
        var next = TIFFDirectory.first(in: file)
        guard let offset = next, let first = TIFFDirectory(file, at: offset) else {
            throw ImageRefusal("its directory can't be read")
        }
        var levels: [Level] = []
        var visited: Set<Int> = []
        while let offset = next, levels.count < Self.mostLevels, visited.insert(offset).inserted,
            visited.count <= Self.mostLevels, let directory = TIFFDirectory(file, at: offset)
        {
            if let level = Self.level(directory) { levels.append(level) } else if levels.isEmpty { break }
            next = directory.next
        }
        guard let size = levels.first?.size else {
            throw .unsupported("its JPEG 2000 is not of three bands of 8 bits in tiles or strips")
        }
        self.levels = levels
        var description = try ImageDescription(
            .rgb, hasAlpha: false, width: size.width, height: size.height, isRandomAccess: true, bands: Self.bands,
            bits: 8)
        description.levels = levels.map(\.size)
        description.decoder = JPEG2000Decoder.name
        if let profile = first.bytes(34675, most: Self.largestProfile) { description.profile = profile }
        self.description = description
    }

    /// Returns the level of a directory; nil for another kind of picture.
    private static func level(_ directory: TIFFDirectory) -> Level? {
        func value(_ tag: Int) -> Int? { directory.value(tag) }
        guard value(259) == compression, value(277) == bands, value(284) ?? 1 == 1, value(258) == 8,
            value(274) ?? 1 == 1, let width = value(256), let height = value(257),
            (1...ImageDescription.largestSide).contains(width), (1...ImageDescription.largestSide).contains(height)
        else { return nil }
        let isTiled = directory.fields[322] != nil
        let (pieceWidth, pieceHeight) = (
            isTiled ? value(322) ?? 0 : width, isTiled ? value(323) ?? 0 : min(height, value(278) ?? height)
        )
        guard let offsets = directory.fields[isTiled ? 324 : 273],
            let byteCounts = directory.fields[isTiled ? 325 : 279], (1...largestPiece).contains(pieceWidth),
            (1...largestPiece).contains(pieceHeight), pieceWidth * pieceHeight <= largestPiece
        else { return nil }
        let level = Level(
            size: ImageDescription.Size(width: width, height: height), pieceWidth: pieceWidth,
            pieceHeight: pieceHeight, offsets: offsets, byteCounts: byteCounts)
        let (count, overflows) = level.columns.multipliedReportingOverflow(by: level.rows)
        guard !overflows, offsets.count >= count, byteCounts.count >= count else { return nil }
        return level
    }

    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8] {
        guard levels.indices.contains(level) else { throw ImageRefusal("it has no level \(level)") }
        let found = levels[level]
        guard window.x + window.width <= found.size.width, window.y + window.height <= found.size.height else {
            throw ImageRefusal("a window outside the picture")
        }
        var samples = [UInt8](repeating: 0, count: window.width * window.height * Self.bands)
        let (width, height) = (found.pieceWidth, found.pieceHeight)
        for row in (window.y / height)...((window.y + window.height - 1) / height) {
            for column in (window.x / width)...((window.x + window.width - 1) / width) {
                let piece = try piece(Place(level: level, number: row * found.columns + column))
                // A hole of a sparse file.
                if piece.isEmpty { continue }
                let left = max(window.x, column * width)
                let right = min(window.x + window.width, (column + 1) * width)
                for y in max(window.y, row * height)..<min(window.y + window.height, (row + 1) * height) {
                    let source = ((y - row * height) * width + left - column * width) * Self.bands
                    let target = ((y - window.y) * window.width + left - window.x) * Self.bands
                    let count = (right - left) * Self.bands
                    samples.replaceSubrange(target..<(target + count), with: piece[source..<(source + count)])
                }
            }
        }
        return samples
    }

    /// Returns the samples of a whole piece; empty if the file leaves it out.
    private func piece(_ place: Place) throws(ImageRefusal) -> [UInt8] {
        if let known = pieces[place] { return known }
        let level = levels[place.level]
        guard let offset = level.offsets.value(place.number, file),
            let count = level.byteCounts.value(place.number, file)
        else { throw .endsEarly }
        if offset == 0, count == 0 { return [] }
        guard count <= Self.largestStored, let stored = file.bytes(at: offset, count: count) else {
            throw ImageRefusal("a tile is truncated")
        }
        let decoder = try JPEG2000Decoder(Array(stored))
        // The last strip may have only the rows of the picture.
        let top = place.number / level.columns * level.pieceHeight
        let rows = min(level.pieceHeight, level.size.height - top)
        let planes = try decoder.planes(width: level.pieceWidth, least: rows)
        guard planes.count == Self.bands, decoder.hasPlainBytes else {
            throw ImageRefusal("a tile has other bands than the file states")
        }
        let height = min(level.pieceHeight, decoder.height)
        var samples = [UInt8](repeating: 0, count: level.pieceWidth * level.pieceHeight * Self.bands)
        for (band, plane) in planes.enumerated() {
            for pixel in 0..<(level.pieceWidth * height) {
                samples[pixel * Self.bands + band] = UInt8(truncatingIfNeeded: max(0, min(255, plane[pixel])))
            }
        }
        withExtendedLifetime(decoder) {}
        if pieceBytes + samples.count > Self.mostPieceBytes { (pieces, pieceBytes) = ([:], 0) }
        pieces[place] = samples
        pieceBytes += samples.count
        return samples
    }
}
