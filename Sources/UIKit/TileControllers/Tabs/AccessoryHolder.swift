import Foundation
import TileBars
import TileDrawing
import TileViews

/// The capsule of glass around the content of a tab accessory.
final class AccessoryHolder: UIVisualEffectView {
    init(_ accessory: UITabAccessory) {
        super.init(effect: UIGlassEffect(style: .regular))
        // Like a bar, it has a fixed height.
        maximumContentSizeCategory = .extraExtraExtraLarge
        cornerConfiguration = .capsule()
        contentView.cornerConfiguration = .capsule()
        contentView.clipsToBounds = true
        layer.borderWidth = 0.5
        showEdge()
        let content = accessory.contentView
        content.frame = contentView.bounds
        content.translatesAutoresizingMaskIntoConstraints = true
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(content)
    }

    required init?(coder: NSCoder) { nil }

    /// Shows an edge that is visible over content of any color.
    private func showEdge() { layer.borderColor = UIColor.separator.resolvedColor(with: traitCollection).cgColor }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        showEdge()
    }
}
