public import Foundation
import TileViews

/// An effect that merges glass: the effect views with equal glass in the content view of a view with this effect flow
/// into each other where they are near.
///
///     let container = UIVisualEffectView(effect: UIGlassContainerEffect())
///     container.contentView.addSubview(firstGlass)
///
/// The merged shape follows the frames of the views. In an animation it has its final shape at once.
public final class UIGlassContainerEffect: UIVisualEffect {
    /// The distance below which two shapes are joined, in points. They swell toward each other from twice this distance
    /// on. The default is 0, with which only shapes that overlap are joined. More than 1000 counts as 1000.
    public var spacing: CGFloat = 0

    public override init() { super.init() }

    public required init?(coder: NSCoder) {
        let spacing = coder.decodeDouble(forKey: Self.spacingKey)
        self.spacing = spacing.isFinite ? CGFloat(spacing) : 0
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) { coder.encode(Double(spacing), forKey: Self.spacingKey) }

    private static let spacingKey = "UIGlassContainerEffectSpacing"

    /// Returns a copy: like glass, a container can be changed.
    public override func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIGlassContainerEffect()
        copy.spacing = spacing
        return copy
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? UIGlassContainerEffect)?.spacing == spacing
    }

    public override var hash: Int { spacing.hashValue }

    /// The spacing as a distance of at most 1000 points.
    var reach: CGFloat { spacing.isFinite ? min(max(0, spacing), 1_000) : 0 }
}
