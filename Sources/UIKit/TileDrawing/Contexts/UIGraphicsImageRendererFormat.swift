public import Foundation

/// The drawing attributes of an image renderer.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// The range of colors that an image can hold. Images here always have the standard range.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// Pixels per point; 0 for the display scale of the current traits.
    open var scale: CGFloat
    /// Whether the background is black instead of clear.
    open var opaque = false
    open var preferredRange = Range.standard

    /// An older form of `preferredRange`.
    open var prefersExtendedRange: Bool {
        get { preferredRange == .extended }
        set { preferredRange = newValue ? .extended : .standard }
    }

    /// Always false: pixels have 8 bits.
    open var supportsHighDynamicRange: Bool { false }

    /// A format for the current traits.
    public required init() {
        scale = ImageDrawing.currentScale
        super.init()
    }

    /// A format for these traits.
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
    }

    override func takeOver(_ other: UIGraphicsRendererFormat) {
        super.takeOver(other)
        guard let other = other as? UIGraphicsImageRendererFormat else { return }
        scale = other.scale
        opaque = other.opaque
        preferredRange = other.preferredRange
    }
}
