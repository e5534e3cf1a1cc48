extension UIImage {
    /// How an image's pixels are to be turned so that they stand upright. Raw values are UIKit's.
    public enum Orientation: Int, Sendable, CaseIterable {
        case up = 0
        /// By half a turn.
        case down = 1
        /// By a quarter turn counterclockwise.
        case left = 2
        /// By a quarter turn clockwise.
        case right = 3
        /// Left and right change places.
        case upMirrored = 4
        /// Top and bottom change places.
        case downMirrored = 5
        /// Rows and columns change places, about the diagonal from the top left.
        case leftMirrored = 6
        /// Rows and columns change places, about the diagonal from the top right.
        case rightMirrored = 7
    }

    /// What fills the room between the caps of a resizable image.
    public enum ResizingMode: Int, Sendable {
        case tile = 0
        case stretch = 1
    }

    /// Whether an image's own colors are shown, or only its shape in the tint.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// How bright an image may be shown. Images here are of the standard range.
    public enum DynamicRange: Int, Sendable {
        case unspecified = -1
        case standard = 0
        case constrainedHigh = 1
        case high = 2
    }
}
