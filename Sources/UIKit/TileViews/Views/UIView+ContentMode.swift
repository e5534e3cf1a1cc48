extension UIView {
    /// The placement of a view's drawing or image in its bounds.
    public enum ContentMode: Int, Sendable, CaseIterable {
        /// Stretched to fill the bounds.
        case scaleToFill = 0
        /// Scaled proportionally to fit inside the bounds.
        case scaleAspectFit = 1
        /// Scaled proportionally to fill the bounds.
        case scaleAspectFill = 2
        /// Stretched to fill the bounds, and redrawn when they change.
        case redraw = 3
        case center = 4
        case top = 5
        case bottom = 6
        case left = 7
        case right = 8
        case topLeft = 9
        case topRight = 10
        case bottomLeft = 11
        case bottomRight = 12
    }
}
