public import Foundation
public import TileDrawing
public import TileLayers

/// A view that shows an image, or several in turn.
///
///     let view = UIImageView(image: UIImage(contentsOfFile: "plan@2x.png"))
///     view.contentMode = .scaleAspectFit
///
/// The image's pixels are the layer's contents: nothing is drawn when the view changes its size. A template image is
/// shown in the tint color. An image that could not be decoded is nil, and shows nothing.
open class UIImageView: UIView {
    /// A view as large as the image; of no size without one.
    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        setUp(image)
    }

    /// A view as large as the image; of no size without one.
    ///
    /// - Parameter highlightedImage: shown while `isHighlighted`.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: (image ?? highlightedImage)?.size ?? .zero))
        setUp(image, highlightedImage)
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// An image view from an archive: its images, and how it shows them.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restoreState(from: coder)
        restoreImages(from: coder)
        coder.settle(self, as: UIImageView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeImages(in: coder)
    }

    private func setUp(_ image: UIImage? = nil, _ highlightedImage: UIImage? = nil) {
        isUserInteractionEnabled = false
        self.highlightedImage = highlightedImage
        self.image = image
    }

    override class var drawsOnlyParts: Bool { true }

    final var shown: UIImage?
    final var sequence = ImageSequence()
    final var imageClock: ImageClock?

    /// What is shown; an animated one moves.
    open var image: UIImage? {
        willSet { if newValue !== image { noteObserved(before: "image") } }
        didSet {
            sequence.restart()
            if oldValue?.size != image?.size { invalidateIntrinsicContentSize() }
            if oldValue?.alignmentRectInsets != image?.alignmentRectInsets { rare?.layout?.need([.offsets, .frame]) }
            showImage()
            noteObserved()
        }
    }

    /// Shown in place of `image` while `isHighlighted`; nil leaves it.
    open var highlightedImage: UIImage? {
        didSet { showImage() }
    }

    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { showImage() } }
    }

    // MARK: Animation

    /// Shown in turn, in place of `image`, while animating. All should be of one size. Setting them stops an animation.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// Shown in turn while `isHighlighted`; nil leaves `animationImages`. Setting them stops an animation.
    open var highlightedAnimationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// Of one run through the images, in seconds; 0 for a thirtieth of a second for each.
    open var animationDuration: TimeInterval = 0 {
        didSet {
            precondition(
                animationDuration >= 0 && animationDuration.isFinite,
                "an animation takes a finite time that is not negative, not \(animationDuration)")
        }
    }

    /// After which the animation ends; 0 for never.
    open var animationRepeatCount = 0

    /// Begins with the first of the animation's images: in a window with the next frame, elsewhere at the next
    /// `advanceAnimation(to:)`. Does nothing without such images.
    open func startAnimating() {
        guard animationImages?.isEmpty == false else { return }
        sequence.start()
        showImage()
    }

    /// Goes back to `image`.
    open func stopAnimating() {
        sequence.stop()
        showImage()
    }

    /// Whether images are shown in turn: after `startAnimating()`, or because `image` is an animated one.
    open var isAnimating: Bool { sequence.isRunning || image?.images != nil }

    /// Shows what is due at a time: the first one given after the start is where the animation begins. For a view in no
    /// window; in one, the frames of its screen give the time. Does nothing unless `isAnimating`.
    ///
    /// - Parameter time: seconds, on one clock for all calls; going back goes back in the animation.
    open func advanceAnimation(to time: TimeInterval) { advance(to: time) }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followFrames()
    }

    /// Nothing: the layer's contents are the image, and `draw(_:)` is not called.
    open override func display(_ layer: CALayer) {}

    // MARK: Layout

    /// The image's size; the present size without one.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? super.sizeThatFits(size) }

    // MARK: Accessibility

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .image }
        set { super.accessibilityTraits = newValue }
    }

    /// The image's size.
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    /// The image's: shadows and badges in it lie outside.
    open override var alignmentRectInsets: UIEdgeInsets { image?.alignmentRectInsets ?? .zero }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if shown?.isTiled == true { showPixels() }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showPixels()
    }

    open override var semanticContentAttribute: UISemanticContentAttribute {
        didSet { if semanticContentAttribute != oldValue { showPixels() } }
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        // Of its asset another image may be due; in any case colors may differ.
        let before = shown
        showImage()
        if shown === before { showPixels() }
    }
}
