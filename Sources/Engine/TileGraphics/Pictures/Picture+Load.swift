import TileGeometry

/// How much drawing an area of a picture takes, by the bounds of what is in it: exact, and the same on every machine.
package struct PictureLoad: Hashable, Sendable {
    /// Operations whose bounds touch the area; groups don't count, what is in them does.
    package var operations = 0
    /// The parts of their bounds within the area, added up, in square units of the picture: more than the area where
    /// they lie over each other.
    package var area = 0.0
}

extension Picture {
    /// Of an area that boxes make together, none of which may lie over another.
    ///
    /// Takes O(log n + k · b) for k operations in the box around b boxes.
    package func load(in boxes: [Box]) -> PictureLoad {
        var load = PictureLoad()
        add(to: &load, .identity, boxes.reduce(Box.empty) { $0.union($1) }, boxes)
        return load
    }

    /// - Parameters:
    ///   - transform: from this picture's plane to the outermost one's.
    ///   - clip: in the outermost plane.
    private func add(to load: inout PictureLoad, _ transform: CGAffineTransform, _ clip: Box, _ boxes: [Box]) {
        guard transform.isInvertible, !clip.isEmpty else { return }
        var hits: ContiguousArray<UInt32> = []
        visible(in: clip.applying(transform.inverted()), into: &hits)
        for hit in hits {
            guard let operation = try? operation(Int(hit)) else { continue }
            let shown = operation.bounds.applying(transform).intersection(clip)
            guard shown.width > 0, shown.height > 0 else { continue }
            if case .group(let group) = operation.kind {
                guard group.opacity > 0 else { continue }
                let plane = operation.transform.concatenating(transform)
                group.content.add(to: &load, plane, shown, boxes)
                continue
            }
            var area = 0.0
            for box in boxes {
                let part = shown.intersection(box)
                if part.width > 0, part.height > 0 { area += part.width * part.height }
            }
            guard area > 0 else { continue }
            load.operations += 1
            load.area += area
        }
    }
}
