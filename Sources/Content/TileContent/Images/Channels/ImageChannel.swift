/// A channel of a microscope's image: one of several gray pictures that are shown over one another, each in a color.
public struct ImageChannel: Hashable, Sendable {
    /// The name, such as that of a dye; the number if the file has no name.
    public let name: String
    /// The color that the file states, or else one by the channel's number.
    public let color: ChannelColor

    /// The most characters of a name.
    private static let longestName = 80
    /// The colors of channels without one: those of ImageJ's composites, without gray.
    private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0x00FFFF, 0xFF00FF, 0xFFFF00]

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - name: The name that the file states; nil or empty if there is none.
    ///   - index: The channel's index, from 0.
    init(_ name: String?, color: ChannelColor?, index: Int) {
        let letters = (name ?? "").filter { !$0.isNewline }.prefix(Self.longestName)
        self.name = letters.isEmpty ? "\(index + 1)" : String(letters)
        self.color = color ?? ChannelColor(rgb: Self.colors[index % Self.colors.count])
    }
}

extension [ImageChannel] {
    /// Returns the index of the channel that a name or a number means; nil if there is none. Letters of the other case
    /// are the same if no channel has exactly the name.
    func index(of text: String) -> Int? {
        if let index = firstIndex(where: { $0.name == text }) { return index }
        if let number = Int(text), indices.contains(number - 1) { return number - 1 }
        let folded = text.lowercased()
        return firstIndex { $0.name.lowercased() == folded }
    }
}
