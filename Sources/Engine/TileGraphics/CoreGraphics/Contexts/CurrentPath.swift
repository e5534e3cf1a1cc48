import Foundation
import TileGeometry

/// The path that a context's calls build: as in Quartz its points are fixed where they are when they are added,
/// whatever happens to the CTM before it is drawn.
struct CurrentPath {
    /// In the plane that `transform` maps to base space.
    private(set) var elements = PathElements()
    /// The CTM's when the path was begun, so that a path drawn under the CTM that it was made under is not mapped at
    /// all.
    private var transform = CGAffineTransform.identity
    /// The outline when it is another path's, whole and unmapped.
    private var known: Path?

    var isEmpty: Bool { elements.isEmpty }

    mutating func clear() {
        guard !elements.isEmpty else { return }
        elements = PathElements()
        known = nil
    }

    /// Adds in user space.
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

    /// Points in base space itself, where there is no way back.
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

    /// The elements in user space as it is now.
    func elements(in toPicture: CGAffineTransform) -> PathElements {
        if transform == toPicture { return elements }
        guard toPicture.isInvertible else { return elements.applying(transform) }
        return elements.applying(transform.concatenating(toPicture.inverted()))
    }

    /// The outline in user space as it is now.
    func outline(in toPicture: CGAffineTransform) -> Path {
        if transform == toPicture, let known { return known }
        return elements(in: toPicture).outline
    }

    /// Where the next segment starts, in user space.
    func currentPoint(in toPicture: CGAffineTransform) -> CGPoint {
        if transform == toPicture { return elements.current }
        return elements.current.applying(transform.concatenating(toPicture.inverted()))
    }
}
