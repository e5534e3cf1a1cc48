import TileGraphics
import TileSupport

/// A channel of a microscope's image that is shown, with its color.
public struct ChannelChoice: Hashable, Sendable {
    /// The channel's name, or its number counted from 1.
    public var channel: String
    /// The color of the greatest values; nil for the channel's own.
    public var color: ChannelColor?
    /// The factor of the color, from 0 to 1.
    public var opacity: Double

    public init(channel: String, color: ChannelColor? = nil, opacity: Double = 1) {
        (self.channel, self.color, self.opacity) = (channel, color, opacity)
    }

    /// The form that `RasterPreferences.channels(_:)` reads.
    var text: String {
        channel + (color.map { ":\($0.hexadecimal)" } ?? "") + (opacity == 1 ? "" : "@\(opacity)")
    }
}

/// The sRGB color of a channel's greatest values. Lower ones are darker, down to black.
public struct ChannelColor: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Creates a color.
    ///
    /// - Parameter rgb: The components as 0xRRGGBB.
    init(rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// Reads a color's CSS name, or three or six hexadecimal digits with or without “#”. Returns nil for other texts.
    init?(_ text: Substring) {
        let name = text.lowercased()
        if let named = ColorNames.named[name] {
            self.init(rgb: named)
            return
        }
        let digits = name.hasPrefix("#") ? name.dropFirst() : name[...]
        guard digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }) else { return nil }
        switch digits.utf8.count {
        case 3: self.init(rgb: digits.reduce(0) { $0 << 8 | UInt32($1.hexDigitValue ?? 0) * 0x11 })
        case 6: self.init(rgb: UInt32(digits, radix: 16) ?? 0)
        default: return nil
        }
    }

    /// The components as six hexadecimal digits.
    public var hexadecimal: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}

extension RasterPreferences {
    /// The most channels that are blended.
    public static let mostChannels = 16
    /// The most characters of a channel's name.
    private static let longestChannel = 80

    /// The texts that `channels(_:)` reads, and some more, as a regular expression of ECMA-262.
    package static let channelsPattern = "^[^,]+(,[^,]+){0,\(mostChannels - 1)}$"

    /// Reads channels as commands and addresses have them: `DAPI:blue,FITC:00ff00@0.8`. A channel is its name or its
    /// number, and may be followed by a color and an opacity.
    ///
    /// - Throws: `Invalid` for a text without channels, with a channel that is there twice, or with a color or an
    ///   opacity that is none.
    public static func channels(_ text: String) throws(Invalid) -> [ChannelChoice] {
        let parts = text.split(separator: ",", maxSplits: mostChannels, omittingEmptySubsequences: false)
        guard parts.count <= mostChannels else {
            throw Invalid(description: "invalid channels: use at most \(mostChannels) at once")
        }
        var choices: [ChannelChoice] = []
        for part in parts {
            guard let choice = ChannelChoice(part), choice.channel.count <= longestChannel else {
                throw Invalid(
                    description:
                        "invalid channel \(part.prefix(longestChannel)): use a name or a number, with a color and an "
                        + "opacity from 0 to 1 if wanted, such as DAPI:blue,FITC:00ff00@0.8")
            }
            guard !choices.contains(where: { $0.channel == choice.channel }) else {
                throw Invalid(description: "channel \(choice.channel) is there twice: use it once")
            }
            choices.append(choice)
        }
        return choices
    }
}

extension ChannelChoice {
    /// Reads a channel such as `FITC:green@0.8`. Returns nil for other texts.
    fileprivate init?(_ text: Substring) {
        var (text, opacity) = (text, 1.0)
        if let sign = text.lastIndex(of: "@") {
            guard let number = Double(decimal: text[text.index(after: sign)...]), (0...1).contains(number) else {
                return nil
            }
            (text, opacity) = (text[..<sign], number)
        }
        var color: ChannelColor?
        if let colon = text.lastIndex(of: ":") {
            guard let read = ChannelColor(text[text.index(after: colon)...]) else { return nil }
            (text, color) = (text[..<colon], read)
        }
        guard !text.isEmpty else { return nil }
        self.init(channel: String(text), color: color, opacity: opacity)
    }
}
