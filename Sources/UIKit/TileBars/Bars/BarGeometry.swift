import Foundation
import TileDrawing
import TileViews

/// The dimensions of bars, in points. They are those of iOS 7 to 18; the floating bars of iOS 26 differ.
enum BarMeasures {
    /// The height of navigation bars and toolbars, and their height in windows of compact height.
    static let height: CGFloat = 44
    static let compactHeight: CGFloat = 32
    /// The additional height of a prompt.
    static let promptHeight: CGFloat = 30
    /// The minimum additional height of a large title.
    static let largeTitleHeight: CGFloat = 52
    /// The gap between a large title and the line below it.
    static let largeSubtitleGap: CGFloat = 2
    static let tabHeight: CGFloat = 49
    static let compactTabHeight: CGFloat = 32
    /// The distance from an item's content to the edge of its touch area. Two items are twice this apart.
    static let itemPadding: CGFloat = 8
    /// The gap between a title and items.
    static let titleGap: CGFloat = 10
    /// The distance from the edge to the chevron.
    static let chevronMargin: CGFloat = 8

    /// Returns the distance from the edges to the outermost items.
    static func margin(width: CGFloat) -> CGFloat { width < 400 ? 16 : 20 }
}

extension UIView {
    /// Sets bounds and center, so that the view may have a transform.
    func setUntransformedFrame(_ rect: CGRect) {
        // Insetting a bar that is thinner than its margins gives a null rect.
        guard !rect.isNull else { return bounds.size = .zero }
        if bounds.size != rect.size { bounds.size = rect.size }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        if center != middle { center = middle }
    }

    /// Copies this view's semantic content attribute to its parts. Subviews do not inherit it.
    func passOnDirection(to parts: [UIView]) {
        for part in parts where part.semanticContentAttribute != semanticContentAttribute {
            part.semanticContentAttribute = semanticContentAttribute
            part.setNeedsLayout()
        }
    }

    var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    var pixelScale: CGFloat { max(1, traitCollection.displayScale) }
    var isCompactInHeight: Bool { traitCollection.verticalSizeClass == .compact }
}

extension CGRect {
    /// Returns the rect mirrored horizontally within a width.
    func mirrored(in width: CGFloat) -> CGRect {
        CGRect(x: width - maxX, y: minY, width: self.width, height: height)
    }
}

extension CGFloat {
    func rounded(toScale scale: CGFloat) -> CGFloat { (self * scale).rounded() / scale }
    /// Returns the value rounded up to whole pixels, ignoring an excess of 0.001.
    func ceiled(toScale scale: CGFloat) -> CGFloat { (self * scale - 1e-3).rounded(.up) / scale }
}

extension UIView {
    /// Returns the area of a bar's background in the bar's coordinates. It extends behind the status bar above a
    /// top-attached bar, and to the lower edge below a bar at the bottom of the safe area.
    func backgroundArea(_ position: UIBarPosition) -> CGRect {
        var area = bounds
        guard let superview else { return area }
        let safe = superview.safeAreaInsets
        switch position {
        case .topAttached where frame.minY > 0 && frame.minY <= safe.top + 0.5:
            area.origin.y -= frame.minY
            area.size.height += frame.minY
        case .bottom:
            let rest = superview.bounds.maxY - frame.maxY
            if rest > 0, rest <= safe.bottom + 0.5 { area.size.height += rest }
        default: break
        }
        return area
    }
}
