/// The positions of the rows of a Photoshop document's flattened picture, a channel after the other.
struct PhotoshopRows {
    private enum Coding {
        case plain(start: Int)
        /// PackBits. The positions of the rows of the shown channels, followed by the end of the last one.
        case packed(places: [Int])
    }

    private let bytes: ImageBytes
    private let header: PhotoshopHeader
    private let coding: Coding

    init(_ bytes: ImageBytes, _ header: PhotoshopHeader) throws(ImageRefusal) {
        (self.bytes, self.header) = (bytes, header)
        guard let compression = bytes.number(at: header.picture, count: 2) else { throw .endsEarly }
        switch compression {
        case 0: coding = .plain(start: header.picture + 2)
        case 1: coding = .packed(places: try Self.places(bytes, header))
        default:
            let method = compression < 4 ? "ZIP" : "method \(compression)"
            throw .unsupported("it is a Photoshop document whose flattened picture is compressed with \(method)")
        }
    }

    /// Reads the lengths of rows, which precede all rows.
    private static func places(_ bytes: ImageBytes, _ header: PhotoshopHeader) throws(ImageRefusal) -> [Int] {
        let shown = header.height * header.shownChannels
        let table = header.picture + 2
        // The lengths have to be in the file, which bounds the memory for them.
        guard header.height * header.channels * header.countBytes <= bytes.count - table else { throw .endsEarly }
        var place = table + header.height * header.channels * header.countBytes
        var places: [Int] = []
        places.reserveCapacity(shown + 1)
        for row in 0..<shown {
            guard let length = bytes.number(at: table + row * header.countBytes, count: header.countBytes) else {
                throw .endsEarly
            }
            places.append(place)
            place += length
        }
        places.append(place)
        return places
    }

    /// The number of rows of which the file contains all shown channels.
    var storedRows: Int {
        let before = (header.shownChannels - 1) * header.height
        switch coding {
        case .plain(let start):
            let length = max(0, bytes.count - start) - before * header.rowBytes
            return min(header.height, max(0, length) / header.rowBytes)
        case .packed(let places):
            return places[(before + 1)...].firstIndex { $0 > bytes.count }.map { $0 - before - 1 } ?? header.height
        }
    }

    /// Returns the bytes of a part of a row. The first one of a bitmap contains the first column.
    func row(_ row: Int, channel: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        let index = channel * header.height + row
        let first = columns.lowerBound * header.depth / 8
        let last = (columns.upperBound * header.depth + 7) / 8
        switch coding {
        case .plain(let start):
            guard let part = bytes.bytes(at: start + index * header.rowBytes + first, count: last - first) else {
                throw ImageRefusal("the file ends early")
            }
            return Array(part)
        case .packed(let places):
            guard let packed = bytes.bytes(at: places[index], count: places[index + 1] - places[index]) else {
                throw ImageRefusal("the file ends early")
            }
            let unpacked = Self.unpack(packed, count: last)
            guard unpacked.count == last else { throw ImageRefusal("a row is too short") }
            return Array(unpacked[first...])
        }
    }

    /// Returns the first `count` bytes of a row in PackBits; fewer if it ends before.
    private static func unpack(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var at = packed.startIndex
        while result.count < count, at < packed.endIndex {
            let code = packed[at]
            at += 1
            if code < 128 {
                let end = min(packed.endIndex, at + Int(code) + 1)
                result += packed[at..<end]
                at = end
            } else if code > 128, at < packed.endIndex {
                for _ in 0..<(257 - Int(code)) { result.append(packed[at]) }
                at += 1
            }
        }
        return Array(result.prefix(count))
    }
}
