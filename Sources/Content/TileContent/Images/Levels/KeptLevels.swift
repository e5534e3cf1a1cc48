import TileSupport

/// Those levels of an image that are kept decoded, one after the other in one piece of storage.
final class KeptLevels: Sendable {
    /// Where a level begins in the storage; nil where it is not kept.
    private let offsets: [Int?]
    private let widths: [Int]
    private let storage: TemporaryStorage

    /// Bytes that the levels take for which `keeps` says so.
    static func byteCount(_ sizes: [(width: Int, height: Int)], keeps: (Int) -> Bool) -> Int {
        sizes.indices.reduce(0) { $0 + (keeps($1) ? sizes[$1].width * sizes[$1].height * 4 : 0) }
    }

    /// - Throws: the system's error number.
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

    /// Keeps a row of a level, if that is kept.
    func write(_ pixels: UnsafePointer<UInt32>, row: Int, ofLevel level: Int) throws(SystemError) {
        guard let offset = offsets[level] else { return }
        try storage.write(pixels, count: widths[level] * 4, at: offset + row * widths[level] * 4)
    }

    /// Keeps some pixels of a row of the full size, which must be kept.
    func write(_ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int) throws(SystemError) {
        try storage.write(pixels, count: count * 4, at: offsets[0]! + (y * widths[0] + x) * 4)
    }

    /// Reads pixels of a row of a kept level, which have been written.
    func read(
        into target: UnsafeMutablePointer<UInt32>, count: Int, x: Int, row: Int, ofLevel level: Int
    ) throws(SystemError) {
        try storage.read(into: target, count: count * 4, at: offsets[level]! + (row * widths[level] + x) * 4)
    }
}
