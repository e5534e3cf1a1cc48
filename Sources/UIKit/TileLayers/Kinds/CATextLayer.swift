public import Foundation
import TileDrawing
import TileGeometry
public import TileGraphics

/// A layer that shows text, above its background and contents and below its sublayers, clipped to its bounds.
open class CATextLayer: CALayer {
    private struct Settings {
        var string: Any?
        var font: Any?
        var fontSize = CGFloat(36)
        var color: CGColor? = .layerWhite
        var isWrapped = false
        var alignment = CATextLayerAlignmentMode.natural
        var truncation = CATextLayerTruncationMode.none
        var quantizes = true
    }

    private var settings = Settings()

    /// The default font.
    private static let standardFontName = "Helvetica"

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CATextLayer { settings = layer.settings }
    }

    private func change(_ key: String?, _ body: () -> Void) {
        let action = key.flatMap { willChange($0) }
        body()
        markLook()
        if let key { didChange(key, action) }
    }

    /// The text: a `String`, or an `NSAttributedString`, whose attributes override the layer's. Other objects show
    /// nothing.
    open var string: Any? {
        get { settings.string }
        set { change("string") { settings.string = newValue } }
    }

    /// The font of a `String`: a `UIFont`, whose size is ignored, or a font name. Helvetica, or its substitute, if nil.
    /// Animatable.
    open var font: Any? {
        get { settings.font }
        set { change("font") { settings.font = newValue } }
    }

    /// The font size of a `String` in points; 36 by default. Animatable. Traps if it is not finite.
    open var fontSize: CGFloat {
        get { settings.fontSize }
        set {
            Self.checkFinite(Double(newValue), "fontSize")
            change("fontSize") { settings.fontSize = newValue }
        }
    }

    /// The color of a `String`; opaque white by default. Animatable.
    open var foregroundColor: CGColor? {
        get { settings.color }
        set { change("foregroundColor") { settings.color = newValue } }
    }

    /// Whether lines are wrapped at words to fit the bounds.
    open var isWrapped: Bool {
        get { settings.isWrapped }
        set { change(nil) { settings.isWrapped = newValue } }
    }

    /// The horizontal alignment of lines; an unknown name acts as `natural`.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { settings.alignment }
        set { change(nil) { settings.alignment = newValue } }
    }

    /// The truncation of text that does not fit; an unknown name acts as `none`.
    open var truncationMode: CATextLayerTruncationMode {
        get { settings.truncation }
        set { change(nil) { settings.truncation = newValue } }
    }

    /// Whether glyph positions may be quantized: stored without effect, because glyphs are drawn as outlines.
    open var allowsFontSubpixelQuantization: Bool {
        get { settings.quantizes }
        set { settings.quantizes = newValue }
    }

    private var textFont: UIFont {
        let size = settings.fontSize
        switch settings.font {
        case let font as UIFont: return font.withSize(size)
        case let name as String: return UIFont(name: name, size: size) ?? .systemFont(ofSize: size)
        default: return UIFont(name: Self.standardFontName, size: size) ?? .systemFont(ofSize: size)
        }
    }

    private var block: TextBlock? {
        let box = bounds.standardized
        var container = TextContainer(width: box.width, height: box.height, alignment: settings.alignment.alignment)
        let truncating = settings.truncation.lineBreakMode
        container.lineBreakMode = truncating ?? (settings.isWrapped ? .byWordWrapping : .byClipping)
        if !settings.isWrapped { container.lineLimit = 1 }
        switch settings.string {
        case let text as NSAttributedString: return TextBlock(text, in: container)
        case let text as String:
            guard settings.fontSize > 0, let color = settings.color else { return nil }
            let attributes: [NSAttributedString.Key: Any] = [
                .font: textFont, .foregroundColor: UIColor(cgColor: color),
            ]
            return TextBlock(text, attributes: attributes, in: container)
        default: return nil
        }
    }

    override var drawing: Picture? {
        let box = bounds.standardized
        guard box.width > 0, box.height > 0, let block else { return nil }
        let context = CGContext(recording: box, scale: contentsScale)
        block.draw(in: context, at: box.origin)
        let picture = context.finishPicture()
        if Box(box).contains(picture.bounds) { return picture }
        var recorder = PictureRecorder()
        recorder.draw(PictureGroup(content: picture, clips: [.box(Box(box))]))
        return recorder.finish()
    }

    /// Returns the size of the text without limits.
    open override func preferredFrameSize() -> CGSize {
        guard let text = settings.string else { return super.preferredFrameSize() }
        if let text = text as? NSAttributedString { return TextBlock(text).size }
        return TextBlock(String(describing: text), attributes: [.font: textFont]).size
    }

    override class var keys: [String: LayerKey] { textKeys }

    private static let textKeys = layerKeys.merging([
        "string": .optional(\CATextLayer.string), "font": .optional(\CATextLayer.font),
        "fontSize": .number(\CATextLayer.fontSize, 36),
        "foregroundColor": .optional(\CATextLayer.foregroundColor) { .layerWhite },
        "wrapped": .bool(\CATextLayer.isWrapped), "alignmentMode": .named(\CATextLayer.alignmentMode, .natural),
        "truncationMode": .named(\CATextLayer.truncationMode, .none),
        "allowsFontSubpixelQuantization": .bool(\CATextLayer.allowsFontSubpixelQuantization, true),
    ]) { $1 }
}

/// The horizontal alignment of text.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The side where the text's writing direction begins.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

    var alignment: NSTextAlignment {
        switch self {
        case .left: .left
        case .right: .right
        case .center: .center
        case .justified: .justified
        default: .natural
        }
    }
}

/// The truncation of text that does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// Truncates the beginning.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// Truncates the end.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")

    var lineBreakMode: NSLineBreakMode? {
        switch self {
        case .start: .byTruncatingHead
        case .end: .byTruncatingTail
        case .middle: .byTruncatingMiddle
        default: nil
        }
    }
}
