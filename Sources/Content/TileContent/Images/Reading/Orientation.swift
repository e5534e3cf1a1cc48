/// The orientation of stored rows and columns in the picture as shown (EXIF 2.32, tag 0x0112).
enum Orientation: Int, Hashable, Sendable {
    case upright = 1
    case mirrored
    case upsideDown
    case flipped
    case transposed
    case quarterRight
    case transverse
    case quarterLeft

    /// Whether stored rows are shown as columns.
    var swapsSides: Bool { rawValue >= 5 }

    /// The description that `tilework info` prints.
    var title: String {
        switch self {
        case .upright: "upright"
        case .mirrored: "mirrored horizontally"
        case .upsideDown: "rotated 180°"
        case .flipped: "mirrored vertically"
        case .transposed: "mirrored along the diagonal"
        case .quarterRight: "rotated 90° clockwise"
        case .transverse: "mirrored along the other diagonal"
        case .quarterLeft: "rotated 90° counterclockwise"
        }
    }

    /// Returns the shown position of the stored pixel (`x`, `y`).
    func shown(x: Int, y: Int, storedWidth: Int, storedHeight: Int) -> (x: Int, y: Int) {
        let right = storedWidth - 1 - x
        let bottom = storedHeight - 1 - y
        return switch self {
        case .upright: (x, y)
        case .mirrored: (right, y)
        case .upsideDown: (right, bottom)
        case .flipped: (x, bottom)
        case .transposed: (y, x)
        case .quarterRight: (bottom, x)
        case .transverse: (bottom, right)
        case .quarterLeft: (y, right)
        }
    }
}
