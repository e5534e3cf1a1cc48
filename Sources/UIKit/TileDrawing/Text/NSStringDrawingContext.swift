public import Foundation

/// How far text may shrink to fit, and what became of it.
open class NSStringDrawingContext: NSObject {
    /// By which fonts may be multiplied, 0…1, so that the text fits; 0 leaves them.
    open var minimumScaleFactor: CGFloat = 0
    /// By which they were, the last time that text was measured or drawn.
    open internal(set) var actualScaleFactor: CGFloat = 1
    /// What the text took, the last time that it was measured or drawn.
    open internal(set) var totalBounds = CGRect.zero

    public override init() {}
}
