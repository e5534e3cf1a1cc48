import Foundation
import TileDrawing
import TileViews

extension UITextField {
    /// The padding between the border and the text, in points.
    private var padding: (across: CGFloat, down: CGFloat) {
        switch borderStyle {
        case .none: (0, 0)
        case .line: (2, 2)
        case .bezel: (7, 2)
        case .roundedRect: (7, 2)
        }
    }

    private static let clearWidth: CGFloat = 28

    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    private func shows(_ mode: ViewMode) -> Bool {
        switch mode {
        case .never: false
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .always: true
        }
    }

    var showsLeft: Bool { leftView != nil && shows(leftViewMode) }
    var showsRight: Bool { rightView != nil && shows(rightViewMode) }
    /// Whether the clear button is visible. The right view takes precedence.
    var showsClear: Bool { hasText && isEnabled && shows(clearButtonMode) && !showsRight }

    // MARK: Rects

    private var isLaidOutRightToLeft: Bool { isRightToLeft }

    func plainTextRect(_ bounds: CGRect, isEditing: Bool) -> CGRect {
        let (across, down) = padding
        var rect = bounds.insetBy(dx: min(across, bounds.width / 2), dy: min(down, bounds.height / 2))
        func cut(_ width: CGFloat, leading: Bool) {
            let width = min(max(0, width), rect.width)
            if leading != isRightToLeft { rect.origin.x += width }
            rect.size.width -= width
        }
        if showsLeft {
            let view = leftViewRect(forBounds: bounds)
            cut(isRightToLeft ? rect.maxX - view.minX : view.maxX - rect.minX, leading: true)
        }
        if showsRight {
            let view = rightViewRect(forBounds: bounds)
            cut(isRightToLeft ? view.maxX - rect.minX : rect.maxX - view.minX, leading: false)
        } else if showsClear || isEditing && shows(clearButtonMode) && hasText {
            let button = clearButtonRect(forBounds: bounds)
            cut(isRightToLeft ? button.maxX - rect.minX : rect.maxX - button.minX, leading: false)
        }
        return rect
    }

    func plainClearRect(_ bounds: CGRect) -> CGRect {
        let width = min(Self.clearWidth, bounds.width)
        return CGRect(
            x: isRightToLeft ? bounds.minX : bounds.maxX - width, y: bounds.minY, width: width, height: bounds.height)
    }

    func plainSideRect(_ view: UIView?, _ bounds: CGRect, isLeading: Bool) -> CGRect {
        guard let view else { return .zero }
        var size = view.bounds.size
        if size == .zero { size = view.intrinsicContentSize }
        size = CGSize(width: max(0, min(size.width, bounds.width)), height: max(0, size.height))
        let isLeft = isLeading != isRightToLeft
        return CGRect(
            x: isLeft ? bounds.minX : bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width,
            height: size.height)
    }

    func wantedSize() -> CGSize {
        let (across, down) = padding
        let text = fieldLayout.flow.contentSize
        var size = CGSize(width: text.width.rounded(.up), height: style.font.lineHeight.rounded(.up))
        if !hasText, let placeholder = shownPlaceholder {
            size.width = TextBlock.cached(placeholder).size.width.rounded(.up)
        }
        size.width += 2 * across + (hasText ? Self.caretRoom : 0)
        size.height += 2 * down
        if borderStyle == .roundedRect || borderStyle == .bezel { size.height = max(size.height + 8, 34) }
        if showsLeft { size.width += leftViewRect(forBounds: CGRect(origin: .zero, size: size)).width }
        if showsRight { size.width += rightViewRect(forBounds: CGRect(origin: .zero, size: size)).width }
        if clearButtonMode == .always { size.width += Self.clearWidth - across }
        return size
    }

    private static let caretRoom: CGFloat = 2

    // MARK: Layout

    func exchange(_ old: UIView?, for new: UIView?) {
        if old !== new, old?.superview === self { old?.removeFromSuperview() }
        noteLooks(resizes: true)
    }

    func layOutParts() {
        guard let parts else { return }
        layOut(leftView, isShown: showsLeft, frame: leftViewRect(forBounds: bounds))
        layOut(rightView, isShown: showsRight, frame: rightViewRect(forBounds: bounds))
        parts.border.frame = borderRect(forBounds: bounds)
        parts.border.style = borderStyle
        parts.border.image = isEnabled ? background : disabledBackground ?? background
        parts.clear.isHidden = !showsClear
        parts.clear.frame = clearButtonRect(forBounds: bounds)
        layOutText(parts)
        parts.interaction.update()
    }

    private func layOut(_ view: UIView?, isShown: Bool, frame rect: CGRect) {
        guard let view else { return }
        if isShown, view.superview !== self { addSubview(view) }
        view.isHidden = !isShown
        if isShown { view.frame = rect }
    }

    /// The area available to the text, in the bounds' coordinates.
    var textRoom: CGRect {
        let rect = isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
        let isSound = rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite && rect.height.isFinite
        return isSound ? rect.standardized : bounds
    }

    private func layOutText(_ parts: TextFieldParts) {
        let room = textRoom
        fitFont(to: room.width)
        let caret = Self.caretRoom
        parts.clip.frame = CGRect(
            x: room.minX - caret, y: bounds.minY, width: room.width + 2 * caret, height: bounds.height)
        parts.clip.clipsToBounds = fieldLayout.flow.contentSize.width + caret > room.width
        let inner = CGRect(origin: .zero, size: parts.clip.bounds.size)
        for view in [parts.interaction.backdrop, parts.canvas, parts.interaction.front] { view.frame = inner }
        if isEditing { followCaret(in: room) }
        parts.canvas.rect = hasText ? room : placeholderRect(forBounds: bounds)
        parts.canvas.setNeedsDisplay()
        parts.baseline.font = style.font
        let height = style.font.lineHeight
        parts.baseline.frame = CGRect(
            x: room.minX, y: room.midY - height / 2, width: max(0, room.width), height: height)
    }

    /// Reduces the font size until the text fits, down to the minimum.
    private func fitFont(to width: CGFloat) {
        guard adjustsFontSizeToFitWidth, hasText, width > 0 else { return setFontScale(1) }
        setFontScale(1)
        let wanted = fieldLayout.flow.contentSize.width
        guard wanted > width else { return }
        let least = minimumFontSize > 0 ? min(1, minimumFontSize / style.font.pointSize) : 0.05
        setFontScale(max(least, width / wanted * 0.995))
    }

    private func setFontScale(_ scale: CGFloat) {
        guard scale != fontScale else { return }
        fontScale = scale
        let font = style.font.withSize(style.font.pointSize * scale)
        storage.addAttribute(.font, value: font, range: NSRange(location: 0, length: storage.length))
    }

    /// Scrolls the text by the minimum that makes the caret visible.
    private func followCaret(in room: CGRect) {
        let width = fieldLayout.flow.contentSize.width
        let caret = fieldLayout.flow.caretRect(
            at: TextPlace(offset: core.selection.upperBound, affinity: core.affinity))
        let most = max(0, width + Self.caretRoom - room.width)
        var wanted = min(max(0, scroll), most)
        if caret.maxX - wanted > room.width { wanted = caret.maxX - room.width }
        if caret.minX - wanted < 0 { wanted = caret.minX }
        scroll = min(max(0, wanted), most)
    }

    /// The top left of the text, in the bounds' coordinates.
    var textOrigin: CGPoint {
        let room = textRoom
        let size = fieldLayout.flow.contentSize
        let isWide = size.width > room.width
        let y: CGFloat =
            switch contentVerticalAlignment {
            case .top: room.minY
            case .bottom: room.maxY - size.height
            case .center, .fill: room.midY - size.height / 2
            }
        let pixel = max(1, contentScaleFactor)
        let top = (y * pixel).rounded() / pixel
        if isWide {
            // While the field isn't being edited, the start of the text is visible.
            let start = side == .right && isRightToLeft ? room.maxX - size.width : room.minX
            return CGPoint(x: isEditing ? room.minX - scroll : start, y: top)
        }
        let x: CGFloat =
            switch side {
            case .center: room.midX - size.width / 2
            case .right: room.maxX - size.width
            default: room.minX
            }
        return CGPoint(x: x, y: top)
    }

    private var side: NSTextAlignment {
        switch textAlignment {
        case .natural, .justified: isRightToLeft ? .right : .left
        case let fixed: fixed
        }
    }

    // MARK: Drawing

    func drawPlainText(in rect: CGRect) {
        let origin = textOrigin
        // If a subclass draws into another rectangle, the text moves with it.
        let room = textRoom
        let moved = CGPoint(x: origin.x + rect.minX - room.minX, y: origin.y + rect.midY - room.midY)
        fieldLayout.drawGlyphs(forGlyphRange: NSRange(location: 0, length: core.length), at: moved)
        drawMark(at: moved)
    }

    /// Underlines the marked text.
    private func drawMark(at origin: CGPoint) {
        guard let marked = core.marked else { return }
        style.color.setFill()
        for part in fieldLayout.flow.rects(of: marked) {
            let rect = part.rect.offsetBy(dx: origin.x, dy: origin.y)
            UIBezierPath(rect: CGRect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1)).fill()
        }
    }

    var shownPlaceholder: NSAttributedString? {
        guard let placeholder = style.placeholder, placeholder.length > 0 else { return nil }
        let result = NSMutableAttributedString(attributedString: placeholder)
        var base = style.attributes
        base[.foregroundColor] = UIColor.placeholderText
        placeholder.enumerateAttributes(in: NSRange(location: 0, length: placeholder.length)) { own, range, _ in
            result.setAttributes(base.merging(own) { $1 }, range: range)
        }
        return result
    }

    func drawPlainPlaceholder(in rect: CGRect) {
        guard let placeholder = shownPlaceholder, rect.width > 0 else { return }
        let block = TextBlock.cached(
            placeholder,
            in: TextContainer(
                width: rect.width, lineLimit: 1, lineBreakMode: .byTruncatingTail,
                alignment: isRightToLeft ? .right : .left))
        let pixel = max(1, contentScaleFactor)
        block.draw(at: CGPoint(x: rect.minX, y: ((rect.midY - block.size.height / 2) * pixel).rounded() / pixel))
    }
}
