public import Foundation

/// The minimum scale of text that must fit, and the results of drawing it.
open class NSStringDrawingContext: NSObject {
    /// The smallest factor that fonts may be multiplied by so that the text fits, 0…1; 0 means no scaling.
    open var minimumScaleFactor: CGFloat = 0
    /// The factor that was used when text was last measured or drawn.
    open internal(set) var actualScaleFactor: CGFloat = 1
    /// The bounds of the text when it was last measured or drawn.
    open internal(set) var totalBounds = CGRect.zero

    public override init() {}
}
