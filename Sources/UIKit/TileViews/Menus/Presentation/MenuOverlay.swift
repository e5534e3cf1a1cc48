import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

/// A menu over the whole window. A touch outside closes it. A finger that moves over its rows highlights them and
/// selects the one on which it is lifted.
///
/// The overlay has the traits of the view that the menu belongs to. It closes when the window changes its size.
package final class MenuOverlay: UIView, ViewPart {
    private weak var source: UIView?
    private weak var sender: AnyObject?
    private let target: CGRect
    /// The menu and its open submenus, with the innermost last and in front.
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
    /// The location at which the finger that opened the menu, or that is on it, came down.
    private var start: CGPoint?
    private var hasStrayed = false
    private var isOpen = true
    private let size: CGSize

    /// Called when an element has been selected, before it is performed.
    package var willPerform: ((UIMenuElement) -> Void)?
    /// Called after the menu has closed for any reason.
    package var didClose: (() -> Void)?
    /// Called when the menu begins to close, with whether it is animated. Changes in the closure are not animated
    /// individually.
    package var willClose: ((_ animated: Bool) -> Void)?
    /// Called for a tap outside the menu, in the coordinates of the overlay. The menu stays open if it returns true.
    package var takesTap: ((CGPoint) -> Bool)?

    /// The duration of closing, in seconds.
    package static let closingTime: TimeInterval = 0.2

    /// The order of the elements in a menu that opens above its target.
    package enum Order {
        /// The first element is next to the target.
        case nearestFirst
        case topFirst
    }

    /// The distance that the finger that opened the menu must move before lifting it selects a row, in points.
    private static let slop: CGFloat = 10
    /// The minimum distance from the edges of the window, in points.
    private static let margin: CGFloat = 8
    private static let openTime: TimeInterval = 0.4

    /// Shows a menu. Returns nil if the view is not in a window or the menu is empty.
    ///
    /// - Parameters:
    ///   - target: The part of the source view at which the menu opens, in its coordinates; nil for its bounds.
    ///   - sender: The sender of actions.
    ///   - touch: The location of the finger that opens the menu, in the window.
    ///   - behind: A view under the menu that covers the rest of the window. With it, the menu may be empty.
    @discardableResult
    package static func show(
        _ menu: UIMenu, from source: UIView, at target: CGRect? = nil, sender: AnyObject?, order: Order = .nearestFirst,
        touch: CGPoint? = nil, behind: UIView? = nil
    ) -> MenuOverlay? {
        let isEmpty = MenuContent(menu).sections.isEmpty
        guard let window = source.window, behind != nil || !isEmpty else { return nil }
        let overlay = MenuOverlay(window, source, target: target ?? source.bounds, sender: sender, order: order)
        overlay.start = touch
        window.addSubview(overlay)
        if let behind { overlay.addSubview(behind) }
        if !isEmpty { overlay.open(menu) }
        return overlay
    }

    /// Returns the size that a menu would have in a window, and the available area in the window's coordinates.
    package static func measure(_ menu: UIMenu, in window: UIWindow) -> (size: CGSize, room: CGRect) {
        let room = window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: margin, dy: margin)
        guard !MenuContent(menu).sections.isEmpty else { return (.zero, room) }
        return (MenuCard(menu, isReversed: false, isInner: false).fittingSize(in: room.size), room)
    }

    /// Replaces the open menu by another.
    package func replace(with menu: UIMenu) {
        guard isOpen else { return }
        highlighted = nil
        UIView.performWithoutAnimation {
            for card in cards {
                card.menu.noteDeferredClosing(for: self)
                card.removeFromSuperview()
            }
            cards = []
            if !MenuContent(menu).sections.isEmpty { open(menu) }
        }
    }

    private init(_ window: UIWindow, _ source: UIView, target: CGRect, sender: AnyObject?, order: Order) {
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
        loadDeferredElements(of: menu)
        let card = MenuCard(menu, isReversed: false, isInner: false)
        addSubview(card)
        let place = MenuPlace(card.fittingSize(in: room.size), at: target, in: room)
        isAbove = place.isAbove
        if isReversed { card.update(isReversed: true) }
        cards = [card]
        appear(card, place)
    }

    private func loadDeferredElements(of menu: UIMenu) {
        menu.loadDeferredElements(for: self) { [weak self] in self?.reload() }
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

    /// Opens a submenu over the front card, with a row of its title at the position of its row.
    private func openInner(_ row: MenuRow, _ menu: UIMenu) {
        guard let outer = cards.last else { return }
        loadDeferredElements(of: menu)
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

    /// Updates the cards after deferred elements have arrived.
    private func reload() {
        guard isOpen, let first = cards.first else { return }
        highlighted = nil
        let room = room
        UIView.performWithoutAnimation {
            // Elements that have arrived may contain others.
            for card in cards { loadDeferredElements(of: card.menu) }
            for card in cards { card.update(isReversed: isReversed && card === first) }
        }
        UIView.animate(withDuration: Self.closingTime) { [self] in
            for card in cards {
                // Cards behind the front one are smaller.
                var frame = card.untransformedFrame
                let height = min(card.fittingSize(in: room.size).height, room.height)
                frame.origin.y =
                    card === first && isAbove
                    ? max(room.minY, frame.maxY - height) : max(room.minY, min(frame.minY, room.maxY - height))
                frame.size.height = height
                card.bounds.size = frame.size
                card.center = CGPoint(
                    x: frame.minX + card.anchorPoint.x * frame.width, y: frame.minY + card.anchorPoint.y * frame.height)
                card.layoutIfNeeded()
            }
        }
    }

    private func closeInner() {
        guard cards.count > 1, let card = cards.popLast() else { return }
        card.menu.noteDeferredClosing(for: self)
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

    /// Closes the menu when the window has changed its size, because its position would differ.
    package override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != size { close(animated: false) }
    }

    /// Closes the menu without a selection.
    package func close(animated: Bool) {
        guard isOpen else { return }
        isOpen = false
        highlighted = nil
        isUserInteractionEnabled = false
        let cards = cards
        for card in cards { card.menu.noteDeferredClosing(for: self) }
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

    /// Handles a finger, the one that opened the menu or another, at a point of the window.
    package func follow(_ point: CGPoint) {
        guard isOpen else { return }
        let place = convert(point, from: window)
        if let start, hypot(start.x - point.x, start.y - point.y) > Self.slop { hasStrayed = true }
        guard start == nil || hasStrayed else { return }
        highlighted = cards.last.flatMap { $0.row(at: convert(place, to: $0)) }
    }

    /// Handles the lift of a finger by selecting the row under it. If the finger opened the menu and did not move, the
    /// menu stays open.
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
        // A touch on a card behind the front one closes the submenu.
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
