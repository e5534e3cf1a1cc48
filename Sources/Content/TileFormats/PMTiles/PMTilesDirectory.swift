/// An entry in a directory of a PMTiles file, for one tile, a run of equal tiles, or a leaf directory.
package struct PMTilesEntry: Hashable, Sendable {
    /// The number of the first tile.
    package var number: UInt64
    /// The offset in the tile data or the leaf directories, in bytes.
    package var offset: UInt64
    /// The length of the compressed data, in bytes.
    package var length: UInt32
    /// The number of tiles; 0 for a directory.
    package var runLength: UInt32

    package init(number: UInt64, offset: UInt64, length: UInt32, runLength: UInt32) {
        (self.number, self.offset, self.length, self.runLength) = (number, offset, length, runLength)
    }

    /// The number after the last tile.
    package var end: UInt64 { number + UInt64(runLength) }
}

/// Encoding and decoding of PMTiles directories, without compression.
package enum PMTilesDirectory {
    /// Encodes entries.
    ///
    /// - Parameter entries: At least one entry, in ascending order.
    package static func bytes(_ entries: some Collection<PMTilesEntry>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 6 + 5)
        func append(_ number: UInt64) {
            var rest = number
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        append(UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            precondition(entry.number >= last, "entries that are not in order")
            append(entry.number - last)
            last = entry.number
        }
        for entry in entries { append(UInt64(entry.runLength)) }
        for entry in entries { append(UInt64(entry.length)) }
        var end: UInt64?
        for entry in entries {
            // 0 means that the data follows that of the previous entry.
            append(entry.offset == end ? 0 : entry.offset + 1)
            end = entry.offset + UInt64(entry.length)
        }
        return bytes
    }

    /// Decodes entries.
    ///
    /// - Throws: `.directory` for invalid data, including what no writer produces: entries that are out of order,
    ///   overlap or have no bytes, or numbers beyond the deepest level.
    package static func entries(_ bytes: [UInt8]) throws(PMTilesProblem) -> [PMTilesEntry] {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(PMTilesProblem) in try entries(of: bytes) }
        }
        return try result.get()
    }

    private static func entries(of bytes: UnsafeRawBufferPointer) throws(PMTilesProblem) -> [PMTilesEntry] {
        var place = 0
        func number() throws(PMTilesProblem) -> UInt64 {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                let part = UInt64(byte & 0x7F)
                guard shift < 63 || part <= 1 && shift == 63 else { throw .directory }
                number |= part &<< shift
                if byte < 0x80 { return number }
                shift += 7
            }
            throw .directory
        }
        func sum(_ a: UInt64, _ b: UInt64) throws(PMTilesProblem) -> UInt64 {
            let (sum, isTooLarge) = a.addingReportingOverflow(b)
            guard !isTooLarge else { throw .directory }
            return sum
        }
        func short(_ number: UInt64) throws(PMTilesProblem) -> UInt32 {
            guard let short = UInt32(exactly: number) else { throw .directory }
            return short
        }
        let count = try number()
        // Each entry has four numbers of at least one byte.
        guard count > 0 else { throw .emptyDirectory }
        guard count <= UInt64((bytes.count - place) / 4) else { throw .directory }
        var entries = [PMTilesEntry](
            repeating: PMTilesEntry(number: 0, offset: 0, length: 0, runLength: 0), count: Int(count))
        var last: UInt64 = 0
        for index in entries.indices {
            let step = try number()
            guard step > 0 || index == 0 else { throw .directory }
            last = try sum(last, step)
            entries[index].number = last
        }
        for index in entries.indices { entries[index].runLength = try short(try number()) }
        for index in entries.indices {
            let length = try short(try number())
            guard length > 0 else { throw .directory }
            entries[index].length = length
        }
        var end: UInt64?
        for index in entries.indices {
            let given = try number()
            if given > 0 {
                entries[index].offset = given - 1
            } else if let end {
                entries[index].offset = end
            } else {
                throw .directory
            }
            end = try sum(entries[index].offset, UInt64(entries[index].length))
        }
        guard place == bytes.count else { throw .directory }
        let beyondAll = PMTilesTile.beyondAll
        for index in entries.indices {
            let entry = entries[index]
            let behind = index + 1 < entries.count ? entries[index + 1].number : beyondAll
            guard entry.number < beyondAll, try sum(entry.number, UInt64(entry.runLength)) <= behind else {
                throw .directory
            }
        }
        return entries
    }

    /// Returns the entry for a tile's number: its own, that of its run, or the directory that may contain it.
    ///
    /// - Complexity: O(log n).
    package static func entry(of number: UInt64, in entries: [PMTilesEntry]) -> PMTilesEntry? {
        index(of: number, in: entries).map { entries[$0] }
    }

    /// Returns the index of that entry.
    package static func index(of number: UInt64, in entries: [PMTilesEntry]) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.runLength == 0 || number < entry.end ? low - 1 : nil
    }
}
