public import Foundation
public import TileDrawing
import TileLayers

/// A control for a value in a range. A finger drags the thumb along a track.
open class UISlider: UIControl {
    private let track = UIView()
    private let fill = UIView()
    private let knob = UIView()
    private let trackImages = (minimum: UIImageView(), maximum: UIImageView())
    private let knobImage = UIImageView()
    private let endImages = (minimum: UIImageView(), maximum: UIImageView())

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    /// Creates a slider from an archive with its value and range.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UISlider.self)
    }

    // Outside the initializer, because property observers are not called in it.
    private func restoreParts(from coder: NSCoder) {
        minimumValue = Float(coder.archivedNumber(Key.minimum) ?? 0)
        maximumValue = Float(coder.archivedNumber(Key.maximum) ?? 1)
        value = Float(coder.archivedNumber(Key.value) ?? 0)
        isContinuous = coder.archivedFlag(Key.isContinuous) ?? true
    }

    /// The parts of the slider, from back to front.
    override var ownParts: [UIView] {
        [
            track, trackImages.maximum, fill, trackImages.minimum, knob, knobImage, endImages.minimum,
            endImages.maximum,
        ]
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Double(minimumValue), forKey: Key.minimum)
        coder.encode(Double(maximumValue), forKey: Key.maximum)
        coder.encode(Double(value), forKey: Key.value)
        coder.encode(isContinuous, forKey: Key.isContinuous)
    }

    private enum Key {
        static let minimum = "UIMinValue"
        static let maximum = "UIMaxValue"
        static let value = "UIValue"
        static let isContinuous = "UIContinuous"
    }

    private func build() {
        for view in ownParts {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        knob.layer.shadowOpacity = 0.25
        knob.layer.shadowRadius = 2.5
        knob.layer.shadowOffset = CGSize(width: 0, height: 2)
        updateLooks()
    }

    // MARK: Value

    private var current: Float = 0

    /// The value. Values outside the range are clamped, and NaN counts as the minimum. Setting it sends no event.
    open var value: Float {
        get { current }
        set { setValue(newValue, animated: false) }
    }

    /// The lower end of the range. A value above `maximumValue` raises that too. The default is 0.
    open var minimumValue: Float = 0 {
        didSet {
            if !minimumValue.isFinite { minimumValue = oldValue }
            if maximumValue < minimumValue { maximumValue = minimumValue }
            value = current
        }
    }

    /// The upper end of the range. A value below `minimumValue` lowers that too. The default is 1.
    open var maximumValue: Float = 1 {
        didSet {
            if !maximumValue.isFinite { maximumValue = oldValue }
            if minimumValue > maximumValue { minimumValue = maximumValue }
            value = current
        }
    }

    /// A Boolean value that indicates whether events are sent while the finger moves, rather than only when it lifts.
    open var isContinuous = true

    /// Sets the value, optionally with an animation. Sends no event.
    open func setValue(_ value: Float, animated: Bool) {
        let new = value.isNaN ? minimumValue : min(maximumValue, max(minimumValue, value))
        if new != current { noteObserved(before: "value") }
        current = new
        defer { noteObserved() }
        guard animated, window != nil else { return setNeedsLayout() }
        UIView.animate(withDuration: 0.25, delay: 0, options: .allowUserInteraction) { self.layOutParts() }
    }

    // MARK: Appearance

    /// An image beside the lower end.
    open var minimumValueImage: UIImage? {
        didSet { updateLooks() }
    }

    /// An image beside the upper end.
    open var maximumValueImage: UIImage? {
        didSet { updateLooks() }
    }

    /// The color of the track up to the thumb; nil for the tint color.
    open var minimumTrackTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The color of the track beyond the thumb; nil for gray.
    open var maximumTrackTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The color of the thumb; nil for white.
    open var thumbTintColor: UIColor? {
        didSet { updateLooks() }
    }

    private var images: [Part: [UInt: UIImage]] = [:]

    private enum Part { case thumb, minimum, maximum }

    private func image(_ part: Part, for state: State) -> UIImage? {
        images[part]?[state.rawValue] ?? images[part]?[State.normal.rawValue]
    }

    /// Sets the image that replaces the thumb in a state.
    open func setThumbImage(_ image: UIImage?, for state: State) { set(image, of: .thumb, for: state) }
    /// Sets the image that replaces the track up to the thumb in a state.
    open func setMinimumTrackImage(_ image: UIImage?, for state: State) { set(image, of: .minimum, for: state) }
    /// Sets the image that replaces the track beyond the thumb in a state.
    open func setMaximumTrackImage(_ image: UIImage?, for state: State) { set(image, of: .maximum, for: state) }

    private func set(_ image: UIImage?, of part: Part, for state: State) {
        images[part, default: [:]][state.rawValue] = image
        updateLooks()
    }

    open func thumbImage(for state: State) -> UIImage? { images[.thumb]?[state.rawValue] }
    open func minimumTrackImage(for state: State) -> UIImage? { images[.minimum]?[state.rawValue] }
    open func maximumTrackImage(for state: State) -> UIImage? { images[.maximum]?[state.rawValue] }
    open var currentThumbImage: UIImage? { image(.thumb, for: state) }
    open var currentMinimumTrackImage: UIImage? { image(.minimum, for: state) }
    open var currentMaximumTrackImage: UIImage? { image(.maximum, for: state) }

    private func updateLooks() {
        fill.backgroundColor = minimumTrackTintColor ?? tintColor
        track.backgroundColor = maximumTrackTintColor ?? .systemFill
        knob.backgroundColor = thumbTintColor ?? .white
        (endImages.minimum.image, endImages.maximum.image) = (minimumValueImage, maximumValueImage)
        (trackImages.minimum.image, trackImages.maximum.image) = (currentMinimumTrackImage, currentMaximumTrackImage)
        knobImage.image = currentThumbImage
        knob.isHidden = knobImage.image != nil
        fill.isHidden = trackImages.minimum.image != nil
        track.isHidden = trackImages.maximum.image != nil
        alpha = isEnabled ? 1 : 0.5
        setNeedsLayout()
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        updateLooks()
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateLooks()
    }

    // MARK: Frames of parts, for subclasses

    private static let knobSide: CGFloat = 28
    private static let height: CGFloat = 31
    private static let trackHeight: CGFloat = 4
    private static let gap: CGFloat = 8

    /// Returns the frame of the image at the lower end.
    open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        guard let size = minimumValueImage?.size else {
            return CGRect(x: bounds.minX, y: bounds.midY, width: 0, height: 0)
        }
        return CGRect(x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }

    /// Returns the frame of the image at the upper end.
    open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        guard let size = maximumValueImage?.size else {
            return CGRect(x: bounds.maxX, y: bounds.midY, width: 0, height: 0)
        }
        return CGRect(
            x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }

    /// Returns the frame of the track, between the images at the ends.
    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        let low = minimumValueImageRect(forBounds: bounds)
        let high = maximumValueImageRect(forBounds: bounds)
        let left = low.width > 0 ? low.maxX + Self.gap : bounds.minX
        let right = high.width > 0 ? high.minX - Self.gap : bounds.maxX
        let height = currentMinimumTrackImage?.size.height ?? Self.trackHeight
        return CGRect(x: left, y: bounds.midY - height / 2, width: max(0, right - left), height: height)
    }

    /// Returns the frame of the thumb for a value.
    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let size = currentThumbImage?.size ?? CGSize(width: Self.knobSide, height: Self.knobSide)
        let range = maximumValue - minimumValue
        var part = range > 0 ? CGFloat((value - minimumValue) / range) : 0
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { part = 1 - part }
        return CGRect(
            x: rect.minX + (rect.width - size.width) * part, y: rect.midY - size.height / 2, width: size.width,
            height: size.height)
    }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    open override var accessibilityValue: String? {
        get {
            super.accessibilityValue
                ?? AccessibilityState.percent(Double(value - minimumValue), of: Double(maximumValue - minimumValue))
        }
        set { super.accessibilityValue = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? controlTraits(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// Increases the value by a tenth of the range.
    open override func accessibilityIncrement() { step(by: 0.1) }
    open override func accessibilityDecrement() { step(by: -0.1) }

    private func step(by part: Float) {
        setValue(value + (maximumValue - minimumValue) * part, animated: true)
        sendActions(for: .valueChanged)
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: max(Self.height, currentThumbImage?.size.height ?? 0))
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width > 0 ? size.width : 118, height: intrinsicContentSize.height)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutParts()
    }

    private func layOutParts() {
        let rect = trackRect(forBounds: bounds)
        let thumb = thumbRect(forBounds: bounds, trackRect: rect, value: current)
        track.frame = rect
        track.layer.cornerRadius = rect.height / 2
        var filled = rect
        if effectiveUserInterfaceLayoutDirection == .rightToLeft {
            filled.origin.x = thumb.midX
            filled.size.width = max(0, rect.maxX - thumb.midX)
        } else {
            filled.size.width = max(0, thumb.midX - rect.minX)
        }
        fill.frame = filled
        fill.layer.cornerRadius = rect.height / 2
        trackImages.minimum.frame = filled
        trackImages.maximum.frame = rect
        knob.frame = thumb
        knob.layer.cornerRadius = thumb.height / 2
        knobImage.frame = thumb
        endImages.minimum.frame = minimumValueImageRect(forBounds: bounds)
        endImages.maximum.frame = maximumValueImageRect(forBounds: bounds)
    }

    // MARK: Touches

    /// The horizontal distance from the finger to the center of the thumb.
    private var grip: CGFloat = 0

    /// Starts dragging the thumb if the touch is on it or near it.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let point = touch.location(in: self)
        let thumb = thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: current)
        grip = thumb.midX - point.x
        return isOnKnob(point)
    }

    private func isOnKnob(_ point: CGPoint) -> Bool {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: current)
            .insetBy(dx: -8, dy: -8).contains(point)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let rect = trackRect(forBounds: bounds)
        let thumb = thumbRect(forBounds: bounds, trackRect: rect, value: current)
        let length = rect.width - thumb.width
        var part = length > 0 ? (touch.location(in: self).x + grip - rect.minX - thumb.width / 2) / length : 0
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { part = 1 - part }
        let before = current
        value = minimumValue + (maximumValue - minimumValue) * Float(min(1, max(0, part)))
        if isContinuous, current != before { sendActions(for: .valueChanged) }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if !isContinuous { sendActions(for: .valueChanged) }
    }

    /// Returns whether a gesture may begin. Prevents pans and swipes of superviews while a touch drags the thumb.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer.view === self { return super.gestureRecognizerShouldBegin(gestureRecognizer) }
        guard gestureRecognizer is UIPanGestureRecognizer || gestureRecognizer is UISwipeGestureRecognizer else {
            return true
        }
        return !isTracking
    }
}
