import Foundation
import TileDrawing
import TileViews

/// The layers of a bar's background, from back to front.
struct BarBackgroundLooks: Equatable {
    var effect: UIBlurEffect?
    var color: UIColor?
    var image: UIImage?
    var imageMode = UIView.ContentMode.scaleToFill
    var shadowColor: UIColor?
    var shadowImage: UIImage?

    /// The color of the standard shadow, as in UIKit: black at 30 %, or white at 15 % in dark mode.
    static let standardShadow = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.15) : UIColor(white: 0, alpha: 0.3)
    }
}
