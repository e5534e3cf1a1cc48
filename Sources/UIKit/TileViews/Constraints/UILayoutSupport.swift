public import Foundation

/// A bar that covers a part of a controller's view, as older code asks for it; today's takes the safe area.
public protocol UILayoutSupport: NSObjectProtocol {
    /// In points.
    var length: CGFloat { get }
    var topAnchor: NSLayoutYAxisAnchor { get }
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    var heightAnchor: NSLayoutDimension { get }
}
