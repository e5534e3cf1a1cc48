extension ImageHeader {
    /// Returns the missing part of a file that ends early, or nil for a complete picture.
    ///
    /// - Throws: `.malformed` if no part of the picture can be decoded.
    func damage() throws(ContentFailure) -> ContentDamage? {
        guard case .early(let missing) = ending else { return nil }
        let nothing = ContentFailure.malformed(path: path, reason: Self.endsTooEarly(missing))
        switch kind {
        case .jpeg, .png, .webp: return try decodedDamage(nothing)
        case .tiff:
            guard let missing = missingPartOfPlanes ?? missing, missing < 1 else { throw nothing }
            return missing == 0 ? nil : ContentDamage(.picture(missing))
        // The decoder shows the part that it can decode, or decodes tile by tile.
        case .gif: return ContentDamage(.endOfPicture)
        case .jpeg2000 where isRandomAccess:
            return ContentDamage(missing.map { $0 > 0 && $0 < 1 ? .picture($0) : .endOfPicture } ?? .endOfPicture)
        case .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop: return missing.map { ContentDamage(.picture($0)) }
        case .avif, .heif, .jpeg2000, .jpegXL, .slide: throw nothing
        case .svg, .pdf, .nib, .storyboard: return nil
        }
    }

    /// The part of the picture of which a shown band is missing, from 0 to 1; nil if all bands are together.
    private var missingPartOfPlanes: Double? {
        guard let raster, raster.layout.isPlanar, let file = FileBytes(path) else { return nil }
        return TIFFPieces(file, page: raster.page)?.missingPart(ofPlanes: raster.appearance.readBands)
    }

    /// The largest file, in bytes, that is decoded to measure the missing part of its picture: half a second's work.
    private static let largestDecoded = 64 << 20

    /// Counts the decodable rows of a file that is read from the top.
    private func decodedDamage(_ nothing: ContentFailure) throws(ContentFailure) -> ContentDamage? {
        let isLarge = FileBytes(path).map { $0.count > Self.largestDecoded } ?? false
        // An eighth of the size each way is enough to count rows, and takes a fraction of the time.
        let shrink = isPlainJPEG ? 8 : 1
        let jpeg = isPlainJPEG ? try JPEGRowReader(path, shrink: shrink) : nil
        let rows: any RowReader = if let jpeg { jpeg } else { try makeStoredRowReader() }
        let height = jpeg == nil ? storedHeight : (storedHeight + shrink - 1) / shrink
        var row = [UInt32](repeating: 0, count: storedWidth)
        var count = 0
        while count < (isLarge ? min(1, height) : height) {
            do throws(ContentFailure) {
                try row.withUnsafeMutableBufferPointer { (row) throws(ContentFailure) in
                    try rows.readRow(into: row.baseAddress!)
                }
            } catch {
                guard case .malformed = error else { throw error }
                guard count > 0 else { throw nothing }
                return ContentDamage(.picture(1 - Double(count) / Double(height)))
            }
            count += 1
        }
        if count < height { return ContentDamage(.endOfPicture) }
        let lacksDetail = jpeg?.isCutOff == true || (rows as? PNGPassReader)?.lacksDetail == true
        return lacksDetail ? ContentDamage(.detail) : nil
    }
}
