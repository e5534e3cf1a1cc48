import Foundation
import TileGeometry

/// The current path of a context. As in Quartz, points are fixed when they are added, even if the CTM changes before
/// the path is drawn.
struct CurrentPath {
    /// The elements, in the plane that `transform` maps to base space.
    private(set) var elements = PathElements()
    /// The CTM when the path was begun, so that a path drawn with an unchanged CTM needs no mapping.
    private var transform = CGAffineTransform.identity
    /// The outline of another path, if it is the whole current path, untransformed.
    private var known: Path?

    var isEmpty: Bool { elements.isEmpty }

    mutating func clear() {
        guard !elements.isEmpty else { return }
        elements = PathElements()
        known = nil
    }

    /// Adds elements in user space.
    @inline(__always)
    mutating func add(_ toPicture: CGAffineTransform, _ body: (inout PathElements, CGAffineTransform) -> Void) {
        known = nil
        if elements.isEmpty { transform = toPicture }
        if transform == toPicture {
            body(&elements, .identity)
        } else {
            if !transform.isInvertible { rebase() }
            body(&elements, toPicture.concatenating(transform.inverted()))
        }
    }

    /// Converts the points to base space, for when the CTM is singular.
    private mutating func rebase() {
        elements = elements.applying(transform)
        transform = .identity
    }

    mutating func add(_ path: CGPath, _ toPicture: CGAffineTransform) {
        guard elements.isEmpty else { return add(toPicture) { $0.append(path.elements, $1) } }
        elements = path.elements
        transform = toPicture
        known = path.outline
    }

    /// Returns the elements in the current user space.
    func elements(in toPicture: CGAffineTransform) -> PathElements {
        if transform == toPicture { return elements }
        guard toPicture.isInvertible else { return elements.applying(transform) }
        return elements.applying(transform.concatenating(toPicture.inverted()))
    }

    /// Returns the outline in the current user space.
    func outline(in toPicture: CGAffineTransform) -> Path {
        if transform == toPicture, let known { return known }
        return elements(in: toPicture).outline
    }

    /// Returns the end of the last segment, in user space.
    func currentPoint(in toPicture: CGAffineTransform) -> CGPoint {
        if transform == toPicture { return elements.current }
        return elements.current.applying(transform.concatenating(toPicture.inverted()))
    }
}
