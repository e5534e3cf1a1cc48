import UIKit.UIColor

/// A file that imports a single header.
extension UIColor { static let brand = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1) }
