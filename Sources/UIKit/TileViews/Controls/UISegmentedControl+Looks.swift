import Foundation
import TileDrawing
import TileGeometry
import TileLayers

/// The custom appearance of a control's segments.
struct SegmentLooks {
    struct Sides: Hashable {
        var metrics: UIBarMetrics
        var left: UIControl.State
        var right: UIControl.State
    }

    struct Place: Hashable {
        var metrics: UIBarMetrics
        var place: UISegmentedControl.Segment
    }

    var backgrounds: [UIBarMetrics: ByState<UIImage>] = [:]
    var dividers: [Sides: UIImage] = [:]
    var titles = ByState<[NSAttributedString.Key: Any]>()
    var adjustments: [Place: UIOffset] = [:]

    /// The images behind segments, which replace the track and the selection. Nil if there are none.
    var images: ByState<UIImage>? { backgrounds[.default].flatMap { $0.states.isEmpty ? nil : $0 } }

    func divider(left: UIControl.State, right: UIControl.State) -> UIImage? {
        dividers[Sides(metrics: .default, left: left, right: right)]
            ?? dividers[Sides(metrics: .default, left: .normal, right: .normal)]
    }

    /// Returns the attributes of titles in a state: the defaults, overridden by those of the normal state and then by
    /// those of the state itself.
    func attributes(for state: UIControl.State) -> [NSAttributedString.Key: Any] {
        let isSelected = state.contains(.selected)
        var attributes: [NSAttributedString.Key: Any] = [
            .font: UIFont.systemFont(ofSize: 13, weight: isSelected ? .semibold : .medium),
            .foregroundColor: state.contains(.disabled) ? UIColor.tertiaryLabel : .label,
        ]
        attributes.merge(titles.ownValue(for: .normal) ?? [:]) { $1 }
        if state != .normal { attributes.merge(titles.ownValue(for: state) ?? [:]) { $1 } }
        return attributes
    }

    func adjustment(at place: UISegmentedControl.Segment) -> UIOffset {
        adjustments[Place(metrics: .default, place: place)] ?? adjustments[Place(metrics: .default, place: .any)]
            ?? .zero
    }
}

extension UISegmentedControl {
    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    // MARK: Sizes

    /// Returns the widths of the contents with padding at the sides.
    private func contentWidths() -> [CGFloat] {
        let styles = [looks.attributes(for: .normal), looks.attributes(for: .selected)]
        return segments.map { ($0.contentSize(styles).width + 2 * Self.padding).rounded(.up) }
    }

    var fittingSize: CGSize {
        let content = contentWidths()
        let widest = content.max() ?? 0
        let width = zip(segments, content).reduce(0) { sum, next in
            sum + (next.0.width > 0 ? next.0.width : apportionsSegmentWidthsByContent ? next.1 : widest)
        }
        return CGSize(width: width, height: looks.images?.value(for: .normal)?.size.height ?? Self.height)
    }

    /// Returns the frames of the segments, in order.
    private func areas() -> [CGRect] {
        let free = segments.filter { $0.width == 0 }
        let room = max(0, bounds.width - segments.reduce(0) { $0 + $1.width })
        let content = apportionsSegmentWidthsByContent ? contentWidths() : segments.map { _ in 1 }
        let whole = zip(segments, content).reduce(0) { $0 + ($1.0.width == 0 ? $1.1 : 0) }
        let scale = window?.screen.scale ?? contentScaleFactor
        var (x, areas) = (CGFloat(0), [CGRect]())
        for (segment, part) in zip(segments, content) {
            let width = segment.width > 0 || free.isEmpty || whole == 0 ? segment.width : room * part / whole
            // On whole pixels, each beginning at the end of the previous one.
            let (from, to) = ((x * scale).rounded() / scale, ((x + width) * scale).rounded() / scale)
            areas.append(
                CGRect(x: isRightToLeft ? bounds.width - to : from, y: 0, width: to - from, height: bounds.height))
            x += width
        }
        return areas
    }

    /// Returns the index of the segment at a point or horizontally closest to it.
    func segment(at point: CGPoint) -> Int? {
        let areas = areas()
        return areas.firstIndex { $0.minX <= point.x && point.x < $0.maxX }
            ?? areas.indices.min { abs(areas[$0].midX - point.x) < abs(areas[$1].midX - point.x) }
    }

    private func segmentPosition(of index: Int) -> Segment {
        if segments.count == 1 { return .alone }
        if index == 0 { return isRightToLeft ? .right : .left }
        if index == segments.count - 1 { return isRightToLeft ? .left : .right }
        return .center
    }

    func layOutParts() {
        backdrop.frame = bounds
        let areas = areas()
        for (index, view) in segments.enumerated() {
            // Bounds and center instead of the frame, because the pressed segment has a scale transform.
            view.bounds.size = areas[index].size
            view.center = CGPoint(x: areas[index].midX, y: areas[index].midY)
            view.layOut(adjustment: looks.adjustment(at: segmentPosition(of: index)))
        }
        for (index, line) in dividers.enumerated() {
            let x = isRightToLeft ? areas[index].minX : areas[index].maxX
            let size = line.image?.size ?? CGSize(width: 1, height: 16)
            line.frame = CGRect(
                x: x - size.width / 2, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
        }
        placePill()
    }

    // MARK: Appearance

    /// The index of the segment that is drawn as selected.
    private var shown: Int { isDraggingPill ? pressed ?? current : current }

    private func state(of index: Int) -> State {
        var state: State = index == shown && !isMomentary ? .selected : .normal
        if !isEnabled || !segments[index].isEnabled { state.insert(.disabled) }
        if index == pressed { state.insert(.highlighted) }
        return state
    }

    func updateLooks() {
        let images = looks.images
        backdrop.backgroundColor = images == nil ? .tertiarySystemFill : nil
        pill.backgroundColor =
            selectedSegmentTintColor
            ?? UIColor {
                $0.userInterfaceStyle == .dark ? UIColor(red: 0.39, green: 0.39, blue: 0.4, alpha: 1) : .white
            }
        let hasPill = images == nil && segments.indices.contains(shown) && !isMomentary
        pill.alpha = hasPill ? 1 : 0
        for (index, view) in segments.enumerated() {
            let state = state(of: index)
            view.show(looks.attributes(for: state), background: images?.value(for: state))
            view.accessibilityTraits = [.button]
            if state.contains(.selected) { view.accessibilityTraits.insert(.selected) }
            if state.contains(.disabled) { view.accessibilityTraits.insert(.notEnabled) }
            // The pressed segment is faded, or scaled down if it is the selected one.
            let isPressed = index == pressed
            view.alpha = isPressed && index != shown ? 0.4 : 1
            view.transform = isPressed && index == shown ? Self.pressedScale : .identity
        }
        pill.transform = pressed == shown ? Self.pressedScale : .identity
        for (index, line) in dividers.enumerated() {
            let (first, second) = (state(of: index), state(of: index + 1))
            line.image = looks.divider(left: isRightToLeft ? second : first, right: isRightToLeft ? first : second)
            line.backgroundColor = line.image == nil && images == nil ? .separator : nil
            line.alpha = hasPill && line.image == nil && (index == shown || index + 1 == shown) ? 0 : 1
        }
        alpha = isEnabled ? 1 : 0.5
    }

    private static let pressedScale = CGAffineTransform(scaleX: 0.95, y: 0.95)

    /// Moves the pill behind the selected segment. Without a selection it stays in place and is invisible.
    func placePill() {
        let areas = areas()
        guard areas.indices.contains(shown) else { return }
        let area = areas[shown].insetBy(dx: Self.margin, dy: Self.margin)
        // A segment smaller than the margins has no space for the pill.
        guard !area.isNull else { return pill.bounds.size = .zero }
        pill.bounds.size = CGSize(width: max(0, area.width), height: max(0, area.height))
        pill.center = CGPoint(x: area.midX, y: area.midY)
    }

    /// Moves the pill with an animation.
    func movePill() {
        // A pill that was invisible appears in place.
        if pill.alpha == 0 { placePill() }
        guard window != nil else {
            updateLooks()
            return placePill()
        }
        UIView.animate(withDuration: 0.25, delay: 0, options: .allowUserInteraction) {
            self.updateLooks()
            self.placePill()
        }
    }

    // MARK: Insertion and removal

    /// Updates the dividers, the appearance and the layout after segments or their styles changed.
    func segmentsDidChange() {
        let count = max(0, segments.count - 1)
        while dividers.count > count { dividers.removeLast().removeFromSuperview() }
        while dividers.count < count {
            let line = UIImageView()
            dividers.append(line)
            insertSubview(line, aboveSubview: pill)
        }
        updateLooks()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private static let changeSeconds = 0.3

    func insert(_ view: SegmentView, at wanted: Int, animated: Bool) {
        let index = min(segments.count, max(0, wanted))
        let areas = areas()
        segments.insert(view, at: index)
        addSubview(view)
        if current >= index { current += 1 }
        // The pressed segment stays the same.
        if let pressed, pressed >= index { self.pressed = pressed + 1 }
        segmentsDidChange()
        guard animated, window != nil else { return }
        // The new segment expands from the end of the previous one.
        let x = index > 0 ? areas[index - 1].maxX : areas.first?.minX ?? 0
        view.bounds.size = CGSize(width: 0, height: bounds.height)
        view.center = CGPoint(x: isRightToLeft ? bounds.width - x : x, y: bounds.midY)
        view.alpha = 0
        UIView.animate(withDuration: Self.changeSeconds, delay: 0, options: .allowUserInteraction) {
            view.alpha = 1
            self.layOutParts()
        }
    }

    func remove(at index: Int, animated: Bool) {
        let view = segments.remove(at: index)
        if current == index { (current, isDraggingPill) = (Self.noSegment, false) }
        if current > index { current -= 1 }
        if let pressed, pressed >= index { self.pressed = pressed == index ? nil : pressed - 1 }
        guard animated, window != nil else {
            view.removeFromSuperview()
            return segmentsDidChange()
        }
        leaving.append(view)
        UIView.animate(
            withDuration: Self.changeSeconds, delay: 0, options: .allowUserInteraction,
            animations: {
                view.alpha = 0
                self.segmentsDidChange()
                self.layOutParts()
            },
            completion: { [weak self] _ in
                view.removeFromSuperview()
                self?.leaving.removeAll { $0 === view }
            })
    }

    // MARK: Archives

    private enum Key {
        static let titles = "UISegmentTitles"
        static let image = "UISegmentImage"
        static let disabled = "UISegmentDisabled"
        static let width = "UISegmentWidth"
        static let offset = "UISegmentContentOffset"
        static let selected = "UISelectedSegmentIndex"
        static let isMomentary = "UIMomentary"
        static let apportions = "UIApportionsSegmentWidthsByContent"
        static let tint = "UISelectedSegmentTintColor"
    }

    func storeSegments(in coder: NSCoder) {
        // The list of titles also stores the count, so a segment without a title has an empty one.
        coder.archive(list: segments.map { NSString(string: $0.title ?? "") }, forKey: Key.titles)
        for (index, segment) in segments.enumerated() {
            coder.archive(segment.image, forKey: "\(Key.image).\(index)")
            coder.encode(!segment.isEnabled, forKey: "\(Key.disabled).\(index)")
            coder.encode(Double(segment.width), forKey: "\(Key.width).\(index)")
            coder.archive(segment.contentOffset, forKey: "\(Key.offset).\(index)")
        }
        coder.encode(current, forKey: Key.selected)
        coder.encode(isMomentary, forKey: Key.isMomentary)
        coder.encode(apportionsSegmentWidthsByContent, forKey: Key.apportions)
        coder.archive(selectedSegmentTintColor, forKey: Key.tint)
    }

    // Missing and invalid values are replaced by defaults.

    func restoreSegments(from coder: NSCoder) {
        let titles = coder.archivedList(Key.titles) { .some(coder.archivedText($0) ?? "") }
        for (index, title) in titles.enumerated() {
            let segment = SegmentView()
            segment.title = title.isEmpty ? nil : title
            if let image = coder.archivedObject("\(Key.image).\(index)", of: UIImage.self) { segment.image = image }
            segment.isEnabled = coder.archivedFlag("\(Key.disabled).\(index)") != true
            segment.width = max(0, coder.archivedLength("\(Key.width).\(index)") ?? 0)
            segment.contentOffset = coder.archivedSize("\(Key.offset).\(index)") ?? .zero
            insert(segment, at: index, animated: false)
        }
        isMomentary = coder.archivedFlag(Key.isMomentary) ?? false
        apportionsSegmentWidthsByContent = coder.archivedFlag(Key.apportions) ?? false
        selectedSegmentTintColor = coder.archivedObject(Key.tint, of: UIColor.self)
        let selected = coder.archivedInteger(Key.selected) ?? Self.noSegment
        if segments.indices.contains(selected), !isMomentary { selectedSegmentIndex = selected }
    }
}
