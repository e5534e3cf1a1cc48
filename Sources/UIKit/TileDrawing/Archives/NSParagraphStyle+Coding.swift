import Foundation

extension ParagraphSettings {
    private static let lengths: [(String, WritableKeyPath<ParagraphSettings, CGFloat> & Sendable)] = [
        ("lineSpacing", \.lineSpacing), ("paragraphSpacing", \.paragraphSpacing),
        ("paragraphSpacingBefore", \.paragraphSpacingBefore), ("firstLineHeadIndent", \.firstLineHeadIndent),
        ("headIndent", \.headIndent), ("tailIndent", \.tailIndent), ("minimumLineHeight", \.minimumLineHeight),
        ("maximumLineHeight", \.maximumLineHeight), ("lineHeightMultiple", \.lineHeightMultiple),
        ("defaultTabInterval", \.defaultTabInterval),
    ]

    func encode(with coder: NSCoder) {
        coder.encode(alignment.rawValue, forKey: "alignment")
        coder.encode(lineBreakMode.rawValue, forKey: "lineBreakMode")
        coder.encode(baseWritingDirection.rawValue, forKey: "baseWritingDirection")
        for (key, path) in Self.lengths { coder.encode(Double(self[keyPath: path]), forKey: key) }
        guard let tabStops else { return }
        coder.archive(numbers: tabStops.map { Double($0.location) }, forKey: "tabLocations")
        coder.archive(numbers: tabStops.map { Double($0.alignment.rawValue) }, forKey: "tabAlignments")
    }

    /// Reads settings from an archive. A value that is missing or invalid keeps its default.
    init(coder: NSCoder) {
        alignment = coder.archivedCase("alignment") ?? alignment
        lineBreakMode = coder.archivedCase("lineBreakMode") ?? lineBreakMode
        baseWritingDirection = coder.archivedCase("baseWritingDirection") ?? baseWritingDirection
        for (key, path) in Self.lengths {
            guard let length = coder.archivedLength(key) else { continue }
            // Only the tail indent may be negative: it then counts from the other side.
            self[keyPath: path] = key == "tailIndent" ? length : max(0, length)
        }
        guard let places = coder.archivedNumbers("tabLocations"),
            let alignments = coder.archivedNumbers("tabAlignments", count: places.count)
        else { return }
        tabStops = zip(places, alignments).map { place, alignment in
            NSTextTab(
                textAlignment: Int(exactly: alignment).flatMap { NSTextAlignment(rawValue: $0) } ?? .left,
                location: CGFloat(place))
        }
        .sorted { $0.location < $1.location }
    }
}
