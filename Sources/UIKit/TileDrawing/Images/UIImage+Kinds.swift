extension UIImage {
    /// The rotation that makes an image's pixels upright. Raw values are UIKit's.
    public enum Orientation: Int, Sendable, CaseIterable {
        case up = 0
        /// Rotated by a half turn.
        case down = 1
        /// Rotated by a quarter turn counterclockwise.
        case left = 2
        /// Rotated by a quarter turn clockwise.
        case right = 3
        /// Left and right are exchanged.
        case upMirrored = 4
        /// Top and bottom are exchanged.
        case downMirrored = 5
        /// Rows and columns are exchanged, about the diagonal from the top left.
        case leftMirrored = 6
        /// Rows and columns are exchanged, about the diagonal from the top right.
        case rightMirrored = 7
    }

    /// The fill between the caps of a resizable image.
    public enum ResizingMode: Int, Sendable {
        case tile = 0
        case stretch = 1
    }

    /// Whether an image shows its own colors or only its shape in the tint color.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// The dynamic range that an image may be shown with. Images here always have the standard range.
    public enum DynamicRange: Int, Sendable {
        case unspecified = -1
        case standard = 0
        case constrainedHigh = 1
        case high = 2
    }
}
