import CCairo
import CPoppler
import Glibc

/// The outline of a mask's set pixels, in pixels. It converts bitmap glyphs, as in old TeX documents, to shapes like
/// other glyphs. Otherwise Cairo would make a shape for each pixel of the plane on which the page is drawn.
struct BitmapOutline {
    /// The maximum number of pixels; larger bitmaps are images.
    static let mostPixels = 1 << 16

    private let width: Int
    private let height: Int
    private let isSet: [Bool]

    /// Creates an outline.
    ///
    /// - Parameter surface: A surface with one bit per pixel.
    init?(_ surface: OpaquePointer) {
        cairo_surface_flush(surface)
        guard cairo_image_surface_get_format(surface) == CAIRO_FORMAT_A1,
            let bytes = cairo_image_surface_get_data(surface)
        else { return nil }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        guard width > 0, height > 0, width * height <= Self.mostPixels else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var isSet = [Bool](repeating: false, count: width * height)
        for y in 0..<height {
            let row = bytes + y * stride
            // Cairo's bits are in native order; here the first is the lowest.
            for x in 0..<width where row[x / 8] >> (x % 8) & 1 != 0 { isSet[y * width + x] = true }
        }
        (self.width, self.height, self.isSet) = (width, height, isSet)
    }

    private func has(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height && isSet[y * width + x]
    }

    /// Right, down, left, up.
    private static let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]

    /// Adds the outline to the path of a context, with one unit per pixel.
    ///
    /// Edges have set pixels on their right, so holes have the opposite direction.
    func add(to cairo: OpaquePointer?) {
        // A bit set for each corner: the directions of edges that start there.
        var edges = [UInt8](repeating: 0, count: (width + 1) * (height + 1))
        func corner(_ x: Int, _ y: Int) -> Int { y * (width + 1) + x }
        for y in 0..<height {
            for x in 0..<width where has(x, y) {
                if !has(x, y - 1) { edges[corner(x, y)] |= 1 }
                if !has(x + 1, y) { edges[corner(x + 1, y)] |= 2 }
                if !has(x, y + 1) { edges[corner(x + 1, y + 1)] |= 4 }
                if !has(x - 1, y) { edges[corner(x, y + 1)] |= 8 }
            }
        }
        for start in edges.indices {
            while edges[start] != 0 { trace(from: start, &edges, cairo) }
        }
    }

    private func trace(from start: Int, _ edges: inout [UInt8], _ cairo: OpaquePointer?) {
        var (x, y) = (start % (width + 1), start / (width + 1))
        var direction = edges[start].trailingZeroBitCount
        cairo_move_to(cairo, Double(x), Double(y))
        while true {
            let here = y * (width + 1) + x
            edges[here] &= ~(1 << UInt8(direction))
            x += Self.steps[direction].0
            y += Self.steps[direction].1
            let next = y * (width + 1) + x
            if next == start { break }
            // Where two pixels touch at a corner, the outline stays with the current pixel.
            guard let turn = [1, 0, 3].first(where: { edges[next] >> UInt8((direction + $0) % 4) & 1 != 0 }) else {
                break
            }
            if turn != 0 { cairo_line_to(cairo, Double(x), Double(y)) }
            direction = (direction + turn) % 4
        }
        cairo_close_path(cairo)
    }
}
