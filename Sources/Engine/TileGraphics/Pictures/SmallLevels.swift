import Foundation

/// The small levels of an image (`BitmapLevels`): one level and all smaller ones, down to a single pixel.
package struct SmallLevels: Sendable {
    /// The number of the first level.
    package let first: Int
    package let bitmaps: [Bitmap]

    package init(first: Int, bitmaps: [Bitmap]) { (self.first, self.bitmaps) = (first, bitmaps) }

    /// Returns the sizes of an image's levels from one on, in pixels.
    private static func sizes(from first: Int, of size: (width: Int, height: Int)) -> [(width: Int, height: Int)] {
        var size = size
        for _ in 0..<first { size = (BoxShrink.half(size.width), BoxShrink.half(size.height)) }
        var sizes = [size]
        while size != (1, 1) {
            size = (BoxShrink.half(size.width), BoxShrink.half(size.height))
            sizes.append(size)
        }
        return sizes
    }
}

extension SmallLevels {
    /// Returns an archive record: the first level's number, and at the next multiple of 16 all rows, level by level.
    func archived(of image: any BitmapLevels) -> ArchiveBytes? {
        let sizes = Self.sizes(from: first, of: (image.width, image.height))
        guard bitmaps.map(\.width) == sizes.map(\.width), bitmaps.map(\.height) == sizes.map(\.height) else {
            return nil
        }
        var bytes = ArchiveBytes()
        bytes.add(count: first)
        bytes.align(ArchiveFile.alignment)
        for bitmap in bitmaps { bytes.add(UnsafeRawBufferPointer(start: bitmap.bytes, count: bitmap.byteCount)) }
        return bytes
    }

    /// Creates levels from a record without copying the pixels.
    ///
    /// - Parameters:
    ///   - size: The image's size, in pixels.
    ///   - owner: The owner of the record's bytes.
    init(archived record: UnsafeRawBufferPointer, of size: (width: Int, height: Int), owner: AnyObject)
        throws(ArchiveDamage)
    {
        var cursor = ArchiveCursor(record)
        first = Int(try cursor.word())
        guard first < Int.bitWidth, size.width > 0, size.height > 0 else { throw .value }
        try cursor.align(ArchiveFile.alignment)
        var bitmaps: [Bitmap] = []
        for size in Self.sizes(from: first, of: size) {
            // An image file may claim to be larger than any memory.
            let (count, isTooLarge) = Bitmap.stride(width: size.width).multipliedReportingOverflow(by: size.height)
            guard !isTooLarge else { throw .value }
            let rows = try cursor.bytes(count)
            // Rows are never empty here.
            bitmaps.append(Bitmap(width: size.width, height: size.height, bytes: rows.baseAddress!, owner: owner))
        }
        guard cursor.isAtEnd else { throw .value }
        self.bitmaps = bitmaps
    }
}

/// An archive record of an image's small levels, which is read once the image's size is known.
package struct ArchivedLevels: Sendable {
    let file: ArchiveFile
    let number: Int

    /// Returns the levels; nil if the record is damaged.
    ///
    /// - Parameter width: The width of the image at full size, in pixels; likewise `height`.
    /// - Complexity: O(n) for the pixels, which are verified with their checksum.
    package func levels(width: Int, height: Int) -> SmallLevels? {
        guard let record = try? file.record(number) else { return nil }
        return try? SmallLevels(archived: record, of: (width, height), owner: file.owner)
    }
}
