/// A channel of a microscope's image: one of several gray pictures that are shown over one another, each in a color.
public struct ImageChannel: Hashable, Sendable {
    /// The name, such as that of a dye; the number if the file has no name.
    public let name: String
    /// The color that the file states, or else one by the channel's number.
    public let color: ChannelColor

    /// The most scalars of a name.
    private static let longestName = 80
    /// The colors of channels without one: those of ImageJ's composites, without gray.
    private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0x00FFFF, 0xFF00FF, 0xFFFF00]

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - name: The name that the file states; nil or empty if there is none.
    ///   - index: The channel's index, from 0.
    init(_ name: String?, color: ChannelColor?, index: Int) {
        let scalars = (name ?? "").unicodeScalars.prefix(Self.longestName)
        let letters = String(String.UnicodeScalarView(scalars)).filter { !$0.isNewline }
        self.name = letters.isEmpty ? "\(index + 1)" : letters
        self.color = color ?? ChannelColor(rgb: Self.colors[index % Self.colors.count])
    }
}

/// A channel that is shown, found in its file.
struct ShownChannel: Hashable {
    /// The index of the channel, from 0.
    var index: Int
    var color: ChannelColor
    /// The factor of the color, from 0 to 1.
    var opacity: Double
}

extension [ImageChannel] {
    /// Returns the channel that a choice means, in its own color unless the choice has another one; nil if there is
    /// none.
    func shown(_ choice: ChannelChoice) -> ShownChannel? {
        index(of: choice.channel).map {
            ShownChannel(index: $0, color: choice.color ?? self[$0].color, opacity: choice.opacity)
        }
    }

    /// Returns the index of the channel that a number or a name means; nil if there is none. A number that a channel
    /// has is never a name. Letters of the other case are the same if no channel has exactly the name.
    func index(of text: String) -> Int? {
        if let number = Int(text), number >= 1, number <= count { return number - 1 }
        if let index = firstIndex(where: { $0.name == text }) { return index }
        let folded = text.lowercased()
        return firstIndex { $0.name.lowercased() == folded }
    }
}
