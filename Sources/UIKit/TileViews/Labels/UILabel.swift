public import Foundation
public import TileDrawing

/// A view that displays a number of lines of text, truncated with an ellipsis if necessary.
///
///     let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
///     label.text = "Row 12"
///     label.textAlignment = .center
///
/// The text is centered vertically. `drawText(in:)` draws it, and `TextBlock` lays it out. A character that no font
/// contains is drawn as a box with its code.
open class UILabel: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Creates a label from an archive with its text and style.
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

    /// The text, or the string of `attributedText`. Setting it applies the label's font, color and alignment to the
    /// whole text.
    open var text: String? {
        get { labelContent.string }
        set { setContent(newValue.map { .plain($0) } ?? .empty) }
    }

    /// The text with its attributes. The label provides attributes that the text lacks. For text that was set with
    /// `text`, all attributes are the label's.
    ///
    /// For attributed text, `font`, `textColor`, `textAlignment` and `lineBreakMode` return the attributes of the first
    /// character, and setting them changes the whole text.
    open var attributedText: NSAttributedString? {
        get { labelContent.attributed(in: labelStyle) }
        set { setContent(newValue.map { .attributed($0.copy() as! NSAttributedString) } ?? .empty) }
    }

    /// The font. The default is the system font of 17 points, which setting nil restores.
    open var font: UIFont! {
        get { labelContent.first(.font) ?? labelStyle.font }
        set {
            let font = newValue ?? LabelStyle.initialFont
            change(\.font, to: font) { $0.setting(.font, font) }
        }
    }

    /// The color of the text. The default is `UIColor.label`, which setting nil restores.
    open var textColor: UIColor! {
        get { labelContent.first(.foregroundColor) ?? labelStyle.color }
        set {
            let color = newValue ?? .label
            change(\.color, to: color) { $0.setting(.foregroundColor, color) }
        }
    }

    /// The color of a shadow without blur; nil for no shadow.
    open var shadowColor: UIColor? {
        get { labelStyle.shadowColor }
        set { change(\.shadowColor, to: newValue) }
    }

    /// The offset of the shadow in points. The default is one point upward.
    open var shadowOffset: CGSize {
        get { labelStyle.shadowOffset }
        set { change(\.shadowOffset, to: newValue) }
    }

    open var textAlignment: NSTextAlignment {
        get { labelContent.firstParagraph?.alignment ?? labelStyle.alignment }
        set { change(\.alignment, to: newValue) { $0.settingParagraphs { $0.alignment = newValue } } }
    }

    /// The line break mode, which also determines the part of the text that an ellipsis replaces if space is
    /// insufficient.
    open var lineBreakMode: NSLineBreakMode {
        get { labelContent.firstParagraph?.lineBreakMode ?? labelStyle.lineBreakMode }
        set { change(\.lineBreakMode, to: newValue) { $0.settingParagraphs { $0.lineBreakMode = newValue } } }
    }

    /// The text color while `isHighlighted` is true; nil for no change.
    open var highlightedTextColor: UIColor? {
        get { labelStyle.highlightedColor }
        set { change(\.highlightedColor, to: newValue) }
    }

    open var isHighlighted: Bool {
        get { labelStyle.isHighlighted }
        set { change(\.isHighlighted, to: newValue) }
    }

    /// A Boolean value that indicates whether the label is enabled. Disabled labels draw their text at half opacity.
    open var isEnabled: Bool {
        get { labelStyle.isEnabled }
        set { change(\.isEnabled, to: newValue) }
    }

    // MARK: Accessibility

    /// True unless it was set, so the text is read.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    /// The text, with the labels of its attachments, unless it was set.
    open override var accessibilityLabel: String? {
        get {
            if case .attributed(let text) = labelContent { return super.accessibilityLabel ?? text.spokenText }
            return super.accessibilityLabel ?? text
        }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .staticText }
        set { super.accessibilityTraits = newValue }
    }

    // MARK: Size

    /// The maximum number of lines. The default is 1; 0 allows as many as fit the height.
    open var numberOfLines: Int {
        get { labelStyle.lineLimit }
        set {
            change(\.lineLimit, to: max(newValue, 0))
        }
    }

    /// A Boolean value that indicates whether text that does not fit is shrunk, down to `minimumScaleFactor`.
    open var adjustsFontSizeToFitWidth: Bool {
        get { labelStyle.shrinks }
        set { change(\.shrinks, to: newValue) }
    }

    /// The vertical position of a line that was shrunk.
    open var baselineAdjustment: UIBaselineAdjustment {
        get { labelStyle.baselineAdjustment }
        set { change(\.baselineAdjustment, to: newValue) }
    }

    /// The minimum scale of the font, from 0 to 1. The font keeps its size at 0 and at 1.
    open var minimumScaleFactor: CGFloat {
        get { labelStyle.minimumScale }
        set {
            change(\.minimumScale, to: newValue > 0 ? min(newValue, 1) : 0)
        }
    }

    /// A Boolean value that indicates whether letter spacing is tightened, by at most 5 % of the font size, before text
    /// is truncated.
    open var allowsDefaultTighteningForTruncation: Bool {
        get { labelStyle.tightens }
        set { change(\.tightens, to: newValue) }
    }

    /// A Boolean value that indicates whether a font for a text style follows the content size category of the traits.
    open var adjustsFontForContentSizeCategory: Bool {
        get { labelStyle.followsCategory }
        set {
            labelStyle.followsCategory = newValue
            followCategory()
        }
    }

    /// The maximum line width for the intrinsic size, in points; 0 for no limit.
    open var preferredMaxLayoutWidth: CGFloat {
        get { labelStyle.preferredWidth }
        set {
            guard newValue != labelStyle.preferredWidth else { return }
            labelStyle.preferredWidth = newValue
            invalidateIntrinsicContentSize()
        }
    }

    /// Returns the rectangle of the text in the bounds with a maximum number of lines: vertically centered and
    /// horizontally aligned. The size is rounded up to whole pixels, and zero without text.
    ///
    /// An override that returns another rectangle moves the text there and lays it out in that size.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        measure(bounds, lineLimit: numberOfLines)
    }

    /// Draws the text in a rectangle of the current context. In the bounds, `textRect` determines the position; in any
    /// other rectangle the text is centered. Subclasses can pass another rectangle to `super`.
    open func drawText(in rect: CGRect) { drawLines(in: rect) }

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// Returns the size of the text. A single line can have any width; several lines fit into `size.width`.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let isUnlimited = numberOfLines == 1 || size.width <= 0
        return wantedSize(within: isUnlimited ? .greatestFiniteMagnitude : size.width)
    }

    open override var intrinsicContentSize: CGSize {
        let width = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : lineWidth ?? 0
        return wantedSize(within: width > 0 ? width : .greatestFiniteMagnitude)
    }

    /// The line width in the current solution of constraints, while they request the size.
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
