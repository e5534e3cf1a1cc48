extension UIView {
    /// How what a view has drawn, or its image, is placed in its bounds.
    public enum ContentMode: Int, Sendable, CaseIterable {
        /// Stretched to the bounds.
        case scaleToFill = 0
        /// Scaled evenly so that all of it shows.
        case scaleAspectFit = 1
        /// Scaled evenly so that the bounds are filled.
        case scaleAspectFill = 2
        /// Stretched to the bounds, and drawn anew when they change.
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
