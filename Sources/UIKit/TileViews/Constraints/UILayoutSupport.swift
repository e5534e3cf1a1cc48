public import Foundation

/// The extent of a bar over a controller's view, for older code. Use the safe area instead.
public protocol UILayoutSupport: NSObjectProtocol {
    /// The length in points.
    var length: CGFloat { get }
    var topAnchor: NSLayoutYAxisAnchor { get }
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    var heightAnchor: NSLayoutDimension { get }
}
