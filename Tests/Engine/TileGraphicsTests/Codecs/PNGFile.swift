/// The chunks of a PNG file, for tests of its structure.
struct PNGFile {
    var chunks: [(type: String, data: ArraySlice<UInt8>)] = []

    init(_ bytes: [UInt8]) {
        var rest = bytes.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append((type, rest.dropFirst(8).prefix(length)))
            rest = rest.dropFirst(12 + length)
        }
    }

    subscript(type: String) -> [UInt8]? { chunks.first { $0.type == type }.map { Array($0.data) } }

    var bitDepth: UInt8? { self["IHDR"]?[8] }
    /// The color type: 0 gray, 2 RGB, 3 palette, 6 RGBA.
    var colorType: UInt8? { self["IHDR"]?[9] }
    /// The number of bytes in a row, including the filter's byte.
    var rowBytes: Int? {
        guard let header = self["IHDR"], let bitDepth, let colorType else { return nil }
        let width = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let samples = [0: 1, 2: 3, 3: 1, 6: 4][colorType] ?? 0
        return 1 + (width * samples * Int(bitDepth) + 7) / 8
    }
}
