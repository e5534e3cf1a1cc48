public import Foundation
public import TileDrawing
public import TileLayers

/// A view that displays an image or an animated sequence of images.
///
///     let view = UIImageView(image: UIImage(contentsOfFile: "plan@2x.png"))
///     view.contentMode = .scaleAspectFit
///
/// The pixels of the image are the layer's contents, so nothing is redrawn when the view is resized. A template image
/// has the tint color. An image that could not be decoded is nil, and nothing is displayed.
open class UIImageView: UIView {
    /// Creates a view with the size of the image, or an empty view without one.
    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        setUp(image)
    }

    /// Creates a view with the size of the image, or an empty view without one.
    ///
    /// - Parameter highlightedImage: The image while `isHighlighted` is true.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: (image ?? highlightedImage)?.size ?? .zero))
        setUp(image, highlightedImage)
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Creates an image view from an archive with its images and settings.
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

    /// The displayed image, which may be animated.
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

    /// The image while `isHighlighted` is true; nil to use `image`.
    open var highlightedImage: UIImage? {
        didSet { showImage() }
    }

    /// The size, weight and colors of symbols, as far as the image itself does not specify them.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        didSet {
            guard preferredSymbolConfiguration != oldValue else { return }
            invalidateIntrinsicContentSize()
            showImage()
        }
    }

    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { showImage() } }
    }

    // MARK: Animation

    /// The images that are shown in turn instead of `image` while animating. All should have the same size. Setting
    /// them stops the animation.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// The images that are shown in turn while `isHighlighted` is true; nil to use `animationImages`. Setting them
    /// stops the animation.
    open var highlightedAnimationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// The duration of one run through the images, in seconds. At 0, each image is shown for a thirtieth of a second.
    open var animationDuration: TimeInterval = 0 {
        didSet {
            precondition(
                animationDuration >= 0 && animationDuration.isFinite,
                "an animation takes a finite time that is not negative, not \(animationDuration)")
        }
    }

    /// The number of repetitions; 0 repeats forever.
    open var animationRepeatCount = 0

    /// Starts the animation with its first image: with the next frame in a window, otherwise with the next call of
    /// `advanceAnimation(to:)`. Does nothing without animation images.
    open func startAnimating() {
        guard animationImages?.isEmpty == false else { return }
        sequence.start()
        showImage()
    }

    /// Stops the animation and shows `image`.
    open func stopAnimating() {
        sequence.stop()
        showImage()
    }

    /// A Boolean value that indicates whether images are animated, because of `startAnimating()` or because `image` is
    /// an animated image.
    open var isAnimating: Bool { sequence.isRunning || image?.images != nil }

    /// Advances the animation of a view outside a window to a time. The first time after the start is the beginning. In
    /// a window, the frames of the screen advance the animation. Does nothing unless `isAnimating` is true.
    ///
    /// - Parameter time: The time in seconds, on the same clock for all calls. An earlier time moves the animation
    ///   back.
    open func advanceAnimation(to time: TimeInterval) { advance(to: time) }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followFrames()
    }

    /// Does nothing: the image is the layer's contents, and `draw(_:)` is not called.
    open override func display(_ layer: CALayer) {}

    // MARK: Layout

    /// Returns the size of the image, or the current size without one.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { naturalSize ?? super.sizeThatFits(size) }

    // MARK: Accessibility

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .image }
        set { super.accessibilityTraits = newValue }
    }

    /// The size of the image.
    open override var intrinsicContentSize: CGSize { naturalSize ?? super.intrinsicContentSize }

    /// The size of the image; that of a symbol depends on the preferred configuration and on traits.
    private final var naturalSize: CGSize? {
        guard let image else { return nil }
        return image.isSymbolImage ? displayed(image).size : image.size
    }

    /// The alignment insets of the image, which exclude its shadows and badges.
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
        if image?.isSymbolImage == true { invalidateIntrinsicContentSize() }
        // The traits may select another variant of the image; in any case colors can change.
        let before = shown
        showImage()
        if shown === before { showPixels() }
    }
}
