/// The channels that a file's metadata states, and where their pictures are.
///
/// The pictures of one plane belong together: a file has one plane for each focus and time.
struct ChannelPlanes: Hashable {
    var channels: [ImageChannel]
    /// The index of each channel's page in the file, by plane.
    var pages: [[Int]]
    /// Whether ImageJ has stated them.
    private(set) var isOfImageJ = false

    /// The most channels of a file. Multiplexed slides have about a hundred.
    static let mostChannels = 256
    /// The most pages of a file.
    static let mostPages = TIFFReader.maxPages

    /// Reads the description of a TIFF's first page, as OME or ImageJ write it. Returns nil for other descriptions,
    /// and for fewer than two channels.
    init?(description: String) {
        if description.hasPrefix("ImageJ=") {
            self.init(imageJ: description)
        } else if description.prefix(4096).contains("<OME") {
            guard let image = OMEImage(description), let planes = image.planes else { return nil }
            self = planes
        } else {
            return nil
        }
    }

    /// The longest description of ImageJ that is read, in bytes. Usual ones have ten lines.
    private static let longestLines = 1 << 16

    init(channels: [ImageChannel], pages: [[Int]]) { (self.channels, self.pages) = (channels, pages) }

    /// Reads ImageJ's description: a line for each property. Channels come first, then slices, then frames.
    private init?(imageJ description: String) {
        guard description.utf8.count <= Self.longestLines else { return nil }
        var properties: [Substring: Substring] = [:]
        for line in description.split(whereSeparator: \.isNewline) {
            let sides = line.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { properties[sides[0]] = sides[1] }
        }
        func number(_ name: Substring) -> Int? { properties[name].map { Int($0) ?? 0 } }
        let count = number("channels") ?? 1
        let (slices, frames) = (number("slices") ?? 1, number("frames") ?? 1)
        // In this mode, ImageJ shows one channel at a time.
        guard properties["mode"] != "grayscale", (2...Self.mostChannels).contains(count),
            (1...Self.mostPages).contains(slices), (1...Self.mostPages).contains(frames),
            count * slices * frames <= Self.mostPages
        else { return nil }
        channels = (0..<count).map { ImageChannel(nil, color: nil, index: $0) }
        isOfImageJ = true
        pages = (0..<slices * frames).map { plane in Array(plane * count..<(plane + 1) * count) }
    }
}
