public import Foundation
public import TileDrawing
import TileViews

/// A material of glass: what is behind is blurred and more colorful, and the edge is bright. It is a capsule unless the
/// effect view has a corner configuration.
///
/// The glass does not bend what is behind it near its edges, and does not adapt to how bright that is.
public final class UIGlassEffect: UIVisualEffect {
    public enum Style: Int, Hashable, Sendable {
        case regular = 0
        /// Glass through which what is behind stays recognizable.
        case clear = 1
    }

    let style: Style
    /// The color of the glass; nil for none.
    @NSCopying public var tintColor: UIColor?
    /// A Boolean value that indicates whether the glass becomes brighter while it is touched.
    public var isInteractive = false

    public init(style: Style) {
        self.style = style
        super.init()
    }

    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Key.style) ?? .regular
        tintColor = coder.archivedObject(Key.tint)
        isInteractive = coder.decodeBool(forKey: Key.interactive)
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        coder.encode(style.rawValue, forKey: Key.style)
        coder.archive(tintColor, forKey: Key.tint)
        coder.encode(isInteractive, forKey: Key.interactive)
    }

    private enum Key {
        static let style = "UIGlassEffectStyle"
        static let tint = "UIGlassEffectTintColor"
        static let interactive = "UIGlassEffectInteractive"
    }

    /// Returns a copy: unlike other effects, glass can be changed.
    public override func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIGlassEffect(style: style)
        (copy.tintColor, copy.isInteractive) = (tintColor, isInteractive)
        return copy
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIGlassEffect else { return false }
        return style == other.style && tintColor == other.tintColor && isInteractive == other.isInteractive
    }

    public override var hash: Int { style.rawValue }

    override var material: Material { (style == .regular ? GlassStyle.regular : .clear).material(tint: tintColor) }
}
