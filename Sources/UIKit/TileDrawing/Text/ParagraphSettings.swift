import Foundation

/// What a paragraph style says, as a value. Lengths in points.
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
    /// Nil for UIKit's own: twelve, 28 points apart. So a plain style is quick to compare.
    var tabStops: [NSTextTab]?
    var defaultTabInterval: CGFloat = 0

    static let initial = ParagraphSettings()

    var shownTabStops: [NSTextTab] {
        tabStops ?? (1...12).map { NSTextTab(textAlignment: .left, location: 28 * CGFloat($0)) }
    }
}
