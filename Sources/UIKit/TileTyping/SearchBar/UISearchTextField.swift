public import Foundation
public import TileDrawing
public import TileViews

/// A token that restricts a search in addition to its text.
open class UISearchToken: NSObject {
    public final let icon: UIImage?
    public final let text: String
    /// The program's object that the token represents.
    open var representedObject: Any?

    public init(icon: UIImage?, text: String) {
        self.icon = icon
        self.text = text
    }
}

/// The text field of a search bar. Its tokens are displayed before the text; deleting at the start of the text removes
/// the last one.
open class UISearchTextField: UITextField {
    private final let glass = MagnifierView()
    private final let pills = TokenRow()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private final func setUp() {
        font = .systemFont(ofSize: 17)
        returnKeyType = .search
        autocapitalizationType = .none
        clearButtonMode = .whileEditing
        leftViewMode = .always
        leftView = glass
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 10
        accessibilityTraits = .searchField
    }

    // MARK: Tokens

    open var tokens: [UISearchToken] = [] {
        didSet {
            pills.show(tokens, color: tokenBackgroundColor)
            leftView = tokens.isEmpty ? glass : pills
            placeholderIsShown = tokens.isEmpty
        }
    }
    private final var placeholderIsShown = true

    open var tokenBackgroundColor: UIColor! = .systemBlue {
        didSet { pills.show(tokens, color: tokenBackgroundColor) }
    }
    open var allowsDeletingTokens = true
    open var allowsCopyingTokens = true

    /// The range of the text without tokens, which aren't part of the text here.
    open var textualRange: UITextRange { TextRange(0..<core.length) }
    open func insertToken(_ token: UISearchToken, at tokenIndex: Int) {
        tokens.insert(token, at: min(max(0, tokenIndex), tokens.count))
    }
    open func removeToken(at tokenIndex: Int) {
        if tokens.indices.contains(tokenIndex) { tokens.remove(at: tokenIndex) }
    }
    open func positionOfToken(at tokenIndex: Int) -> UITextPosition { beginningOfDocument }
    open func tokens(in textRange: UITextRange) -> [UISearchToken] {
        core.offset(of: textRange.start) == 0 ? tokens : []
    }
    /// Replaces a part of the text with a token.
    open func replaceTextualPortion(of textRange: UITextRange, with token: UISearchToken, at tokenIndex: UInt) {
        replace(textRange, withText: "")
        insertToken(token, at: Int(clamping: tokenIndex))
    }

    open override func deleteBackward() {
        if core.selection == 0..<0, allowsDeletingTokens, !tokens.isEmpty {
            tokens.removeLast()
            sendActions(for: .editingChanged)
            return
        }
        super.deleteBackward()
    }

    // MARK: Rects

    open override var intrinsicContentSize: CGSize { CGSize(width: super.intrinsicContentSize.width + 16, height: 36) }

    open override func leftViewRect(forBounds bounds: CGRect) -> CGRect {
        let rect = super.leftViewRect(forBounds: bounds)
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        return rect.offsetBy(dx: isRightToLeft ? -6 : 6, dy: 0)
    }

    open override func textRect(forBounds bounds: CGRect) -> CGRect { inset(super.textRect(forBounds: bounds)) }
    open override func editingRect(forBounds bounds: CGRect) -> CGRect { inset(super.editingRect(forBounds: bounds)) }

    private final func inset(_ rect: CGRect) -> CGRect {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let (leading, trailing): (CGFloat, CGFloat) = (leftView == nil ? 8 : 4, 4)
        return CGRect(
            x: rect.minX + (isRightToLeft ? trailing : leading), y: rect.minY,
            width: max(0, rect.width - leading - trailing), height: rect.height)
    }
}

/// A magnifying glass.
final class MagnifierView: UIView, ViewPart {
    init() {
        super.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        let glass = UIBezierPath(ovalIn: CGRect(x: 2.5, y: 2.5, width: 11, height: 11))
        glass.move(to: CGPoint(x: 12, y: 12))
        glass.addLine(to: CGPoint(x: 17, y: 17))
        glass.lineWidth = 1.6
        glass.lineCapStyle = .round
        UIColor.secondaryLabel.setStroke()
        glass.stroke()
    }
}

/// A row of tokens.
final class TokenRow: UIView, ViewPart {
    private var labels: [UILabel] = []

    func show(_ tokens: [UISearchToken], color: UIColor) {
        for label in labels { label.removeFromSuperview() }
        var x: CGFloat = 0
        labels = tokens.map { token in
            let label = UILabel()
            label.text = token.text
            label.font = .systemFont(ofSize: 15)
            label.textColor = .white
            label.textAlignment = .center
            label.backgroundColor = color
            label.layer.cornerRadius = 5
            label.clipsToBounds = true
            let width = label.sizeThatFits(.zero).width + 12
            label.frame = CGRect(x: x, y: 0, width: width, height: 24)
            x += width + 4
            addSubview(label)
            return label
        }
        bounds.size = CGSize(width: max(0, x - 4), height: 24)
    }
}
