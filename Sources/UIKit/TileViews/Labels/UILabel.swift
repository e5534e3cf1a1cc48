public import Foundation
public import TileDrawing

/// A view that shows text: as many lines as it is told, cut off with an ellipsis.
///
///     let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
///     label.text = "Row 12"
///     label.textAlignment = .center
///
/// The text stands in the middle of the height. It is drawn by `drawText(in:)`, laid out by a `TextBlock`. A character
/// that no font has is drawn as a frame with its number in it.
open class UILabel: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// A label from an archive: its text and how it looks.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restoreState(from: coder)
        restoreLabel(from: coder)
        coder.settle(self, as: UILabel.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeLabel(in: coder)
    }

    private func setUp() {
        isUserInteractionEnabled = false
        contentMode = .redraw
    }

    override class var drawsOnlyParts: Bool { true }

    final var labelContent = LabelContent.empty
    final var labelStyle = LabelStyle()

    // MARK: Text

    /// The text; nil, or that of `attributedText`. Setting it gives it the label's font, color and alignment
    /// throughout.
    open var text: String? {
        get { labelContent.string }
        set { setContent(newValue.map { .plain($0) } ?? .empty) }
    }

    /// The text with attributes of its own; those that it lacks are the label's. Of text that was set as `text`, the
    /// label's.
    ///
    /// `font`, `textColor`, `textAlignment` and `lineBreakMode` then say what its first character has, and setting them
    /// changes all of it.
    open var attributedText: NSAttributedString? {
        get { labelContent.attributed(in: labelStyle) }
        set { setContent(newValue.map { .attributed($0.copy() as! NSAttributedString) } ?? .empty) }
    }

    /// The system font of 17 points, by default; setting nil goes back to it.
    open var font: UIFont! {
        get { labelContent.first(.font) ?? labelStyle.font }
        set {
            let font = newValue ?? LabelStyle.initialFont
            change(\.font, to: font) { $0.setting(.font, font) }
        }
    }

    /// `UIColor.label`, by default; setting nil goes back to it.
    open var textColor: UIColor! {
        get { labelContent.first(.foregroundColor) ?? labelStyle.color }
        set {
            let color = newValue ?? .label
            change(\.color, to: color) { $0.setting(.foregroundColor, color) }
        }
    }

    /// A shadow without blur under the text; nil for none.
    open var shadowColor: UIColor? {
        get { labelStyle.shadowColor }
        set { change(\.shadowColor, to: newValue) }
    }

    /// Where the shadow falls, in points: upwards by one, by default.
    open var shadowOffset: CGSize {
        get { labelStyle.shadowOffset }
        set { change(\.shadowOffset, to: newValue) }
    }

    open var textAlignment: NSTextAlignment {
        get { labelContent.firstParagraph?.alignment ?? labelStyle.alignment }
        set { change(\.alignment, to: newValue) { $0.settingParagraphs { $0.alignment = newValue } } }
    }

    /// How lines are broken, and which part of the text an ellipsis stands for when there is not enough room.
    open var lineBreakMode: NSLineBreakMode {
        get { labelContent.firstParagraph?.lineBreakMode ?? labelStyle.lineBreakMode }
        set { change(\.lineBreakMode, to: newValue) { $0.settingParagraphs { $0.lineBreakMode = newValue } } }
    }

    /// The color while `isHighlighted`; nil leaves it as it is.
    open var highlightedTextColor: UIColor? {
        get { labelStyle.highlightedColor }
        set { change(\.highlightedColor, to: newValue) }
    }

    open var isHighlighted: Bool {
        get { labelStyle.isHighlighted }
        set { change(\.isHighlighted, to: newValue) }
    }

    /// A label that is not enabled shows its text at half its strength.
    open var isEnabled: Bool {
        get { labelStyle.isEnabled }
        set { change(\.isEnabled, to: newValue) }
    }

    // MARK: Accessibility

    /// True, unless it was set: its text is read.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    /// The text, unless it was set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .staticText }
        set { super.accessibilityTraits = newValue }
    }

    // MARK: Room

    /// The most lines: 1 by default, 0 for as many as there is height for.
    open var numberOfLines: Int {
        get { labelStyle.lineLimit }
        set {
            change(\.lineLimit, to: max(newValue, 0))
        }
    }

    /// Whether text that needs more room is made smaller, down to `minimumScaleFactor`.
    open var adjustsFontSizeToFitWidth: Bool {
        get { labelStyle.shrinks }
        set { change(\.shrinks, to: newValue) }
    }

    /// Where a line stands that was made smaller.
    open var baselineAdjustment: UIBaselineAdjustment {
        get { labelStyle.baselineAdjustment }
        set { change(\.baselineAdjustment, to: newValue) }
    }

    /// The smallest part of its size to which a font is made smaller, from 0 to 1. At 0, as at 1, it keeps its size.
    open var minimumScaleFactor: CGFloat {
        get { labelStyle.minimumScale }
        set {
            change(\.minimumScale, to: newValue > 0 ? min(newValue, 1) : 0)
        }
    }

    /// Whether letters move closer, by at most 5 % of the font's size, before text is cut off.
    open var allowsDefaultTighteningForTruncation: Bool {
        get { labelStyle.tightens }
        set { change(\.tightens, to: newValue) }
    }

    /// Whether a font made for a text style follows the traits' content size category.
    open var adjustsFontForContentSizeCategory: Bool {
        get { labelStyle.followsCategory }
        set {
            labelStyle.followsCategory = newValue
            followCategory()
        }
    }

    /// How wide lines get when the label says which size it wants; 0 for no limit.
    open var preferredMaxLayoutWidth: CGFloat {
        get { labelStyle.preferredWidth }
        set {
            guard newValue != labelStyle.preferredWidth else { return }
            labelStyle.preferredWidth = newValue
            invalidateIntrinsicContentSize()
        }
    }

    /// Where text of so many lines is in the bounds: in the middle of the height, and at the side to which it is
    /// aligned. The size is rounded up to pixels, and nothing where there is no text.
    ///
    /// A subclass that answers with another rect moves the text there, and has it laid out in its size.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        measure(bounds, lineLimit: numberOfLines)
    }

    /// Draws the text into a rect of the current context: within the bounds where `textRect` says, in another rect in
    /// its middle. Subclasses draw into another rect by calling it with that.
    open func drawText(in rect: CGRect) { drawLines(in: rect) }

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// The size of the text: of one line whatever its width, of several within `size.width`.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let isUnlimited = numberOfLines == 1 || size.width <= 0
        return wantedSize(within: isUnlimited ? .greatestFiniteMagnitude : size.width)
    }

    open override var intrinsicContentSize: CGSize {
        let width = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : lineWidth ?? 0
        return wantedSize(within: width > 0 ? width : .greatestFiniteMagnitude)
    }

    /// As constraints have it, while they ask for the size.
    private final var lineWidth: CGFloat?

    override func contentSize(lineWidth: CGFloat?) -> CGSize {
        self.lineWidth = lineWidth
        defer { self.lineWidth = nil }
        return intrinsicContentSize
    }

    override var wrapsContent: Bool { numberOfLines != 1 && preferredMaxLayoutWidth <= 0 }

    override class var standardHugging: ContentPriorities {
        ContentPriorities(across: .defaultLow, down: UILayoutPriority(251))
    }

    override var baselineDistances: (first: CGFloat, last: CGFloat)? {
        ((font.ascender + 0.5).rounded(.down), (-font.descender + 0.5).rounded(.down))
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        followCategory()
        setNeedsDisplay()
    }
}
