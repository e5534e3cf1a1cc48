import Foundation
import TileLayers

extension UIView {
    /// The view as `print(_:)` shows it, in UIKit's format: class and address, then the frame, properties that differ
    /// from those of a new view, and the layer.
    final var summary: String {
        var parts = ["frame = \(frame.logText)"]
        if let text = (self as? UILabel)?.text { parts.append("text = '\(text)'") }
        if !transform.isIdentity {
            let map = transform
            let numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty].map { CGFloat($0).logText }
            parts.append("transform = [\(numbers.joined(separator: ", "))]")
        }
        if clipsToBounds { parts.append("clipsToBounds = YES") }
        if alpha != 1 { parts.append("alpha = \(alpha.logText)") }
        if isHidden { parts.append("hidden = YES") }
        if !isOpaque { parts.append("opaque = NO") }
        if !autoresizingMask.isEmpty { parts.append("autoresize = \(autoresizingMask.letters)") }
        if !autoresizesSubviews { parts.append("autoresizesSubviews = NO") }
        if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
        if tag != 0 { parts.append("tag = \(tag)") }
        if let count = gestureRecognizers?.count, count > 0 { parts.append("gestureRecognizers = \(count)") }
        if let color = backgroundColor { parts.append("backgroundColor = \(color)") }
        parts.append("layer = <\(type(of: layer)): \(address(of: layer))>")
        var text = "<\(typeName): \(address(of: self)); " + parts.joined(separator: "; ")
        if let scrollView = self as? UIScrollView {
            let (offset, size, insets) = (
                scrollView.contentOffset, scrollView.contentSize, scrollView.adjustedContentInset
            )
            let sides = [insets.top, insets.left, insets.bottom, insets.right].map(\.logText)
            text += "; contentOffset: {\(offset.x.logText), \(offset.y.logText)}"
            text += "; contentSize: {\(size.width.logText), \(size.height.logText)}"
            text += "; adjustedContentInset: {\(sides.joined(separator: ", "))}"
        }
        return text + ">"
    }

    /// The name of the class; with its module for classes of programs.
    private final var typeName: String {
        let full = String(reflecting: type(of: self))
        // The modules of UIKit's own classes are named Tile….
        return full.hasPrefix("Tile") ? String(describing: type(of: self)) : full
    }
}

extension UIView.AutoresizingMask {
    /// The flexible parts, in the order in which UIKit writes them.
    fileprivate var letters: String {
        let names: [(Self, String)] = [
            (.flexibleLeftMargin, "LM"), (.flexibleRightMargin, "RM"), (.flexibleWidth, "W"),
            (.flexibleTopMargin, "TM"), (.flexibleBottomMargin, "BM"), (.flexibleHeight, "H"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
    }
}

extension CGRect {
    fileprivate var logText: String {
        "(\(minX.logText) \(minY.logText); \(width.logText) \(height.logText))"
    }
}
