import TileSupport

/// The decoded levels of an image that are stored, one after the other in a single piece of storage.
final class KeptLevels: Sendable {
    /// The offset of each level in the storage; nil for levels that are not stored.
    private let offsets: [Int?]
    private let widths: [Int]
    private let storage: TemporaryStorage

    /// Returns the size in bytes of the levels for which `keeps` returns true.
    static func byteCount(_ sizes: [(width: Int, height: Int)], keeps: (Int) -> Bool) -> Int {
        sizes.indices.reduce(0) { $0 + (keeps($1) ? sizes[$1].width * sizes[$1].height * 4 : 0) }
    }

    /// - Throws: The system's error.
    init(_ sizes: [(width: Int, height: Int)], isInMemory: Bool, keeps: (Int) -> Bool) throws(SystemError) {
        var end = 0
        var offsets: [Int?] = []
        for level in sizes.indices {
            offsets.append(keeps(level) ? end : nil)
            if keeps(level) { end += sizes[level].width * sizes[level].height * 4 }
        }
        self.offsets = offsets
        widths = sizes.map(\.width)
        storage = try TemporaryStorage(byteCount: end, isInMemory: isInMemory)
    }

    /// Stores a row of a level. Has no effect if that level is not stored.
    func write(_ pixels: UnsafePointer<UInt32>, row: Int, ofLevel level: Int) throws(SystemError) {
        guard let offset = offsets[level] else { return }
        try storage.write(pixels, count: widths[level] * 4, at: offset + row * widths[level] * 4)
    }

    /// Stores some pixels of a row of the full size, which must be among the stored levels.
    func write(_ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int) throws(SystemError) {
        try storage.write(pixels, count: count * 4, at: offsets[0]! + (y * widths[0] + x) * 4)
    }

    /// Reads pixels of a row of a stored level. They must have been written before.
    func read(
        into target: UnsafeMutablePointer<UInt32>, count: Int, x: Int, row: Int, ofLevel level: Int
    ) throws(SystemError) {
        try storage.read(into: target, count: count * 4, at: offsets[level]! + (row * widths[level] + x) * 4)
    }
}
