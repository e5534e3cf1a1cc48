public import Foundation
public import TileDrawing
import TileLayers

/// A row of segments with at most one selected, by a tap or a finger that slides over them.
///
/// The default height is 32 points. In a right-to-left layout the first segment is at the right.
open class UISegmentedControl: UIControl {
    /// The position of a segment in the row.
    public enum Segment: Int, Hashable, Sendable {
        case any = 0
        /// The leftmost of several segments.
        case left = 1
        case center = 2
        /// The rightmost of several segments.
        case right = 3
        /// The only segment.
        case alone = 4
    }

    /// The index that stands for no segment.
    public static let noSegment = -1

    static let height: CGFloat = 32
    static let cornerRadius: CGFloat = 8
    /// The margin around the selection in the track, and the padding at both sides of a segment's content, in points.
    static let margin: CGFloat = 2
    static let padding: CGFloat = 12

    final let backdrop = UIView()
    final let pill = UIView()
    final var segments: [SegmentView] = []
    /// The dividers between adjacent segments.
    final var dividers: [UIImageView] = []
    /// The removed segments that are still fading out.
    final var leaving: [SegmentView] = []
    final var looks = SegmentLooks()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    /// Creates a control with a segment for each title (`String`) or image (`UIImage`), sized to fit. Other items are
    /// skipped.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        for item in items ?? [] {
            let segment = SegmentView()
            (segment.title, segment.image) = (item as? String, item as? UIImage)
            if segment.title != nil || segment.image != nil { insert(segment, at: segments.count, animated: false) }
        }
        sizeToFit()
    }

    /// Creates a control with a segment for each action, with the action's title or else its image.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insertSegment(action: action, at: segments.count, animated: false) }
        if frame.isEmpty { sizeToFit() }
    }

    /// Creates a control from an archive with its segments and selection.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreSegments(from: coder)
        coder.settle(self, as: UISegmentedControl.self)
    }

    /// The parts of the control, from back to front.
    override var ownParts: [UIView] { [backdrop, pill] + dividers + leaving + segments }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeSegments(in: coder)
    }

    private func build() {
        for view in [backdrop, pill] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        backdrop.layer.cornerRadius = Self.cornerRadius
        pill.layer.cornerRadius = Self.cornerRadius - Self.margin
        pill.layer.shadowOpacity = 0.16
        pill.layer.shadowRadius = 3
        pill.layer.shadowOffset = CGSize(width: 0, height: 2)
        updateLooks()
    }

    // MARK: Segments

    open var numberOfSegments: Int { segments.count }

    /// Inserts a segment before the one at an index, which is clamped to the valid range.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        let new = SegmentView()
        new.title = title
        insert(new, at: segment, animated: animated)
    }

    /// Inserts a segment before the one at an index, which is clamped to the valid range.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        let new = SegmentView()
        new.image = image
        insert(new, at: segment, animated: animated)
    }

    /// Inserts a segment with the action's title or else its image before the one at an index. The action is performed
    /// when a touch selects the segment. A segment with an action of the same identifier is removed first.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        let known = segmentIndex(identifiedBy: action.identifier)
        if known != NSNotFound { removeSegment(at: known, animated: animated) }
        let new = SegmentView()
        new.apply(action)
        insert(new, at: segment, animated: animated)
    }

    /// Removes a segment. An index beyond the last removes the last one. Removing the selected segment clears the
    /// selection.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard let index = nearest(segment) else { return }
        remove(at: index, animated: animated)
    }

    open func removeAllSegments() {
        for view in segments { view.removeFromSuperview() }
        segments = []
        current = Self.noSegment
        (pressed, isDraggingPill) = (nil, false)
        segmentsDidChange()
    }

    /// Returns an index clamped to the segments, as in UIKit, or nil if there are none.
    private func nearest(_ index: Int) -> Int? {
        segments.isEmpty ? nil : min(segments.count - 1, max(0, index))
    }

    private func change(_ index: Int, _ change: (SegmentView) -> Void) {
        guard let index = nearest(index) else { return }
        change(segments[index])
        segmentsDidChange()
    }

    /// Sets a segment's title, which replaces its image. In this and the following methods the index is clamped.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        change(segment) { ($0.image, $0.title) = (nil, title) }
    }

    open func titleForSegment(at segment: Int) -> String? { nearest(segment).flatMap { segments[$0].title } }

    /// Sets a segment's image, which replaces its title.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        change(segment) { ($0.title, $0.image) = (nil, image) }
    }

    open func imageForSegment(at segment: Int) -> UIImage? { nearest(segment).flatMap { segments[$0].image } }

    /// Sets the action that is performed when a touch selects the segment. The segment shows the action's title or else
    /// its image.
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        change(segment) { $0.apply(action) }
    }

    open func actionForSegment(at segment: Int) -> UIAction? { nearest(segment).flatMap { segments[$0].action } }

    /// Returns the index of the segment with an action of the identifier, or `NSNotFound`.
    open func segmentIndex(identifiedBy actionIdentifier: UIAction.Identifier) -> Int {
        segments.firstIndex { $0.action?.identifier == actionIdentifier } ?? NSNotFound
    }

    /// Sets a segment's width in points. With the default of 0 the remaining width is distributed. Traps if the width
    /// is negative or not finite.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
        precondition(width.isFinite && width >= 0, "a segment can't be \(width) points wide")
        change(segment) { $0.width = width }
    }

    open func widthForSegment(at segment: Int) -> CGFloat { nearest(segment).map { segments[$0].width } ?? 0 }

    /// Sets the offset of a segment's content from the center, in points.
    open func setContentOffset(_ offset: CGSize, forSegmentAt segment: Int) {
        change(segment) { $0.contentOffset = offset }
    }

    open func contentOffsetForSegment(at segment: Int) -> CGSize {
        nearest(segment).map { segments[$0].contentOffset } ?? .zero
    }

    /// Sets whether touches can select a segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        change(segment) { $0.isEnabled = enabled }
    }

    open func isEnabledForSegment(at segment: Int) -> Bool { nearest(segment).map { segments[$0].isEnabled } ?? false }

    /// A Boolean value that indicates whether segments without an explicit width are as wide as their contents.
    /// Otherwise they all have the same width.
    open var apportionsSegmentWidthsByContent = false {
        didSet { segmentsDidChange() }
    }

    // MARK: Selection

    final var current = UISegmentedControl.noSegment {
        willSet { if newValue != current { noteObserved(before: "selectedSegmentIndex") } }
        didSet { noteObserved() }
    }

    /// The index of the selected segment, or `noSegment`. Setting it sends no event. Traps if there is no such segment.
    open var selectedSegmentIndex: Int {
        get { current }
        set {
            precondition(
                newValue == Self.noSegment || segments.indices.contains(newValue),
                "there is no segment \(newValue) of \(segments.count)")
            current = newValue
            updateLooks()
            placePill()
        }
    }

    /// A Boolean value that indicates whether a segment is selected only while its events are sent, like a button.
    open var isMomentary = false {
        didSet { if isMomentary { selectedSegmentIndex = Self.noSegment } }
    }

    /// The color behind the selected segment; nil for white, or gray in dark mode.
    open var selectedSegmentTintColor: UIColor? {
        didSet { updateLooks() }
    }

    // MARK: Appearance

    /// Sets the background of segments in a state. Images for other bar metrics are stored without effect.
    open func setBackgroundImage(_ image: UIImage?, for state: State, barMetrics: UIBarMetrics) {
        looks.backgrounds[barMetrics, default: ByState()].set(image, for: state)
        segmentsDidChange()
    }

    open func backgroundImage(for state: State, barMetrics: UIBarMetrics) -> UIImage? {
        looks.backgrounds[barMetrics]?.ownValue(for: state)
    }

    /// Sets the image that replaces the line between segments in these states. The image for normal states is the
    /// default.
    open func setDividerImage(
        _ dividerImage: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State,
        barMetrics: UIBarMetrics
    ) {
        looks.dividers[.init(metrics: barMetrics, left: leftState, right: rightState)] = dividerImage
        segmentsDidChange()
    }

    open func dividerImage(
        forLeftSegmentState leftState: State, rightSegmentState rightState: State, barMetrics: UIBarMetrics
    ) -> UIImage? {
        looks.dividers[.init(metrics: barMetrics, left: leftState, right: rightState)]
    }

    /// Sets the attributes of titles in a state, in addition to those of the normal state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        looks.titles.set(attributes, for: state)
        segmentsDidChange()
    }

    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
        looks.titles.ownValue(for: state)
    }

    /// Sets the offset of the content of segments at a position in the row, in points.
    open func setContentPositionAdjustment(
        _ adjustment: UIOffset, forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
    ) {
        looks.adjustments[.init(metrics: barMetrics, place: leftCenterRightOrAlone)] = adjustment
        segmentsDidChange()
    }

    open func contentPositionAdjustment(
        forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
    ) -> UIOffset {
        looks.adjustments[.init(metrics: barMetrics, place: leftCenterRightOrAlone)] ?? .zero
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateLooks()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutParts()
    }

    open override var intrinsicContentSize: CGSize { fittingSize }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize }

    // MARK: Touches

    /// The index of the segment under the finger.
    final var pressed: Int?
    /// A Boolean value that indicates whether the finger drags the selection.
    final var isDraggingPill = false

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard let index = segment(at: touch.location(in: self)), segments[index].isEnabled else { return false }
        pressed = index
        isDraggingPill = index == current
        movePill()
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let before = pressed
        pressed =
            isTouchInside
            ? segment(at: touch.location(in: self)).flatMap { segments[$0].isEnabled ? $0 : before } : nil
        if pressed != before { movePill() }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        let chosen = isTouchInside ? pressed : nil
        (pressed, isDraggingPill) = (nil, false)
        if let chosen { choose(chosen) }
        movePill()
    }

    open override func cancelTracking(with event: UIEvent?) {
        (pressed, isDraggingPill) = (nil, false)
        movePill()
    }

    /// Selects a segment on behalf of a touch.
    private func choose(_ index: Int) {
        guard index != current || isMomentary else { return }
        current = index
        let action = segments[index].action
        if let action { sendAction(action) }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
        if isMomentary { current = Self.noSegment }
    }

    /// Returns whether a gesture may begin. Prevents single taps of gesture recognizers on superviews.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }
}

extension SegmentView {
    /// Sets the segment's action, and its title or image to those of the action.
    fileprivate func apply(_ action: UIAction) {
        self.action = action
        (title, image) = action.title.isEmpty ? (nil, action.image) : (action.title, nil)
        isEnabled = !action.attributes.contains(.disabled)
    }
}
