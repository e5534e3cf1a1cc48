import Foundation
import TileGeometry

/// One axis of a scroll view's content in blocks: stretches as long as the view, which is put where each is to record
/// it.
///
/// A block's ends are recorded by its neighbors too: a pixel is drawn by one block alone, whole, and reaches over the
/// border by no more than a block's `margin`. So two blocks meet without a seam, where a pixel is small enough. Where
/// it is not, below `leastScale`, a tile would show more blocks than can be laid out for it: there strips of
/// `stripLength` pixels show, squeezed, the stretch in the middle of what they stand for.
package struct BlockAxis: Hashable, Sendable {
    /// Of the content, in points.
    package let length: Double
    /// Of the view, in points.
    package let view: Double

    package init(length: Double, view: Double) { (self.length, self.view) = (length, view) }

    /// What a replay draws farther than a pixel's edges, and half of a pixel: in pixels.
    static let reach = 2.0
    /// In pixels. One strip is one block: with tiles of 256 pixels, eight to a tile.
    static let stripLength = 32
    /// The shortest view along which content is cut into blocks, in points: its margin is four points.
    package static let leastView = 64.0

    package var isScrolled: Bool { length > view }
    /// In points, whole.
    var margin: Double { (view / 16).rounded(.down) }
    /// From block to block, in points, whole: as good as all that is drawn is aligned alike in each.
    var step: Double { (view - 2 * margin).rounded(.down) }
    /// Pixels per point, from which on all shows as it is.
    package var leastScale: Double { isScrolled ? Self.reach / margin : 0 }

    /// Pixels that one block draws.
    struct Span: Hashable {
        /// Of the level.
        let pixels: Range<Int>
        /// The content's place where the view is to be, in points.
        let origin: Double
        /// From points of the view to pixels of the level: the scale, then the place of the view's start.
        let scale: Double
        let start: Double
    }

    /// What draws the pixels of a range, in order. Beyond the content there is nothing.
    ///
    /// - Complexity: O(p) for p pixels at most.
    func spans(of pixels: Range<Int>, scale: Double) -> [Span] {
        // A rounding error is no pixel.
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

    /// The block in which a pixel's middle lies.
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
