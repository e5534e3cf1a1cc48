public import Foundation
public import TileDrawing
import TileLayers

/// A row of segments of which one is selected: by a tap, or by a finger that slides over them.
///
/// It is 32 points high where nothing says otherwise. From right to left the first segment is at the right.
open class UISegmentedControl: UIControl {
    /// Where in the row a segment is.
    public enum Segment: Int, Hashable, Sendable {
        case any = 0
        /// The first at the left of several, …
        case left = 1
        case center = 2
        /// … the one at the right, …
        case right = 3
        /// … or the only one.
        case alone = 4
    }

    /// The index of no segment.
    public static let noSegment = -1

    static let height: CGFloat = 32
    static let cornerRadius: CGFloat = 8
    /// From the track to the selection within it, and at both sides of a segment's content.
    static let margin: CGFloat = 2
    static let padding: CGFloat = 12

    final let backdrop = UIView()
    final let pill = UIView()
    final var segments: [SegmentView] = []
    /// Between two segments each.
    final var dividers: [UIImageView] = []
    /// Those that were removed and fade yet.
    final var leaving: [SegmentView] = []
    final var looks = SegmentLooks()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    /// A control with a segment for each title (`String`) or image (`UIImage`); other items are passed by. It is as
    /// large as they need.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        for item in items ?? [] {
            let segment = SegmentView()
            (segment.title, segment.image) = (item as? String, item as? UIImage)
            if segment.title != nil || segment.image != nil { insert(segment, at: segments.count, animated: false) }
        }
        sizeToFit()
    }

    /// A control with a segment for each action, of its title or else its image.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insertSegment(action: action, at: segments.count, animated: false) }
        if frame.isEmpty { sizeToFit() }
    }

    /// A control from an archive: its segments, and which is selected.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreSegments(from: coder)
        coder.settle(self, as: UISegmentedControl.self)
    }

    /// Back to front.
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

    /// Puts a segment before the one of an index; at the nearest place where there is none.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        let new = SegmentView()
        new.title = title
        insert(new, at: segment, animated: animated)
    }

    /// Puts a segment before the one of an index; at the nearest place where there is none.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        let new = SegmentView()
        new.image = image
        insert(new, at: segment, animated: animated)
    }

    /// Puts a segment, of the action's title or else its image, before the one of an index. The action is performed
    /// when a finger selects the segment. A segment with an action of the same identifier is removed before.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        let known = segmentIndex(identifiedBy: action.identifier)
        if known != NSNotFound { removeSegment(at: known, animated: animated) }
        let new = SegmentView()
        new.take(action)
        insert(new, at: segment, animated: animated)
    }

    /// Removes a segment, the last one where there is none of the index. When it was selected, none is.
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

    /// The segment of an index; the last one for an index beyond, as in UIKit, and nil where there are none.
    private func nearest(_ index: Int) -> Int? {
        segments.isEmpty ? nil : min(segments.count - 1, max(0, index))
    }

    private func change(_ index: Int, _ change: (SegmentView) -> Void) {
        guard let index = nearest(index) else { return }
        change(segments[index])
        segmentsDidChange()
    }

    /// In place of its image. Here and below an index beyond the segments is the last one's.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        change(segment) { ($0.image, $0.title) = (nil, title) }
    }

    open func titleForSegment(at segment: Int) -> String? { nearest(segment).flatMap { segments[$0].title } }

    /// In place of its title.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        change(segment) { ($0.title, $0.image) = (nil, image) }
    }

    open func imageForSegment(at segment: Int) -> UIImage? { nearest(segment).flatMap { segments[$0].image } }

    /// Performs the action when a finger selects the segment, which shows its title or else its image.
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        change(segment) { $0.take(action) }
    }

    open func actionForSegment(at segment: Int) -> UIAction? { nearest(segment).flatMap { segments[$0].action } }

    /// The segment with an action of the identifier; `NSNotFound` when there is none.
    open func segmentIndex(identifiedBy actionIdentifier: UIAction.Identifier) -> Int {
        segments.firstIndex { $0.action?.identifier == actionIdentifier } ?? NSNotFound
    }

    /// In points; 0, as at first, for as wide as the others leave it. Traps when it is negative or not finite.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
        precondition(width.isFinite && width >= 0, "a segment can't be \(width) points wide")
        change(segment) { $0.width = width }
    }

    open func widthForSegment(at segment: Int) -> CGFloat { nearest(segment).map { segments[$0].width } ?? 0 }

    /// How far a segment's content is moved from its middle, in points.
    open func setContentOffset(_ offset: CGSize, forSegmentAt segment: Int) {
        change(segment) { $0.contentOffset = offset }
    }

    open func contentOffsetForSegment(at segment: Int) -> CGSize {
        nearest(segment).map { segments[$0].contentOffset } ?? .zero
    }

    /// Whether a finger can select the segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        change(segment) { $0.isEnabled = enabled }
    }

    open func isEnabledForSegment(at segment: Int) -> Bool { nearest(segment).map { segments[$0].isEnabled } ?? false }

    /// Whether segments without a width of their own are as wide as their content needs; else all of these are of one
    /// width.
    open var apportionsSegmentWidthsByContent = false {
        didSet { segmentsDidChange() }
    }

    // MARK: Selection

    final var current = UISegmentedControl.noSegment {
        willSet { if newValue != current { noteObserved(before: "selectedSegmentIndex") } }
        didSet { noteObserved() }
    }

    /// `noSegment` when none is selected. Setting it sends no event. Traps when there is no such segment.
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

    /// Whether a segment is selected only while its events are sent, as a button's press.
    open var isMomentary = false {
        didSet { if isMomentary { selectedSegmentIndex = Self.noSegment } }
    }

    /// Of what lies behind the selected segment; nil for white, or a gray in the dark.
    open var selectedSegmentTintColor: UIColor? {
        didSet { updateLooks() }
    }

    // MARK: Looks

    /// Behind each segment, in a state. Images of bars that are not as high as usual are kept: headless there are none.
    open func setBackgroundImage(_ image: UIImage?, for state: State, barMetrics: UIBarMetrics) {
        looks.backgrounds[barMetrics, default: ByState()].set(image, for: state)
        segmentsDidChange()
    }

    open func backgroundImage(for state: State, barMetrics: UIBarMetrics) -> UIImage? {
        looks.backgrounds[barMetrics]?.ownValue(for: state)
    }

    /// In place of the line between two segments in these states; of the normal ones also where others have none.
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

    /// Of titles in a state, besides those of the normal one.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        looks.titles.set(attributes, for: state)
        segmentsDidChange()
    }

    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
        looks.titles.ownValue(for: state)
    }

    /// How far the content of segments at some places in the row is moved, in points.
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

    /// The segment under the finger.
    final var pressed: Int?
    /// Whether the finger has taken hold of the selection.
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

    /// A finger selects a segment.
    private func choose(_ index: Int) {
        guard index != current || isMomentary else { return }
        current = index
        let action = segments[index].action
        if let action { sendAction(action) }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
        if isMomentary { current = Self.noSegment }
    }

    /// It keeps taps from those whose views it is in.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }
}

extension SegmentView {
    /// Shows what an action does, and performs it when it is selected.
    fileprivate func take(_ action: UIAction) {
        self.action = action
        (title, image) = action.title.isEmpty ? (nil, action.image) : (action.title, nil)
        isEnabled = !action.attributes.contains(.disabled)
    }
}
