/// The colors of channels that ImageJ stores in a TIFF: a table of 256 colors (LUT) for each channel.
enum ImageJColors {
    /// The most bytes of metadata that are read: tables of all channels, and texts.
    private static let mostBytes = 1 << 20
    private static let tableBytes = 768
    private static let magic = Array("IJIJ".utf8)
    private static let tables = Array("luts".utf8)

    /// Returns the color of each channel's greatest values, nil for tables that are not shades of one color. Empty if
    /// the page has no tables.
    ///
    /// The metadata starts with a header: its name, and a name and a number for each kind of entry. The entries follow,
    /// the first in the file's list of lengths being the header itself.
    static func read(_ reader: TIFFReader, _ directory: TIFFReader.Directory) -> [ChannelColor?] {
        guard let lengths = reader.values(.imageJLengths, of: directory), let header = lengths.first,
            let bytes = reader.bytes(.imageJMetadata, of: directory, most: mostBytes),
            header >= magic.count, header <= bytes.count
        else { return [] }
        func name(at place: Int) -> [UInt8] {
            let part = Array(bytes[place..<(place + 4)])
            return reader.isBigEndian ? part : part.reversed()
        }
        func number(at place: Int) -> Int { name(at: place).reduce(0) { $0 << 8 | Int($1) } }
        guard name(at: 0) == magic else { return [] }
        var (entry, place) = (1, header)
        var colors: [ChannelColor?] = []
        for kind in stride(from: magic.count, through: header - 8, by: 8) {
            for _ in 0..<number(at: kind + 4) {
                guard lengths.indices.contains(entry), lengths[entry] >= 0, lengths[entry] <= bytes.count - place else {
                    return colors
                }
                if name(at: kind) == tables {
                    guard lengths[entry] == tableBytes, colors.count < ChannelPlanes.mostChannels else { return colors }
                    colors.append(color(ofTable: bytes[place..<(place + tableBytes)]))
                }
                place += lengths[entry]
                entry += 1
            }
        }
        return colors
    }

    /// Returns the last color of a table if the others are its shades, from black on: 256 red values, then green, then
    /// blue.
    private static func color(ofTable table: ArraySlice<UInt8>) -> ChannelColor? {
        let table = Array(table)
        for component in 0..<3 {
            let last = Int(table[component * 256 + 255])
            // Shades are rounded or cut.
            let isRamp = (0..<256).allSatisfy { abs(Int(table[component * 256 + $0]) * 255 - $0 * last) <= 255 }
            guard isRamp else { return nil }
        }
        let color = ChannelColor(red: table[255], green: table[511], blue: table[767])
        return color == ChannelColor(rgb: 0) ? nil : color
    }
}
