public import Foundation
public import TileDrawing
import TileLayers

/// A control for a value in a range. A finger drags the thumb along a track.
///
///     slider.trackConfiguration = UISlider.TrackConfiguration(numberOfTicks: 5)
open class UISlider: UIControl {
    private let track = UIView()
    private let fill = UIView()
    private let knob = UIView()
    private let trackImages = (minimum: UIImageView(), maximum: UIImageView())
    private let knobImage = UIImageView()
    private let endImages = (minimum: UIImageView(), maximum: UIImageView())
    private var ticks: SliderTicks?

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
        let parts: [UIView?] = [
            track, trackImages.maximum, fill, trackImages.minimum, ticks, knob, knobImage, endImages.minimum,
            endImages.maximum,
        ]
        return parts.compactMap { $0 }
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

    /// The value. Values outside the range are clamped, and NaN counts as the minimum. With a track configuration it is
    /// the nearest value that the configuration allows. Setting it sends no event.
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
        let new = allowed(value.isNaN ? minimumValue : min(maximumValue, max(minimumValue, value)))
        if new != current { noteObserved(before: "value") }
        current = new
        defer { noteObserved() }
        guard animated, window != nil else { return setNeedsLayout() }
        UIView.animate(withDuration: 0.25, delay: 0, options: .allowUserInteraction) { self.layOutParts() }
    }

    private func allowed(_ value: Float) -> Float {
        guard let trackConfiguration else { return value }
        let position = position(of: value)
        let nearest = trackConfiguration.allowed(position)
        return nearest == position ? value : self.value(at: nearest)
    }

    /// Returns the position of a value on the track, from 0 to 1.
    private func position(of value: Float) -> Float {
        maximumValue > minimumValue ? (value - minimumValue) / (maximumValue - minimumValue) : 0
    }

    private func value(at position: Float) -> Float {
        if position >= 1 { return maximumValue }
        return Float(Double(minimumValue) + Double(position) * (Double(maximumValue) - Double(minimumValue)))
    }

    // MARK: Appearance

    /// The ticks of the track, the values that can be chosen, and the value from which the fill starts. The default is
    /// nil: any value of the range, filled from its lower end.
    open var trackConfiguration: TrackConfiguration? {
        didSet {
            guard trackConfiguration != oldValue else { return }
            showTicks()
            value = current
            setNeedsLayout()
        }
    }

    /// The view of the ticks exists only while there are some.
    private func showTicks() {
        let isNeeded = trackConfiguration?.positions.isEmpty == false
        if isNeeded, ticks == nil {
            let view = SliderTicks()
            insertSubview(view, belowSubview: knob)
            ticks = view
        } else if !isNeeded {
            ticks?.removeFromSuperview()
            ticks = nil
        }
    }

    /// The look of the slider.
    open var sliderStyle = Style.default {
        didSet { if sliderStyle != oldValue { updateLooks() } }
    }

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
        knobImage.isHidden = sliderStyle == .thumbless
        knob.isHidden = knobImage.image != nil || sliderStyle == .thumbless
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
    private static let thumblessHeight: CGFloat = 8
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
        let ownHeight = sliderStyle == .thumbless ? Self.thumblessHeight : Self.trackHeight
        let height = currentMinimumTrackImage?.size.height ?? ownHeight
        return CGRect(x: left, y: bounds.midY - height / 2, width: max(0, right - left), height: height)
    }

    /// Returns the frame of the thumb for a value. Without a thumb, it has no width.
    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        var size = currentThumbImage?.size ?? CGSize(width: Self.knobSide, height: Self.knobSide)
        if sliderStyle == .thumbless { size.width = 0 }
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
            super.accessibilityValue ?? trackConfiguration?.tick(at: position(of: value))?.title
                ?? AccessibilityState.percent(Double(value - minimumValue), of: Double(maximumValue - minimumValue))
        }
        set { super.accessibilityValue = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? controlTraits(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// Increases the value by a tenth of the range, or to the next tick if only ticks can be chosen.
    open override func accessibilityIncrement() { step(by: 1) }
    open override func accessibilityDecrement() { step(by: -1) }

    private func step(by direction: Float) {
        let next =
            trackConfiguration.map { self.value(at: $0.step(from: position(of: value), by: direction)) }
            ?? value + (maximumValue - minimumValue) * (direction / 10)
        setValue(next, animated: true)
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
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        var start = isRightToLeft ? rect.maxX : rect.minX
        if let trackConfiguration, trackConfiguration.neutral > 0 {
            start = thumbCenter(at: trackConfiguration.neutral, in: rect)
        }
        var filled = rect
        filled.origin.x = min(start, thumb.midX)
        filled.size.width = abs(thumb.midX - start)
        layOutTicks(under: rect)
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

    private func thumbCenter(at position: Float, in rect: CGRect) -> CGFloat {
        thumbRect(forBounds: bounds, trackRect: rect, value: value(at: position)).midX
    }

    private func layOutTicks(under rect: CGRect) {
        guard let ticks, let trackConfiguration else { return }
        let side = SliderTicks.side
        // Dots at the ends may reach over the track.
        let frame = CGRect(
            x: rect.minX - side, y: rect.maxY + SliderTicks.gap, width: rect.width + 2 * side, height: side)
        ticks.frame = frame
        ticks.show(
            trackConfiguration.positions.map { position in
                SliderTicks.Dot(
                    x: thumbCenter(at: position, in: rect) - frame.minX,
                    isEnabled: trackConfiguration.limits.contains(position))
            })
    }

    // MARK: Touches

    /// The horizontal distance from the finger to the center of the thumb.
    private var grip: CGFloat = 0

    /// Starts dragging the thumb if the touch is on it or near it. Without a thumb, any touch starts.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let point = touch.location(in: self)
        let thumb = thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: current)
        grip = thumb.midX - point.x
        return sliderStyle == .thumbless || isOnKnob(point)
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
