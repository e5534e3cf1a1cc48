import Foundation
import TileGeometry

/// Draws a part of a picture that the picture does not contain, for example with another program. Safe from any thread.
package protocol ExternalDrawing: AnyObject, Sendable {
    /// The approximate permanent memory, in bytes. Memory shared by several drawings is reported only by the first.
    var byteCount: Int { get }

    /// Returns the scale to request for `scale` pixels per unit: the same, or a smaller one if the drawing cannot be
    /// that fine; its pixels are then enlarged.
    func usableScale(_ scale: Double) -> Double

    /// Returns the pixels of an area of its plane; nil if it cannot draw it. After nil, `usableScale` may return less
    /// than before, and the caller may try again.
    ///
    /// - Throws: `RasterFailure.cancelled` soon after `isCancelled` returns true. `.unavailable` for a reason that has
    ///   nothing to do with the drawing, such as too many open files.
    func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap?

    /// The document and the part in their archived form; nil if the part can't be drawn again from an archive.
    var archived: (document: any ExternalDocument, part: [UInt8])? { get }
}

/// A document of which several external parts are drawn.
package protocol ExternalDocument: AnyObject, Sendable {
    /// The data from which the document can be recreated.
    var archived: Data { get }

    /// Returns a part from its archived form; nil if it is invalid.
    ///
    /// - Parameter bounds: The bounds of the part's ink, in its plane; finite.
    func drawing(ofArchived part: [UInt8], bounds: Box) -> (any ExternalDrawing)?
}

/// An externally drawn part of a picture, at its place in the paint order.
package final class ExternalPicture: Sendable {
    package let drawing: any ExternalDrawing
    /// The bounds of all its ink, in the operation's plane.
    package let bounds: Box

    package init(_ drawing: any ExternalDrawing, bounds: Box) {
        self.drawing = drawing
        self.bounds = bounds
    }
}

extension PictureRecorder {
    /// Draws an external picture; draws nothing if it has no extent.
    package mutating func draw(_ external: ExternalPicture, transform: CGAffineTransform = .identity) {
        guard external.bounds.isFinite else { return }
        append(.external(external), bounds: external.bounds, transform)
    }
}
