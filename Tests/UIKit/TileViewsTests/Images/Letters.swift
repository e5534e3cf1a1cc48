import Foundation
import TileDrawing
import TileGraphics
import TileLayers

@testable import TileViews

/// A representation of pixels as letters: R, G and B for the pure colors, W for white, K for black, a dot for clear,
/// and a question mark for any other color.
enum Letters {
    private static let colors: [Character: UInt32] = [
        "R": 0xFFFF_0000, "G": 0xFF00_FF00, "B": 0xFF00_00FF, "W": 0xFFFF_FFFF, "K": 0xFF00_0000, ".": 0,
    ]

    static func image(_ rows: [String], scale: CGFloat = 1) -> UIImage {
        let bitmap = Bitmap(width: rows[0].count, height: rows.count)
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() { bitmap.row(y)[x] = colors[letter]! }
        }
        return UIImage(cgImage: CGImage(bitmap: bitmap), scale: scale, orientation: .up)
    }

    /// Returns the content of a view without a superview in its next frame.
    static func shown(by view: UIView, scale: CGFloat = 1) throws -> [String] {
        letters(try bitmap(of: view, scale: scale))
    }

    static func bitmap(of view: UIView, scale: CGFloat = 1) throws -> Bitmap {
        try LayerHost(view.layer).frame().bitmap(CGRect(origin: .zero, size: view.bounds.size), scale: scale)
    }

    static func letters(_ bitmap: Bitmap) -> [String] {
        (0..<bitmap.height).map { y in
            String(
                (0..<bitmap.width).map { x in
                    colors.first { $0.value == bitmap[x, y].argb }?.key ?? "?"
                })
        }
    }
}
