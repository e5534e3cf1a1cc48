import Foundation
import TileDrawing
import TileGraphics
import TileLayers

/// The bar of an edit menu, with the elements of a page side by side.
///
/// A finger that moves over the bar highlights elements and selects the one on which it is lifted. Submenus replace the
/// content of the bar and have a chevron that leads back.
final class EditMenuBar: UIView {
    private let plate = UIView(frame: .zero)
    /// The view of the current page.
    private var sheet = UIView(frame: .zero)
    private var items: [EditMenuItem] = []
    private var lines: [UIView] = []
    /// The menu and its open submenus, from outermost to innermost.
    private var levels: [(menu: UIMenu, page: Int)] = []
    private var pages = EditMenuPages([], in: 0, isInner: false)
    private var highlighted: EditMenuItem? {
        didSet {
            guard highlighted !== oldValue else { return }
            oldValue?.isHighlighted = false
            highlighted?.isHighlighted = true
        }
    }

    /// Called when an element has been selected, with the menu that contains it.
    var chosen: ((UIMenuElement, UIMenu) -> Void)?
    /// Called when the bar has turned to a page, which may differ in size.
    var turned: (() -> Void)?
    /// The maximum width in points.
    var room: CGFloat = 0

    private static let turningTime: TimeInterval = 0.2

    init() {
        super.init(frame: .zero)
        isOpaque = false
        plate.backgroundColor = MenuCard.plateColor
        plate.clipsToBounds = true
        plate.isUserInteractionEnabled = false
        addSubview(plate)
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowOpacity = 0.2
        layer.shadowRadius = 14
        layer.shadowOffset = CGSize(width: 0, height: 4)
    }

    required init?(coder: NSCoder) { nil }

    /// The elements and chevrons of the current page.
    var shown: [EditMenuItem] { items }

    // MARK: Pages

    /// Shows the first page of a menu.
    func show(_ menu: UIMenu) {
        levels = [(menu, 0)]
        fill(animated: false)
    }

    /// Updates the elements of the current page.
    func refresh() { fill(animated: false) }

    private var font: UIFont { .preferredFont(forTextStyle: .subheadline, compatibleWith: traitCollection) }
    private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    private func fill(animated: Bool) {
        guard let level = levels.last else { return }
        highlighted = nil
        let (font, isMirrored) = (font, isMirrored)
        let all = MenuContent(level.menu).sections.flatMap { section in
            section.elements.map { EditMenuItem(.element($0, of: section.menu), font: font, isMirrored: isMirrored) }
        }
        pages = EditMenuPages(all.map(\.fittingWidth), in: room, isInner: levels.count > 1)
        let page = max(0, min(level.page, pages.pages.count - 1))
        levels[levels.count - 1].page = page
        items = pages.pages.isEmpty ? [] : Array(all[pages.pages[page]])
        if pages.leadsBack(page) {
            items.insert(EditMenuItem(.backward, font: font, isMirrored: isMirrored), at: 0)
        }
        if pages.leadsOn(page) { items.append(EditMenuItem(.forward, font: font, isMirrored: isMirrored)) }
        exchangeSheet(animated: animated)
    }

    private func exchangeSheet(animated: Bool) {
        let old = sheet
        let made = UIView(frame: .zero)
        lines = items.dropFirst().map { _ in
            let line = UIView(frame: .zero)
            line.backgroundColor = .separator
            return line
        }
        for view in items + lines { made.addSubview(view) }
        sheet = made
        UIView.performWithoutAnimation {
            plate.addSubview(made)
            layOut(made, in: fittingSize)
        }
        guard animated else { return old.removeFromSuperview() }
        UIView.performWithoutAnimation { made.alpha = 0 }
        UIView.animate(
            withDuration: Self.turningTime, delay: 0, options: .allowUserInteraction,
            animations: { (made.alpha, old.alpha) = (1, 0) }, completion: { _ in old.removeFromSuperview() })
    }

    private func turn(by count: Int) {
        guard let last = levels.indices.last else { return }
        if levels[last].page + count < 0 { levels.removeLast() } else { levels[last].page += count }
        fill(animated: true)
        turned?()
    }

    // MARK: Layout

    /// The size of the current page, in points.
    var fittingSize: CGSize {
        let width = items.reduce(0) { $0 + $1.fittingWidth }
        return CGSize(width: min(room, width).rounded(.up), height: EditMenuItem.height(of: font))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        plate.frame = bounds
        plate.layer.cornerRadius = bounds.height / 2
        layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: bounds.height / 2).cgPath
        layOut(sheet, in: bounds.size)
    }

    private func layOut(_ sheet: UIView, in size: CGSize) {
        sheet.frame = CGRect(origin: .zero, size: size)
        let thin = 1 / max(1, traitCollection.displayScale)
        // An element that is wider than a page is reduced in favor of the chevrons.
        let excess = max(0, items.reduce(0) { $0 + $1.fittingWidth } - size.width)
        var x: CGFloat = 0
        func setFrame(of view: UIView, x: CGFloat, width: CGFloat) {
            view.frame = CGRect(x: isMirrored ? size.width - x - width : x, y: 0, width: width, height: size.height)
        }
        for (index, item) in items.enumerated() {
            var width = item.fittingWidth
            if case .element = item.kind { width = max(0, width - excess) }
            setFrame(of: item, x: x, width: width)
            if index > 0 { setFrame(of: lines[index - 1], x: x, width: thin) }
            x += width
        }
    }

    // MARK: Fingers

    private func item(at point: CGPoint) -> EditMenuItem? {
        guard bounds.contains(point) else { return nil }
        let place = convert(point, to: sheet)
        return items.first { $0.frame.contains(place) && $0.isEnabled }
    }

    private func follow(_ touches: Set<UITouch>) {
        highlighted = touches.first.flatMap { item(at: $0.location(in: self)) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { highlighted = nil }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        follow(touches)
        guard let item = highlighted else { return }
        highlighted = nil
        switch item.kind {
        case .backward: turn(by: -1)
        case .forward: turn(by: 1)
        case .element(let menu as UIMenu, _):
            levels.append((menu, 0))
            fill(animated: true)
            turned?()
        case .element(let element, let menu): chosen?(element, menu)
        }
    }
}
