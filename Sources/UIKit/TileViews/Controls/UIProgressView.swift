public import Foundation
public import TileDrawing

/// A bar that fills from its leading end.
open class UIProgressView: UIView {
    /// The style of a progress view.
    public enum Style: Int, Hashable, Sendable {
        case `default`
        /// A style for toolbars, without a visible track.
        case bar
    }

    private let track = UIView()
    private let fill = UIView()
    private let fillImage = UIImageView()
    private let trackImageView = UIImageView()
    private var observation: ProgressObservation?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
        sizeToFit()
    }

    /// Creates a bar from an archive with its progress and style.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIProgressView.self)
    }

    // Outside the initializer, because property observers are not called in it.
    private func restoreParts(from coder: NSCoder) {
        progressViewStyle = coder.archivedCase(Key.style) ?? .default
        progress = Float(coder.archivedNumber(Key.progress) ?? 0)
    }

    override var ownParts: [UIView] { [track] }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(progressViewStyle.rawValue, forKey: Key.style)
        coder.encode(Double(progress), forKey: Key.progress)
    }

    private enum Key {
        static let style = "UIProgressViewStyle"
        static let progress = "UIProgressProgress"
    }

    private func build() {
        isUserInteractionEnabled = false
        track.clipsToBounds = true
        for view in [trackImageView, fill, fillImage] { track.addSubview(view) }
        addSubview(track)
        updateLooks()
    }

    open var progressViewStyle = Style.default {
        didSet { updateLooks() }
    }

    /// The progress from 0 to 1. Values outside are clamped, and NaN counts as 0.
    open var progress: Float {
        get { filled }
        set { setProgress(newValue, animated: false) }
    }

    private var filled: Float = 0

    /// Sets the progress, optionally with an animation of a quarter of a second.
    open func setProgress(_ progress: Float, animated: Bool) {
        let new = progress.isNaN ? 0 : min(1, max(0, progress))
        if new != filled { noteObserved(before: "progress") }
        filled = new
        setNeedsLayout()
        if animated { UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() } }
        noteObserved()
    }

    /// The color of the filled part; nil for the tint color.
    open var progressTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The color of the track; nil for gray.
    open var trackTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// An image that replaces the color of the filled part.
    open var progressImage: UIImage? {
        didSet { updateLooks() }
    }

    /// An image that replaces the color of the track.
    open var trackImage: UIImage? {
        didSet { updateLooks() }
    }

    /// The progress that the bar displays. It is read with each frame on the view's thread.
    open var observedProgress: Progress? {
        didSet {
            observation?.stop()
            observation = nil
            followProgress()
        }
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followProgress()
    }

    private func followProgress() {
        guard let observedProgress else { return }
        progress = Float(observedProgress.fractionCompleted)
        observation?.stop()
        observation = window.map { ProgressObservation(self, observedProgress, on: $0.screen) }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        updateLooks()
    }

    private func updateLooks() {
        track.backgroundColor =
            trackImage != nil || progressViewStyle == .bar ? trackTintColor : trackTintColor ?? .systemFill
        fill.backgroundColor = progressImage == nil ? progressTintColor ?? tintColor : nil
        fillImage.image = progressImage
        trackImageView.image = trackImage
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// The height of the track image, the progress image, or the style's bar.
    private var thickness: CGFloat {
        trackImage?.size.height ?? progressImage?.size.height ?? (progressViewStyle == .bar ? 2.5 : 4)
    }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? "Progress" }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? AccessibilityState.percent(Double(progress), of: 1) }
        set { super.accessibilityValue = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .updatesFrequently }
        set { super.accessibilityTraits = newValue }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: thickness)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width > 0 ? size.width : 150, height: thickness)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        track.frame = bounds
        track.layer.cornerRadius = progressViewStyle == .bar ? 0 : bounds.height / 2
        let width = bounds.width * CGFloat(filled)
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let part = CGRect(x: isRightToLeft ? bounds.width - width : 0, y: 0, width: width, height: bounds.height)
        fill.frame = part
        fill.layer.cornerRadius = track.layer.cornerRadius
        fillImage.frame = part
        trackImageView.frame = track.bounds
    }
}
