package import Foundation
package import TileGeometry
package import TileGraphics

/// A scroll view's content in blocks as large as the view, on both axes.
package struct ScrollPlan: Hashable, Sendable {
    package let horizontal: BlockAxis
    package let vertical: BlockAxis

    /// In points.
    package var contentSize: CGSize { CGSize(width: horizontal.length, height: vertical.length) }

    /// Pixels per point, from which on all shows as it is.
    package var leastScale: Double { max(horizontal.leastScale, vertical.leastScale) }

    /// What draws an area of the content, in the area's pixels; clear where there is no content.
    ///
    /// - Parameter block: what the view shows where the content's origin is so far to its left and above, in its
    ///   points.
    package func picture<Failure: Error>(
        of area: RasterArea, block: (CGPoint) throws(Failure) -> Picture
    ) throws(Failure) -> Picture {
        var recorder = PictureRecorder()
        let columns = horizontal.spans(of: area.x..<area.x + area.width, scale: area.scale)
        for row in vertical.spans(of: area.y..<area.y + area.height, scale: area.scale) {
            for column in columns {
                let picture = try block(CGPoint(x: column.origin, y: row.origin))
                let transform = CGAffineTransform(
                    a: column.scale, b: 0, c: 0, d: row.scale, tx: column.start - Double(area.x),
                    ty: row.start - Double(area.y))
                if column.pixels.count == area.width, row.pixels.count == area.height {
                    recorder.append(picture, transform: transform)
                    continue
                }
                let cut = Box(
                    minX: Double(column.pixels.lowerBound - area.x), minY: Double(row.pixels.lowerBound - area.y),
                    maxX: Double(column.pixels.upperBound - area.x), maxY: Double(row.pixels.upperBound - area.y))
                var content = PictureRecorder()
                content.append(picture, transform: transform)
                recorder.draw(PictureGroup(content: content.finish(), clips: [.box(cut, antialiasing: .off)]))
            }
        }
        return recorder.finish()
    }
}
