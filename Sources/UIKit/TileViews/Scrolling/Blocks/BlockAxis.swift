import Foundation
import TileGeometry

/// One axis of a scroll view's content in blocks: sections with the length of the view, which is moved to each section
/// to record it.
///
/// Adjacent blocks overlap. Each pixel is drawn completely by a single block and extends beyond the border by no more
/// than the block's `margin`, so two blocks meet without a seam if a pixel is small enough. At scales below
/// `leastScale` it is not, and a tile would cover more blocks than can be laid out for it. There, strips of
/// `stripLength` pixels show a compressed view of the section in the middle of the content that they represent.
package struct BlockAxis: Hashable, Sendable {
    /// The length of the content in points.
    package let length: Double
    /// The length of the view in points.
    package let view: Double

    package init(length: Double, view: Double) { (self.length, self.view) = (length, view) }

    /// The distance in pixels by which a replay draws beyond the edges of a pixel, plus half a pixel.
    static let reach = 2.0
    /// The length of a strip in pixels. A strip shows one block, so a tile of 256 pixels has eight.
    static let stripLength = 32
    /// The minimum length of a view for which content is divided into blocks, in points. Its margin is four points.
    package static let leastView = 64.0

    package var isScrolled: Bool { length > view }
    /// The overlap of a block at each end, in whole points.
    var margin: Double { (view / 16).rounded(.down) }
    /// The distance between blocks, in whole points, so that almost everything has the same alignment in each block.
    var step: Double { (view - 2 * margin).rounded(.down) }
    /// The scale in pixels per point from which on content is shown undistorted.
    package var leastScale: Double { isScrolled ? Self.reach / margin : 0 }

    /// A range of pixels that one block draws.
    struct Span: Hashable {
        /// The range in pixels of the level.
        let pixels: Range<Int>
        /// The position of the content to which the view is scrolled, in points.
        let origin: Double
        /// The transform from points of the view to pixels of the level: the scale, and then the position of the view's
        /// start.
        let scale: Double
        let start: Double
    }

    /// Returns the spans that draw a range of pixels, in order. There are none beyond the content.
    ///
    /// - Complexity: O(p) for at most p pixels.
    func spans(of pixels: Range<Int>, scale: Double) -> [Span] {
        // A rounding error does not add a pixel.
        let end = Int(min(1e15, (length * scale - 1e-6).rounded(.up)))
        let (low, high) = (max(pixels.lowerBound, 0), min(pixels.upperBound, end))
        guard low < high else { return [] }
        if !isScrolled { return [Span(pixels: low..<high, origin: 0, scale: scale, start: 0)] }
        var spans: [Span] = []
        var next = low
        while next < high {
            let span = scale >= leastScale ? block(at: next, scale) : strip(at: next, scale)
            spans.append(
                Span(
                    pixels: next..<min(span.pixels.upperBound, high), origin: span.origin, scale: span.scale,
                    start: span.start))
            next = span.pixels.upperBound
        }
        return spans
    }

    /// Returns the block that contains the center of a pixel.
    private func block(at pixel: Int, _ scale: Double) -> Span {
        let number = ((Double(pixel) + 0.5) / scale / step).rounded(.down)
        let origin = max(0, min(number * step - margin, length - view))
        let end = Int(((number + 1) * step * scale - 0.5).rounded(.up))
        return Span(pixels: pixel..<max(end, pixel + 1), origin: origin, scale: scale, start: origin * scale)
    }

    private func strip(at pixel: Int, _ scale: Double) -> Span {
        let first = pixel / Self.stripLength * Self.stripLength
        let middle = (Double(first) + Double(Self.stripLength) / 2) / scale
        let origin = max(0, min((middle - view / 2).rounded(.down), (length - view).rounded(.down)))
        return Span(
            pixels: pixel..<first + Self.stripLength, origin: origin, scale: Double(Self.stripLength) / view,
            start: Double(first))
    }
}
