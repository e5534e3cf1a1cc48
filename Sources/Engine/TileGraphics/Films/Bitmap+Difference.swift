import Foundation

extension Bitmap {
    /// Returns the smallest rectangle around all pixels that differ from another bitmap of the same size; nil if none
    /// do.
    func difference(from other: Bitmap) -> GridRect? {
        precondition(width == other.width && height == other.height, "bitmaps of two sizes differ everywhere")
        func differs(_ y: Int) -> Bool { memcmp(row(y).baseAddress!, other.row(y).baseAddress!, width * 4) != 0 }
        guard let top = (0..<height).first(where: differs), let bottom = (0..<height).last(where: differs) else {
            return nil
        }
        var (left, right) = (width, -1)
        for y in top...bottom {
            let (own, others) = (row(y), other.row(y))
            var x = 0
            while x < left, own[x] == others[x] { x += 1 }
            left = min(left, x)
            x = width - 1
            while x > right, own[x] == others[x] { x -= 1 }
            right = max(right, x)
        }
        return GridRect(minX: left, minY: top, maxX: right + 1, maxY: bottom + 1)
    }

    /// Returns a copy of the pixels in a rectangle, which must be inside the bitmap.
    func cropped(to rect: GridRect) -> Bitmap {
        let copy = Bitmap(width: rect.width, height: rect.height, pool: nil)
        for y in 0..<rect.height {
            memcpy(copy.row(y).baseAddress!, row(rect.minY + y).baseAddress! + rect.minX, rect.width * 4)
        }
        return copy
    }
}
