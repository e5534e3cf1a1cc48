package import Foundation
package import TileGeometry
package import TileGraphics

/// The content of a scroll view in blocks of the size of the view, on both axes.
package struct ScrollPlan: Hashable, Sendable {
    package let horizontal: BlockAxis
    package let vertical: BlockAxis

    /// The size of the content in points.
    package var contentSize: CGSize { CGSize(width: horizontal.length, height: vertical.length) }

    /// The scale in pixels per point from which on content is shown undistorted.
    package var leastScale: Double { max(horizontal.leastScale, vertical.leastScale) }

    /// Returns a picture of an area of the content, in pixels of the area. It is clear where there is no content.
    ///
    /// - Parameter block: Returns what the view shows at a content offset, in points of the view.
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
