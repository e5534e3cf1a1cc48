import Foundation
import TileDrawing
import TileViews

/// The measures of bars, in points. They are those of iOS 7 to 18; those of iOS 26, whose bars float, differ.
enum BarMeasures {
    /// Of navigation bars and toolbars, and in windows of compact height.
    static let height: CGFloat = 44
    static let compactHeight: CGFloat = 32
    /// What a prompt adds.
    static let promptHeight: CGFloat = 30
    /// What a large title adds, no less.
    static let largeTitleHeight: CGFloat = 52
    static let tabHeight: CGFloat = 49
    static let compactTabHeight: CGFloat = 32
    /// Between an item's content and where its touches end; twice this is between two items.
    static let itemPadding: CGFloat = 8
    /// Between a title and items.
    static let titleGap: CGFloat = 10
    /// Between the edge and the chevron.
    static let chevronMargin: CGFloat = 8

    /// Between the edges and the outermost items.
    static func margin(width: CGFloat) -> CGFloat { width < 400 ? 16 : 20 }
}

extension UIView {
    /// Moves a view that may have a transform: its bounds and center.
    func place(_ rect: CGRect) {
        // What is left of a bar that is thinner than its margins.
        guard !rect.isNull else { return bounds.size = .zero }
        if bounds.size != rect.size { bounds.size = rect.size }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        if center != middle { center = middle }
    }

    /// A direction that is set on a bar counts for its parts: what is set on a view counts for that view alone.
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
    /// The rect in a width that is counted from the other side.
    func mirrored(in width: CGFloat) -> CGRect {
        CGRect(x: width - maxX, y: minY, width: self.width, height: height)
    }
}

extension CGFloat {
    func rounded(toScale scale: CGFloat) -> CGFloat { (self * scale).rounded() / scale }
    /// To the next pixel above; a hair over one is none.
    func ceiled(toScale scale: CGFloat) -> CGFloat { (self * scale - 1e-3).rounded(.up) / scale }
}

extension UIView {
    /// Where a bar's background is, in the bar: behind the status bar above one that is attached to the top, and down
    /// to the edge below one at the bottom of the safe area.
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
