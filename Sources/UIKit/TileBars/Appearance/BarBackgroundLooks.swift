import Foundation
import TileDrawing
import TileViews

/// What a bar's background is made of, from the back to the front.
struct BarBackgroundLooks: Equatable {
    var effect: UIBlurEffect?
    var color: UIColor?
    var image: UIImage?
    var imageMode = UIView.ContentMode.scaleToFill
    var shadowColor: UIColor?
    var shadowImage: UIImage?

    /// As Apple's bars have it: a third of black, or a sixth of white in the dark.
    static let standardShadow = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.15) : UIColor(white: 0, alpha: 0.3)
    }
}
