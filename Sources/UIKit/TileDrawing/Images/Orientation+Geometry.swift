import Foundation
import TileGeometry

extension UIImage.Orientation {
    /// Whether width and height are exchanged.
    var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }

    /// The transform from the unit square of the pixels to that of the upright image, y down in both.
    var unitTransform: CGAffineTransform {
        switch self {
        case .up: .identity
        case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        }
    }

    /// The same orientation with the pixels' own left and right exchanged.
    var mirrored: UIImage.Orientation {
        switch self {
        case .up: .upMirrored
        case .upMirrored: .up
        case .down: .downMirrored
        case .downMirrored: .down
        case .left: .leftMirrored
        case .leftMirrored: .left
        case .right: .rightMirrored
        case .rightMirrored: .right
        }
    }

    /// Creates the orientation of a value of EXIF's tag 274, 1…8.
    init?(exif: Int) {
        let all: [UIImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        guard (1...8).contains(exif) else { return nil }
        self = all[exif - 1]
    }
}
