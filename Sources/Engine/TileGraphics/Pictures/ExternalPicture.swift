import Foundation
import TileGeometry

/// Draws what a picture shows and does not hold: a program of its own, say. Asked by any number of threads at once.
package protocol ExternalDrawing: AnyObject, Sendable {
    /// Memory that it takes for good, in bytes, about; what several share is told by the first of them alone.
    var byteCount: Int { get }

    /// The scale to ask for where `scale` pixels come to one unit: the same, or a smaller one where it cannot draw as
    /// finely, whose pixels are then enlarged.
    func usableScale(_ scale: Double) -> Double

    /// Pixels of an area of its plane; nil where it cannot draw it. After a nil, `usableScale` may be less than before,
    /// and whoever asked may ask again.
    ///
    /// - Throws: `RasterFailure.cancelled` soon after `isCancelled` turns true.
    func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap?

    /// What it is a part of, and which, as archives keep both; nil where it cannot be drawn from there again.
    var archived: (document: any ExternalDocument, part: [UInt8])? { get }
}

/// What several parts that are drawn elsewhere are drawn of.
package protocol ExternalDocument: AnyObject, Sendable {
    /// What it is made of again.
    var archived: Data { get }

    /// One of its parts, by what that said of itself; nil when there can be none such.
    ///
    /// - Parameter bounds: Of the part's ink, in its plane; finite.
    func drawing(ofArchived part: [UInt8], bounds: Box) -> (any ExternalDrawing)?
}

/// A part of a picture that is drawn elsewhere, in its place in the paint order.
package final class ExternalPicture: Sendable {
    package let drawing: any ExternalDrawing
    /// Holds all its ink, in the operation's plane.
    package let bounds: Box

    package init(_ drawing: any ExternalDrawing, bounds: Box) {
        self.drawing = drawing
        self.bounds = bounds
    }
}

extension PictureRecorder {
    /// Draws what something else draws; nothing when it has no extent.
    package mutating func draw(_ external: ExternalPicture, transform: CGAffineTransform = .identity) {
        guard external.bounds.isFinite else { return }
        append(.external(external), bounds: external.bounds, transform)
    }
}
