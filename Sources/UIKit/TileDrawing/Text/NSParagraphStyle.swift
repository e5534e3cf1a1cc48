public import Foundation

/// The layout of a paragraph's lines: alignment, indents, heights and distances, in points.
///
/// Foundation on Linux lacks this class. Names and defaults are those of iOS. Hyphenation and tightening before
/// truncation are not supported.
// @unchecked Sendable: a style of this class does not change. Its mutable subclass may be changed by one thread at a
// time, and is copied before it is shared, as on iOS.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
    // The first property: see `AttributeObjectTag`.
    private let tag = AttributeObjectTag()

    var settings: ParagraphSettings

    public override init() { settings = .initial }

    init(_ settings: ParagraphSettings) { self.settings = settings }

    /// The default style: natural alignment, wrapped by words.
    public class var `default`: NSParagraphStyle { NSParagraphStyle() }

    /// Returns the direction in which a language is written, by its BCP 47 code; nil means the process's locale.
    public class func defaultWritingDirection(forLanguage language: String?) -> NSWritingDirection {
        let language = Locale.Language(identifier: language ?? Locale.current.identifier)
        return language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }

    public var alignment: NSTextAlignment { settings.alignment }
    public var lineBreakMode: NSLineBreakMode { settings.lineBreakMode }
    public var baseWritingDirection: NSWritingDirection { settings.baseWritingDirection }
    /// The distance between the bottom of a line and the top of the next.
    public var lineSpacing: CGFloat { settings.lineSpacing }
    /// The space after the paragraph.
    public var paragraphSpacing: CGFloat { settings.paragraphSpacing }
    /// The space before the paragraph, unless it is the first.
    public var paragraphSpacingBefore: CGFloat { settings.paragraphSpacingBefore }
    /// The distance from the container's leading edge to that of the first line.
    public var firstLineHeadIndent: CGFloat { settings.firstLineHeadIndent }
    /// The distance from the container's leading edge to that of the lines after the first.
    public var headIndent: CGFloat { settings.headIndent }
    /// The position of the lines' trailing edge: the distance from the container's leading edge if positive, or else
    /// from its trailing edge.
    public var tailIndent: CGFloat { settings.tailIndent }
    public var minimumLineHeight: CGFloat { settings.minimumLineHeight }
    /// The maximum line height; 0 for no limit.
    public var maximumLineHeight: CGFloat { settings.maximumLineHeight }
    /// The factor that the height of the line's fonts is multiplied by, before the two limits apply; 0 for no change.
    public var lineHeightMultiple: CGFloat { settings.lineHeightMultiple }
    public var tabStops: [NSTextTab] { settings.shownTabStops }
    /// The distance between tabs after the last of `tabStops`.
    public var defaultTabInterval: CGFloat { settings.defaultTabInterval }

    public func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(settings) }
    public func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableParagraphStyle(settings) }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { settings.encode(with: coder) }

    /// Reads a style from an archive. A value that is missing or invalid keeps its default.
    public required init?(coder: NSCoder) { settings = ParagraphSettings(coder: coder) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSParagraphStyle else { return false }
        return settings == other.settings
    }

    open override var hash: Int { settings.hashValue }
}

/// A paragraph style that can be changed. A text attribute stores the object itself, so copy it before further changes.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    public override var alignment: NSTextAlignment {
        get { settings.alignment }
        set { settings.alignment = newValue }
    }
    public override var lineBreakMode: NSLineBreakMode {
        get { settings.lineBreakMode }
        set { settings.lineBreakMode = newValue }
    }
    public override var baseWritingDirection: NSWritingDirection {
        get { settings.baseWritingDirection }
        set { settings.baseWritingDirection = newValue }
    }
    public override var lineSpacing: CGFloat {
        get { settings.lineSpacing }
        set { settings.lineSpacing = Self.height(newValue) }
    }
    public override var paragraphSpacing: CGFloat {
        get { settings.paragraphSpacing }
        set { settings.paragraphSpacing = Self.height(newValue) }
    }
    public override var paragraphSpacingBefore: CGFloat {
        get { settings.paragraphSpacingBefore }
        set { settings.paragraphSpacingBefore = Self.height(newValue) }
    }
    public override var firstLineHeadIndent: CGFloat {
        get { settings.firstLineHeadIndent }
        set { settings.firstLineHeadIndent = Self.height(newValue) }
    }
    public override var headIndent: CGFloat {
        get { settings.headIndent }
        set { settings.headIndent = Self.height(newValue) }
    }
    public override var tailIndent: CGFloat {
        get { settings.tailIndent }
        set { settings.tailIndent = Self.finite(newValue) }
    }
    public override var minimumLineHeight: CGFloat {
        get { settings.minimumLineHeight }
        set { settings.minimumLineHeight = Self.height(newValue) }
    }
    public override var maximumLineHeight: CGFloat {
        get { settings.maximumLineHeight }
        set { settings.maximumLineHeight = Self.height(newValue) }
    }
    public override var lineHeightMultiple: CGFloat {
        get { settings.lineHeightMultiple }
        set { settings.lineHeightMultiple = Self.height(newValue) }
    }
    public override var tabStops: [NSTextTab] {
        get { settings.shownTabStops }
        set { settings.tabStops = newValue.sorted { $0.location < $1.location } }
    }
    public override var defaultTabInterval: CGFloat {
        get { settings.defaultTabInterval }
        set { settings.defaultTabInterval = Self.height(newValue) }
    }

    public func addTabStop(_ tab: NSTextTab) { tabStops.append(tab) }

    public func removeTabStop(_ tab: NSTextTab) {
        if let index = tabStops.firstIndex(of: tab) { tabStops.remove(at: index) }
    }

    /// Copies all settings of `style`.
    public func setParagraphStyle(_ style: NSParagraphStyle) { settings = style.settings }

    private static func finite(_ length: CGFloat) -> CGFloat {
        precondition(length.isFinite, "a paragraph's lengths are finite, not \(length)")
        return length
    }

    // Apple documents these values as never negative, and treats a negative one as 0.
    private static func height(_ length: CGFloat) -> CGFloat { max(0, finite(length)) }
}
