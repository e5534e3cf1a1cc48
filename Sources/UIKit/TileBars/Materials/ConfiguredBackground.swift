package import Foundation
package import TileDrawing
import TileGeometry
package import TileLayers
public import TileViews

/// A view that draws a background configuration behind a cell, a header or footer, or a content placeholder.
package final class ConfiguredBackground: UIView, ViewPart {
    package var configuration: UIBackgroundConfiguration {
        didSet { if configuration != oldValue { show() } }
    }
    private let fill = UIView()
    private var picture: UIImageView?
    private var custom: UIView?
    private var effect: UIVisualEffectView?
    /// The corners to round, if the configuration rounds corners.
    package var roundedCorners: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    { didSet { fill.layer.maskedCorners = roundedCorners } }

    package init(_ configuration: UIBackgroundConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        addSubview(fill)
        show()
    }

    package required init?(coder: NSCoder) { nil }

    private func show() {
        let look = configuration
        fill.backgroundColor = look.resolvedBackgroundColor(for: tintColor)
        fill.layer.cornerRadius = look.cornerRadius
        fill.clipsToBounds = look.image != nil || look.customView != nil || look.effect != nil
        showStroke()
        exchange(&custom, for: look.customView)
        let hadPicture = picture
        if look.image == nil { picture = nil } else if picture == nil { picture = UIImageView() }
        picture?.image = look.image
        picture?.contentMode = look.imageContentMode
        if hadPicture !== picture { replaceCustomView(hadPicture, with: picture) }
        let hadEffect = effect
        if let kind = look.effect as? UIVisualEffect {
            if effect == nil { effect = UIVisualEffectView(effect: kind) } else { effect?.effect = kind }
        } else {
            effect = nil
        }
        if hadEffect !== effect { replaceCustomView(hadEffect, with: effect) }
        setNeedsLayout()
    }

    private func showStroke() {
        let look = configuration
        fill.layer.borderWidth = look.strokeWidth
        let color = look.resolvedStrokeColor(for: tintColor).resolvedColor(with: traitCollection)
        fill.layer.borderColor = look.strokeWidth > 0 ? color.cgColor : nil
    }

    private func exchange(_ view: inout UIView?, for new: UIView?) {
        guard view !== new else { return }
        replaceCustomView(view, with: new)
        view = new
    }

    private func replaceCustomView(_ old: UIView?, with new: UIView?) {
        if old?.superview === fill { old?.removeFromSuperview() }
        guard let new else { return }
        new.frame = fill.bounds
        new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        fill.addSubview(new)
    }

    package override func layoutSubviews() {
        super.layoutSubviews()
        let look = configuration
        var insets = look.backgroundInsets
        let (edges, margins) = (look.edgesAddingLayoutMarginsToBackgroundInsets, directionalLayoutMargins)
        if edges.contains(.top) { insets.top += margins.top }
        if edges.contains(.leading) { insets.leading += margins.leading }
        if edges.contains(.bottom) { insets.bottom += margins.bottom }
        if edges.contains(.trailing) { insets.trailing += margins.trailing }
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let outset = look.strokeWidth > 0 ? look.strokeOutset : 0
        let frame = bounds.inset(by: insets.sides(isRightToLeft: isRightToLeft)).insetBy(dx: -outset, dy: -outset)
        fill.frame = frame.isNull ? .zero : frame
    }

    package override func tintColorDidChange() { show() }

    package override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        super.traitCollectionDidChange(previous)
        showStroke()
    }
}

extension NSDirectionalEdgeInsets {
    /// Returns the insets with left and right sides.
    package func sides(isRightToLeft: Bool) -> UIEdgeInsets {
        UIEdgeInsets(
            top: top, left: isRightToLeft ? trailing : leading, bottom: bottom,
            right: isRightToLeft ? leading : trailing)
    }
}

extension UIBackgroundConfiguration {
    /// The effect over the content behind the background; nil for none.
    public var visualEffect: UIVisualEffect? {
        get { effect as? UIVisualEffect }
        set { effect = newValue }
    }
}
