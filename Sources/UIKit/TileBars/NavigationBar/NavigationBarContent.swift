import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// The content of a navigation bar for one item: prompt, back button, buttons, title and large title.
final class NavigationBarContent: UIView, ViewPart {
    let item: UINavigationItem
    /// The bar. Weak because an animation or the app may retain the content slightly longer.
    private weak var bar: UINavigationBar?
    /// The item that the back button leads to.
    var below: UINavigationItem? { didSet { if below !== oldValue { update() } } }

    let prompt = UILabel(frame: .zero)
    /// The container of the title or title view, so that a transition and a large title can fade it independently.
    let titleHolder = BarHolder(frame: .zero)
    let title = UILabel(frame: .zero)
    private(set) var back: BackButton?
    private var leading: [BarItemButton] = []
    /// The buttons created by the last update.
    private(set) var newButtons: [BarItemButton] = []
    private var trailing: [BarItemButton] = []
    private var central: [BarItemButton] = []
    /// The button that replaces the center items if they do not fit.
    private var overflow: BarItemButton?
    /// The groups of leading and trailing items that have a representative.
    private var groups: [ObjectIdentifier: UIBarButtonItemGroup] = [:]
    /// A container that clips the part of the large title that is scrolled away.
    private let largeClip = BarHolder(frame: .zero)
    let largeHolder = BarHolder(frame: .zero)
    private let largeTitle = UILabel(frame: .zero)
    private var subtitle: SubtitleHolder?
    private var largeSubtitle: SubtitleHolder?
    /// A container that clips the part of the search bar that is scrolled away.
    private let searchClip = BarHolder(frame: .zero)

    init(_ item: UINavigationItem, below: UINavigationItem?, in bar: UINavigationBar) {
        self.item = item
        self.bar = bar
        self.below = below
        super.init(frame: bar.bounds)
        isOpaque = false
        (largeClip.clipsToBounds, searchClip.clipsToBounds) = (true, true)
        for view in [largeClip, searchClip, prompt, titleHolder] { addSubview(view) }
        largeClip.addSubview(largeHolder)
        largeHolder.addSubview(largeTitle)
        titleHolder.addSubview(title)
        for label in [prompt, title, largeTitle] {
            label.isOpaque = false
            label.lineBreakMode = .byTruncatingTail
            label.accessibilityTraits = label === prompt ? .staticText : [.staticText, .header]
        }
        (prompt.textAlignment, title.textAlignment) = (.center, .center)
    }

    required init?(coder: NSCoder) { nil }

    var buttons: [BarItemButton] { leading + trailing + central + [overflow].compactMap { $0 } }

    // MARK: Content

    /// Updates the content from the item.
    func update() {
        guard let bar else { return }
        let appearance = bar.shownAppearance(for: item)
        updateTexts(appearance, bar.traitCollection)
        updateBack(appearance)
        updateSearch()
        let isCompact = bar.isCompactInHeight
        newButtons = []
        let showsLeft = back == nil || item.leftItemsSupplementBackButton
        let (left, right, middle) = (showsLeft ? item.leadingSlots : [], item.trailingSlots, item.centerItems)
        groups = [:]
        for slot in left + right { groups[ObjectIdentifier(slot.item)] = slot.group }
        leading = update(leading, left.map(\.item), appearance: appearance, isCompact: isCompact)
        trailing = update(trailing, right.map(\.item), appearance: appearance, isCompact: isCompact)
        central = update(central, middle, appearance: appearance, isCompact: isCompact)
        overflow =
            update(
                [overflow].compactMap { $0 }, middle.isEmpty ? [] : [item.overflowItem], appearance: appearance,
                isCompact: isCompact
            ).first
        setNeedsLayout()
    }

    private func updateTexts(_ appearance: UINavigationBarAppearance, _ traits: UITraitCollection) {
        prompt.text = item.prompt
        (prompt.font, prompt.textColor) = (BarFonts.prompt(traits), .label)
        let isCompact = bar?.isCompactInHeight ?? false
        let font =
            item.shownSubtitle == nil
            ? BarFonts.title(traits) : BarFonts.title(aboveSubtitle: traits, isCompact: isCompact)
        var small: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: UIColor.label]
        small.merge(appearance.titleTextAttributes) { $1 }
        title.attributedText =
            item.attributedTitle.map { NSAttributedString($0).completed(with: small) }
            ?? NSAttributedString(string: item.title ?? "", attributes: small)
        let large: [NSAttributedString.Key: Any] = [
            .font: BarFonts.largeTitle(traits), .foregroundColor: UIColor.label,
        ]
        largeTitle.attributedText = NSAttributedString(
            string: item.largeTitle ?? item.title ?? "",
            attributes: large.merging(appearance.largeTitleTextAttributes) { $1 })
        let line: [NSAttributedString.Key: Any] = [
            .font: BarFonts.subtitle(traits, isCompact: isCompact), .foregroundColor: UIColor.secondaryLabel,
        ]
        show(item.shownSubtitle, line.merging(appearance.subtitleTextAttributes) { $1 }, in: &subtitle, of: titleHolder)
        show(
            item.shownLargeSubtitle, bar?.largeSubtitleAttributes(appearance) ?? [:], in: &largeSubtitle,
            of: largeHolder)
        let own: [UIView?] = [title, subtitle, item.titleView]
        for view in titleHolder.subviews where !own.contains(where: { $0 === view }) { view.removeFromSuperview() }
        if let view = item.titleView, view.superview !== titleHolder { titleHolder.addSubview(view) }
        title.isHidden = item.titleView != nil
    }

    /// Shows a line below a title. Its view exists only while there is one.
    private func show(
        _ content: NavigationSubtitle?, _ attributes: [NSAttributedString.Key: Any], in part: inout SubtitleHolder?,
        of holder: UIView
    ) {
        guard let content else {
            part?.removeFromSuperview()
            part = nil
            return
        }
        let shown = part ?? SubtitleHolder(frame: .zero)
        part = shown
        shown.show(content, attributes)
        if shown.superview !== holder { holder.addSubview(shown) }
    }

    private func updateSearch() {
        for view in searchClip.subviews where view !== item.search?.view { view.removeFromSuperview() }
        if let view = item.search?.view, view.superview !== searchClip { searchClip.addSubview(view) }
    }

    private func updateBack(_ appearance: UINavigationBarAppearance) {
        let hasItems = item.leadingSlots.contains { !$0.item.isHidden }
        guard let below, !item.hidesBackButton, !hasItems || item.leftItemsSupplementBackButton else {
            back?.removeFromSuperview()
            back = nil
            return
        }
        if back == nil {
            let made = BackButton(frame: .zero)
            made.addAction(
                UIAction { [weak self] _ in self?.bar?.backButtonWasTapped() },
                for: [.touchUpInside, .primaryActionTriggered])
            addSubview(made)
            back = made
        }
        back?.show(below, appearance)
    }

    /// Returns the buttons of items, reusing existing ones.
    private func update(
        _ buttons: [BarItemButton], _ items: [UIBarButtonItem], appearance: UINavigationBarAppearance,
        isCompact: Bool
    ) -> [BarItemButton] {
        let shown = items.filter { !$0.isHidden }
        for button in buttons where !shown.contains(where: { $0 === button.item }) { button.removeFromSuperview() }
        return shown.map { item in
            let looks = appearance.appearance(for: item.style)
            let known = buttons.first { $0.item === item }
            let button = known ?? BarItemButton(item, looks)
            (button.isCompact, button.appearance) = (isCompact, looks)
            if known == nil {
                addSubview(button)
                newButtons.append(button)
            }
            return button
        }
    }

    /// Updates the button of one item.
    func update(_ item: UIBarButtonItem) {
        guard let bar else { return }
        guard let button = buttons.first(where: { $0.item === item }), !item.isHidden else { return update() }
        button.appearance = bar.shownAppearance(for: self.item).appearance(for: item.style)
        setNeedsLayout()
    }

    // MARK: Layout

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let bar else { return }
        passOnDirection(to: buttons + [back].compactMap { $0 })
        let heights = bar.heights(for: item)
        prompt.setUntransformedFrame(
            CGRect(x: 0, y: 0, width: bounds.width, height: heights.prompt).insetBy(dx: 16, dy: 0))
        // The small title fades in while the last part of the large one disappears.
        let visible = heights.visibleLargeTitle(in: bounds.height)
        title.alpha = heights.largeTitle == 0 ? 1 : min(1, max(0, 1 - (visible - 4) / 14))
        // Only one of the two is exposed to accessibility.
        title.isAccessibilityElement = title.alpha > 0
        largeTitle.isAccessibilityElement = title.alpha == 0
        subtitle?.alpha = title.alpha
        subtitle?.accessibilityElementsHidden = title.alpha == 0
        largeSubtitle?.accessibilityElementsHidden = title.alpha > 0
        layOutRow(heights, of: bar)
        layOutLargeTitle(heights, of: bar)
        layOutSearch(heights)
    }

    /// Places the search bar at the bottom. The part above it is clipped while it is scrolled away.
    private func layOutSearch(_ heights: NavigationBarHeights) {
        let visible = heights.visibleSearch(in: bounds.height)
        searchClip.isHidden = visible <= 0
        guard let view = item.search?.view, visible > 0 else { return }
        searchClip.setUntransformedFrame(
            CGRect(x: 0, y: bounds.height - visible, width: bounds.width, height: visible))
        view.frame = CGRect(x: 0, y: visible - heights.search, width: bounds.width, height: heights.search)
        searchClip.alpha = min(1, visible / heights.search)
    }

    private func layOutRow(_ heights: NavigationBarHeights, of bar: UINavigationBar) {
        guard heights.row > 0 else {
            for view in buttons + [back, titleHolder].compactMap({ $0 }) { view.isHidden = true }
            return
        }
        let row = row(heights, of: bar)
        let result = row.arrangement.result()
        let places = zip(row.leading + row.center + row.trailing, result.leading + result.center + result.trailing)
        if let back {
            back.text = result.backText
            updateFrame(of: back, to: result.back, heights: heights)
        }
        let participants = row.leading + row.center + row.trailing
        for button in buttons where !button.isHidden && !participants.contains(where: { $0 === button }) {
            button.isHidden = true
        }
        for (button, frame) in places { updateFrame(of: button, to: frame, heights: heights) }
        let offset = bar.shownAppearance(for: item).titlePositionAdjustment
        titleHolder.isHidden = result.title == nil
        guard let frame = result.title else { return }
        titleHolder.setUntransformedFrame(
            shown(frame, heights).offsetBy(dx: offset.horizontal, dy: offset.vertical + bar.titleShift))
        let inner = titleHolder.bounds
        title.setUntransformedFrame(CGRect(x: 0, y: 0, width: inner.width, height: inner.height))
        if let subtitle { layOut(subtitle, in: inner) }
        if let view = item.titleView {
            let height = min(titleSize(heights).height, heights.row)
            view.setUntransformedFrame(
                CGRect(
                    x: 0, y: ((inner.height - height) / 2).rounded(toScale: pixelScale), width: inner.width,
                    height: height))
            placedTitleView = view.bounds.size
        }
    }

    /// Places the title and the line below it in the middle of the row.
    private func layOut(_ subtitle: SubtitleHolder, in inner: CGRect) {
        let size = subtitle.sizeThatFits(inner.size)
        let (upper, lower) = (title.sizeThatFits(.zero).height, min(size.height, inner.height))
        let top = ((inner.height - upper - lower) / 2).rounded(toScale: pixelScale)
        title.setUntransformedFrame(CGRect(x: 0, y: top, width: inner.width, height: upper))
        let width = min(size.width, inner.width)
        let free = inner.width - width
        let isLeading = item.style != .navigator
        title.textAlignment = isLeading ? (isRightToLeft ? .right : .left) : .center
        subtitle.setUntransformedFrame(
            CGRect(
                x: isLeading ? (isRightToLeft ? free : 0) : (free / 2).rounded(toScale: pixelScale), y: top + upper,
                width: width, height: lower))
    }

    private func updateFrame(of view: UIView, to frame: CGRect?, heights: NavigationBarHeights) {
        view.isHidden = frame == nil
        if let frame { view.setUntransformedFrame(shown(frame, heights)) }
    }

    private func shown(_ frame: CGRect, _ heights: NavigationBarHeights) -> CGRect {
        let placed = frame.offsetBy(dx: 0, dy: heights.prompt)
        return isRightToLeft ? placed.mirrored(in: bounds.width) : placed
    }

    /// The visible buttons and their layout.
    private struct Row {
        var leading: [BarItemButton]
        var center: [BarItemButton]
        var trailing: [BarItemButton]
        var arrangement: NavigationBarArrangement
    }

    /// Determines which buttons fit. If there are too many, first the overflow menu replaces the center, then
    /// representatives replace their groups, from the middle of the bar outward.
    private func row(_ heights: NavigationBarHeights, of bar: UINavigationBar) -> Row {
        var inner: [UIBarButtonItemGroup] = []
        for button in leading.reversed() + trailing.reversed() {
            if let group = groups[ObjectIdentifier(button.item)], !inner.contains(where: { $0 === group }) {
                inner.append(group)
            }
        }
        var (waiting, stoodFor) = (inner[...], Set<ObjectIdentifier>())
        var isOverflowing = !central.isEmpty && bar.traitCollection.horizontalSizeClass == .compact
        var row = row(stoodFor, isOverflowing, heights: heights, of: bar)
        while !waiting.isEmpty || (!central.isEmpty && !isOverflowing), row.arrangement.isCrowded {
            if !central.isEmpty, !isOverflowing {
                isOverflowing = true
            } else {
                stoodFor.insert(ObjectIdentifier(waiting.removeFirst()))
            }
            row = self.row(stoodFor, isOverflowing, heights: heights, of: bar)
        }
        for group in inner { group.isDisplayingRepresentativeItem = stoodFor.contains(ObjectIdentifier(group)) }
        return row
    }

    private func row(
        _ stoodFor: Set<ObjectIdentifier>, _ isOverflowing: Bool, heights: NavigationBarHeights,
        of bar: UINavigationBar
    ) -> Row {
        func shown(_ buttons: [BarItemButton]) -> [BarItemButton] {
            guard !groups.isEmpty else { return buttons }
            return buttons.filter { button in
                guard let group = groups[ObjectIdentifier(button.item)] else { return true }
                return stoodFor.contains(ObjectIdentifier(group)) == (group.representativeItem === button.item)
            }
        }
        var outer = shown(trailing)
        if isOverflowing, let overflow {
            let pinned = item.pinnedTrailingGroup
            outer.insert(overflow, at: outer.prefix { pinned != nil && $0.item.buttonGroup === pinned }.count)
        }
        let (inner, middle) = (shown(leading), isOverflowing ? [] : central)
        return Row(
            leading: inner, center: middle, trailing: outer,
            arrangement: arrangement(inner, middle, trailing: outer, heights: heights, of: bar))
    }

    private func arrangement(
        _ leading: [BarItemButton], _ center: [BarItemButton], trailing: [BarItemButton],
        heights: NavigationBarHeights, of bar: UINavigationBar
    ) -> NavigationBarArrangement {
        let (margin, safe) = (BarMeasures.margin(width: bounds.width), bar.safeAreaInsets)
        let (start, end) = isRightToLeft ? (safe.right, safe.left) : (safe.left, safe.right)
        func items(_ buttons: [BarItemButton]) -> [NavigationBarArrangement.Item] {
            buttons.map {
                .init(width: $0.naturalWidth, isSqueezable: $0.isSqueezable, isSpace: $0.item.isSpace)
            }
        }
        return NavigationBarArrangement(
            width: bounds.width, height: heights.row, leadingMargin: margin + start, trailingMargin: margin + end,
            chevronMargin: BarMeasures.chevronMargin + start, scale: pixelScale,
            back: below.flatMap { below in
                back?.widths(below.backButtonDisplayMode, hasImage: below.backBarButtonItem?.image != nil)
            },
            leading: items(leading), center: items(center), trailing: items(trailing),
            title: titleSize(heights).width, isTitleLeading: item.style != .navigator)
    }

    private func titleSize(_ heights: NavigationBarHeights) -> CGSize {
        guard let view = item.titleView else {
            // While the large title is visible, the small one does not compete with the back button for space.
            if title.alpha == 0 { return .zero }
            let size = (title.attributedText?.length ?? 0) == 0 ? .zero : title.sizeThatFits(.zero)
            guard let line = subtitle?.sizeThatFits(bounds.size) else { return size }
            return CGSize(width: max(size.width, line.width), height: size.height + line.height)
        }
        if !view.translatesAutoresizingMaskIntoConstraints {
            return view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
        if titleViewSize.view !== view || view.bounds.size != placedTitleView {
            let size = view.bounds.size
            let isSized = size.width > 0 && size.height > 0
            titleViewSize = (
                view, isSized ? size : view.sizeThatFits(CGSize(width: bounds.width, height: heights.row))
            )
        }
        return titleViewSize.size
    }

    /// The natural size of a title view before it was resized, and the size that it was given. If its size is now a
    /// different one, that is its new natural size.
    private var titleViewSize: (view: UIView?, size: CGSize) = (nil, .zero)
    private var placedTitleView = CGSize.zero

    private func layOutLargeTitle(_ heights: NavigationBarHeights, of bar: UINavigationBar) {
        let visible = heights.visibleLargeTitle(in: bounds.height)
        largeClip.isHidden = heights.largeTitle == 0 || visible <= 0
        guard !largeClip.isHidden else { return }
        largeClip.setUntransformedFrame(CGRect(x: 0, y: heights.top, width: bounds.width, height: visible))
        largeHolder.setUntransformedFrame(largeClip.bounds)
        let (margin, safe) = (BarMeasures.margin(width: bounds.width), bar.safeAreaInsets)
        let size = largeTitle.sizeThatFits(.zero)
        let room = bar.largeTitleRoom
        let (start, end) = (margin + safe.left, bounds.width - margin - safe.right)
        let width = max(0, min(size.width, room))
        let line = largeSubtitle?.sizeThatFits(CGSize(width: room, height: 0)) ?? .zero
        let below = largeSubtitle == nil ? 0 : line.height.rounded(.up) + BarMeasures.largeSubtitleGap
        let frame = CGRect(
            x: isRightToLeft ? end - width : start, y: visible - size.height - 8 - below, width: width,
            height: size.height)
        let lineWidth = max(0, min(line.width, room))
        largeSubtitle?.setUntransformedFrame(
            CGRect(
                x: isRightToLeft ? end - lineWidth : start, y: visible - 8 - line.height.rounded(.up),
                width: lineWidth, height: line.height.rounded(.up)))
        // When pulled down, the title grows slightly from its corner if there is space.
        let pull = max(0, visible - heights.largeTitle)
        let growth = min(1.1, 1 + pull / 700, width > 0 ? room / width : 1)
        largeTitle.setUntransformedFrame(frame)
        let shift = (growth - 1) / 2
        largeTitle.transform =
            growth > 1
            ? CGAffineTransform(
                a: growth, b: 0, c: 0, d: growth, tx: (isRightToLeft ? -1 : 1) * width * shift,
                ty: -size.height * shift)
            : .identity
    }

    // MARK: Transitions

    /// The x-coordinate of the title's center in the row; nil if it is not visible.
    var titleCenter: CGFloat? { titleHolder.isHidden || title.alpha < 0.5 ? nil : titleHolder.center.x }

    /// The x-coordinate of the center of the back button's text; nil if it is not visible.
    var backLabelCenter: CGFloat? {
        guard let back, !back.isHidden, back.text != .none else { return nil }
        return back.frame.minX + back.label.center.x
    }
}

/// A container that draws nothing.
final class BarHolder: UIView, ViewPart {
    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    required init?(coder: NSCoder) { nil }
}
