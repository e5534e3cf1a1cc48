import TileGeometry

/// How much drawing an area of a picture takes, by the bounds of what is in it: exact, and the same on every machine.
package struct PictureLoad: Hashable, Sendable {
    /// Operations whose bounds touch the area; groups don't count, what is in them does.
    package var operations = 0
    /// The parts of their bounds within the area, added up, in square units of the picture: more than the area where they lie
    /// over each other.
    package var area = 0.0
}

extension Picture {
    /// Takes O(log n + k) for k operations in the area.
    package func load(in box: Box) -> PictureLoad {
        var load = PictureLoad()
        add(to: &load, .identity, box)
        return load
    }

    /// - Parameters:
    ///   - transform: from this picture's plane to the outermost one's.
    ///   - clip: in the outermost plane.
    private func add(to load: inout PictureLoad, _ transform: CGAffineTransform, _ clip: Box) {
        guard transform.isInvertible, !clip.isEmpty else { return }
        var hits: ContiguousArray<UInt32> = []
        visible(in: clip.applying(transform.inverted()), into: &hits)
        for hit in hits {
            let operation = operations[Int(hit)]
            let shown = operation.bounds.applying(transform).intersection(clip)
            guard shown.width > 0, shown.height > 0 else { continue }
            if case .group(let group) = operation.kind {
                guard group.opacity > 0 else { continue }
                let plane = operation.transform.concatenating(transform)
                group.content.add(to: &load, plane, shown)
            } else {
                load.operations += 1
                load.area += shown.width * shown.height
            }
        }
    }
}
