import Foundation
import TileGraphics

/// The meaning of text inside a paragraph, as Markdown expresses it. Foundation on Linux lacks this type.
public struct InlinePresentationIntent: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Emphasis, drawn in italics.
    public static let emphasized = InlinePresentationIntent(rawValue: 1 << 0)
    /// Strong emphasis, drawn bold.
    public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 1 << 1)
    /// Code, drawn in the monospaced font.
    public static let code = InlinePresentationIntent(rawValue: 1 << 2)
    public static let strikethrough = InlinePresentationIntent(rawValue: 1 << 5)
    /// A space in place of the end of a source line.
    public static let softBreak = InlinePresentationIntent(rawValue: 1 << 6)
    /// A newline for the end of a line that the source asks for.
    public static let lineBreak = InlinePresentationIntent(rawValue: 1 << 7)
    /// A tag of HTML inside a paragraph.
    public static let inlineHTML = InlinePresentationIntent(rawValue: 1 << 8)
    /// A block of HTML.
    public static let blockHTML = InlinePresentationIntent(rawValue: 1 << 9)
}

extension InlinePresentationIntent {
    /// The value of an attribute; empty if it is neither an intent nor the raw value of one.
    init(attribute value: Any) {
        if let intent = value as? InlinePresentationIntent {
            self = intent
        } else {
            self.init(rawValue: attributeNumber(value).flatMap { UInt(exactly: $0) } ?? 0)
        }
    }
}

extension TextAttributes {
    /// Changes font and lines to what an intent looks like. Line styles of their own stay.
    mutating func apply(_ intent: InlinePresentationIntent) {
        var request = font.request
        if intent.contains(.code) { request.family = UIFont.monospacedFamily }
        if intent.contains(.stronglyEmphasized) { request.weight = max(request.weight, 700) }
        if intent.contains(.emphasized) { request.style = .italic }
        if request != font.request { font = UIFont(request) }
        if intent.contains(.strikethrough), strikethrough == nil { strikethrough = Line(style: .single, color: nil) }
    }
}
