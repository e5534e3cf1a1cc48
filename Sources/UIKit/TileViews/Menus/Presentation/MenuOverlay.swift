import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

/// A menu over all that a window shows. A touch beside it closes it; a finger that goes over its lines highlights them,
/// and chooses the one that it is lifted over.
///
/// It has the traits of the view that it belongs to, and closes when the window gets another size.
package final class MenuOverlay: UIView, ViewPart {
    private weak var source: UIView?
    private weak var sender: AnyObject?
    private let target: CGRect
    /// The menu, and those of it that are open, the last in front.
    private var cards: [MenuCard] = []
    private var isAbove = false
    private let order: Order
    private var highlighted: MenuRow? {
        didSet {
            guard highlighted !== oldValue else { return }
            oldValue?.isHighlighted = false
            highlighted?.isHighlighted = true
        }
    }
    /// Where the finger came down that opened it, or that is on it.
    private var start: CGPoint?
    private var hasStrayed = false
    private var isOpen = true
    private let size: CGSize

    /// Told of what was chosen, before the element performs.
    package var willPerform: ((UIMenuElement) -> Void)?
    /// Told once it has closed, whether by a choice or not.
    package var didClose: (() -> Void)?
    /// Told when it begins to close, and whether that takes time; what changes then is not animated by itself.
    package var willClose: ((_ animated: Bool) -> Void)?
    /// Asked of a tap beside the menu, in the overlay's coordinates; where it answers true the menu does not close.
    package var takesTap: ((CGPoint) -> Bool)?

    /// How long it takes to close, in seconds.
    package static let closingTime: TimeInterval = 0.2

    /// How the elements go where a menu opens above.
    package enum Order {
        /// The first is next to what the menu belongs to.
        case nearestFirst
        case topFirst
    }

    /// How far a finger may go that opened it, before lifting it chooses what is under it; in points.
    private static let slop: CGFloat = 10
    /// Between it and the window's edges, in points.
    private static let margin: CGFloat = 8
    private static let openTime: TimeInterval = 0.4

    /// Shows a menu; nil where the view is in no window that is shown, or the menu has nothing to show.
    ///
    /// - Parameters:
    ///   - target: what of the source the menu opens at, in its coordinates; nil for its bounds.
    ///   - sender: for the actions.
    ///   - touch: the finger that opens it, in the window.
    ///   - behind: what lies under the menu, over the rest of the window; with it there may be no menu.
    @discardableResult
    package static func show(
        _ menu: UIMenu, from source: UIView, at target: CGRect? = nil, sender: AnyObject?, order: Order = .nearestFirst,
        touch: CGPoint? = nil, behind: UIView? = nil
    ) -> MenuOverlay? {
        let isEmpty = MenuContent(menu).sections.isEmpty
        guard let window = source.window, behind != nil || !isEmpty else { return nil }
        let overlay = MenuOverlay(window, source, target ?? source.bounds, sender, order)
        overlay.start = touch
        window.addSubview(overlay)
        if let behind { overlay.addSubview(behind) }
        if !isEmpty { overlay.open(menu) }
        return overlay
    }

    /// How large a menu would be in a window, and what room it has there, in the window's coordinates.
    package static func measure(_ menu: UIMenu, in window: UIWindow) -> (size: CGSize, room: CGRect) {
        let room = window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: margin, dy: margin)
        guard !MenuContent(menu).sections.isEmpty else { return (.zero, room) }
        return (MenuCard(menu, isReversed: false, isInner: false).fittingSize(in: room.size), room)
    }

    /// Shows another menu in place of the one that is open.
    package func replace(with menu: UIMenu) {
        guard isOpen else { return }
        highlighted = nil
        UIView.performWithoutAnimation {
            for card in cards { card.removeFromSuperview() }
            cards = []
            if !MenuContent(menu).sections.isEmpty { open(menu) }
        }
    }

    private init(_ window: UIWindow, _ source: UIView, _ target: CGRect, _ sender: AnyObject?, _ order: Order) {
        (self.source, self.sender, self.order, size) = (source, sender, order, window.bounds.size)
        self.target = source.convert(target, to: window)
        super.init(frame: window.bounds)
        isOpaque = false
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        accessibilityViewIsModal = true
        let traits = source.traitCollection
        traitOverrides.userInterfaceStyle = traits.userInterfaceStyle
        traitOverrides.layoutDirection = traits.layoutDirection
        traitOverrides.preferredContentSizeCategory = traits.preferredContentSizeCategory
    }

    package required init?(coder: NSCoder) { nil }

    // MARK: Cards

    private var room: CGRect {
        let safe = window?.safeAreaInsets ?? .zero
        return bounds.inset(by: safe).insetBy(dx: Self.margin, dy: Self.margin)
    }

    private func open(_ menu: UIMenu) {
        let card = MenuCard(menu, isReversed: false, isInner: false)
        addSubview(card)
        let place = MenuPlace(card.fittingSize(in: room.size), at: target, in: room)
        isAbove = place.isAbove
        if isReversed { card.update(isReversed: true) }
        cards = [card]
        appear(card, place)
    }

    private var isReversed: Bool { isAbove && order == .nearestFirst }

    private func appear(_ card: MenuCard, _ place: MenuPlace) {
        UIView.performWithoutAnimation {
            card.anchorPoint = place.anchor
            card.frame = place.frame
            card.layoutIfNeeded()
            card.transform = CGAffineTransform(scaleX: 0.4, y: 0.4)
            card.alpha = 0
        }
        UIView.animate(
            withDuration: Self.openTime, delay: 0, usingSpringWithDamping: 0.85, initialSpringVelocity: 0,
            options: .allowUserInteraction,
            animations: {
                card.transform = .identity
                card.alpha = 1
            })
    }

    /// A menu of the one in front opens over it, with a line of its title where its line is.
    private func openInner(_ row: MenuRow, _ menu: UIMenu) {
        guard let outer = cards.last else { return }
        let card = MenuCard(menu, isReversed: false, isInner: true)
        addSubview(card)
        let room = room
        let wanted = card.fittingSize(in: room.size)
        let height = min(wanted.height, room.height)
        let top = outer.frame.minY + max(0, outer.offset(of: row))
        let frame = CGRect(
            x: outer.frame.minX, y: max(room.minY, min(top, room.maxY - height)), width: outer.frame.width,
            height: height)
        cards.append(card)
        let anchor = CGPoint(x: 0.5, y: height > 0 ? max(0, min(1, (top - frame.minY) / height)) : 0)
        appear(card, MenuPlace(frame: frame, anchor: anchor))
        setBehind(outer, true)
    }

    private func closeInner() {
        guard cards.count > 1, let card = cards.popLast() else { return }
        UIView.animate(
            withDuration: Self.closingTime, delay: 0,
            animations: {
                card.transform = CGAffineTransform(scaleX: 0.8, y: 0.8)
                card.alpha = 0
            },
            completion: { _ in card.removeFromSuperview() })
        if let outer = cards.last { setBehind(outer, false) }
    }

    private func setBehind(_ card: MenuCard, _ isBehind: Bool) {
        UIView.animate(withDuration: Self.closingTime) {
            card.transform = isBehind ? CGAffineTransform(scaleX: 0.94, y: 0.94) : .identity
            card.alpha = isBehind ? 0.6 : 1
        }
    }

    /// In another size of the window its place is another.
    package override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != size { close(animated: false) }
    }

    /// Takes it away, without a choice.
    package func close(animated: Bool) {
        guard isOpen else { return }
        isOpen = false
        highlighted = nil
        isUserInteractionEnabled = false
        let cards = cards
        willClose?(animated && window != nil)
        let end = { [self] in
            removeFromSuperview()
            didClose?()
        }
        guard animated, window != nil else { return end() }
        UIView.animate(
            withDuration: Self.closingTime, delay: 0,
            animations: {
                for card in cards {
                    card.transform = CGAffineTransform(scaleX: 0.6, y: 0.6)
                    card.alpha = 0
                }
            }, completion: { _ in end() })
    }

    // MARK: Fingers

    /// The finger that opened it, or another, is at a point of the window.
    package func follow(_ point: CGPoint) {
        guard isOpen else { return }
        let place = convert(point, from: window)
        if let start, hypot(start.x - point.x, start.y - point.y) > Self.slop { hasStrayed = true }
        guard start == nil || hasStrayed else { return }
        highlighted = cards.last.flatMap { $0.row(at: convert(place, to: $0)) }
    }

    /// It was lifted: what is under it is chosen. One that opened the menu and did not move leaves it open.
    package func release(_ point: CGPoint) {
        follow(point)
        let row = highlighted
        highlighted = nil
        (start, hasStrayed) = (nil, false)
        if let row { choose(row) }
    }

    package func loseFinger() {
        highlighted = nil
        (start, hasStrayed) = (nil, false)
    }

    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = touches.first { follow(touch.location(in: nil)) }
    }

    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = touches.first { follow(touch.location(in: nil)) }
    }

    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        let place = touch.location(in: self)
        // One behind the front card leads back to it.
        if !cards.contains(where: { $0.frame.contains(place) }) {
            if takesTap?(place) != true { close(animated: true) }
            return
        }
        if let front = cards.last, cards.count > 1, !front.frame.contains(place) { return closeInner() }
        release(touch.location(in: nil))
    }

    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { loseFinger() }

    // MARK: Choices

    private func choose(_ row: MenuRow) {
        if row.isHeader { return closeInner() }
        if let menu = row.element as? UIMenu { return openInner(row, menu) }
        let element = row.element
        element.settleSelection(in: row.menu)
        willPerform?(element)
        if !element.keepsMenuPresented { close(animated: true) }
        element.perform(from: source, sender: sender ?? source)
        if element.keepsMenuPresented, isOpen, let card = cards.last {
            card.update(isReversed: isReversed && cards.count == 1)
        }
    }
}

extension MenuPlace {
    fileprivate init(frame: CGRect, anchor: CGPoint) { (self.frame, self.anchor, isAbove) = (frame, anchor, false) }
}
