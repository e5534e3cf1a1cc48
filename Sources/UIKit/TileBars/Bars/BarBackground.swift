import Foundation
import TileDrawing
import TileViews

/// The background of a bar: material, color, image, and a shadow outside one edge.
final class BarBackground: UIView, ViewPart {
    private let material = MaterialView(frame: .zero)
    private let color = MaterialView(frame: .zero)
    private let image = UIImageView(frame: .zero)
    private let shadow = UIImageView(frame: .zero)
    private var looks = BarBackgroundLooks()

    /// Whether the shadow is above the bar, for a bar at the bottom.
    var hasShadowAbove = false { didSet { if hasShadowAbove != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        (isOpaque, isUserInteractionEnabled) = (false, false)
        image.clipsToBounds = true
        for view in [material, color, image, shadow] {
            view.isOpaque = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ looks: BarBackgroundLooks) {
        self.looks = looks
        material.show(looks.effect?.material ?? .none)
        color.backgroundColor = looks.color
        (image.image, image.contentMode) = (looks.image, looks.imageMode)
        (material.isHidden, color.isHidden, image.isHidden) = (
            looks.effect == nil, looks.color == nil, looks.image == nil
        )
        shadow.image = looks.shadowImage
        shadow.tintColor = looks.shadowColor
        shadow.backgroundColor = looks.shadowImage == nil ? looks.shadowColor : nil
        shadow.isHidden = looks.shadowImage == nil && looks.shadowColor == nil
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        for view in [material, color, image] { view.frame = bounds }
        let height = looks.shadowImage?.size.height ?? 1 / max(1, traitCollection.displayScale)
        shadow.frame = CGRect(
            x: bounds.minX, y: hasShadowAbove ? bounds.minY - height : bounds.maxY, width: bounds.width, height: height)
    }
}
