import Foundation

/// The settings of a paragraph style, as a value. Lengths in points.
package struct ParagraphSettings: Hashable, Sendable {
    package var alignment = NSTextAlignment.natural
    package var lineBreakMode = NSLineBreakMode.byWordWrapping
    var baseWritingDirection = NSWritingDirection.natural
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    var tailIndent: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0
    /// The tab stops; nil for UIKit's default of twelve, 28 points apart. Nil makes a plain style fast to compare.
    var tabStops: [NSTextTab]?
    var defaultTabInterval: CGFloat = 0

    static let initial = ParagraphSettings()

    var shownTabStops: [NSTextTab] {
        tabStops ?? (1...12).map { NSTextTab(textAlignment: .left, location: 28 * CGFloat($0)) }
    }
}
