/// OpenType features of a font that a text turns on or off. Of several settings of a feature, the last one applies.
public struct FontFeatures: Hashable, Sendable {
    /// The settings in the syntax of Pango, separated by commas; empty if there are none.
    private(set) var text = ""
    private var count = 0

    /// The maximum number of settings: more than there are features in common use.
    private static let maxCount = 128
    private static let maxValue = 65_535

    public init() {}

    /// Adds a setting. A tag that is not four letters or digits names no feature of a font, and is ignored.
    ///
    /// - Parameter value: 0 for off, 1 for on, or the number of an alternative.
    public mutating func set(_ tag: String, _ value: Int = 1) {
        let isTag =
            tag.utf8.count == 4
            && tag.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
        guard isTag, value >= 0, count < Self.maxCount else { return }
        if !text.isEmpty { text += ", " }
        text += "'\(tag)' \(min(value, Self.maxValue))"
        count += 1
    }

    public mutating func set(_ tags: [String], _ value: Int = 1) { for tag in tags { set(tag, value) } }

    /// Adds all settings of another list.
    public mutating func append(_ other: FontFeatures) {
        guard !other.text.isEmpty, count + other.count <= Self.maxCount else { return }
        text += text.isEmpty ? other.text : ", \(other.text)"
        count += other.count
    }
}
