import TileGeometry

/// The load of drawing an area of a picture, by the bounds of its operations: exact, and the same on every machine.
package struct PictureLoad: Hashable, Sendable {
    /// The operations with bounds that touch the area; groups don't count, but their contents do.
    package var operations = 0
    /// The sum of their bounds within the area, in square units of the picture. It exceeds the area where they overlap.
    package var area = 0.0
}

extension Picture {
    /// Returns the load of an area made of boxes, which must not overlap.
    ///
    /// - Complexity: O(log n + k · b) for k operations in the bounding box of b boxes.
    package func load(in boxes: [Box]) -> PictureLoad {
        var load = PictureLoad()
        add(to: &load, transform: .identity, clip: boxes.reduce(Box.empty) { $0.union($1) }, boxes: boxes)
        return load
    }

    /// - Parameters:
    ///   - transform: Maps this picture's plane to the outermost one's.
    ///   - clip: The visible area, in the outermost plane.
    private func add(to load: inout PictureLoad, transform: CGAffineTransform, clip: Box, boxes: [Box]) {
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
                group.content.add(to: &load, transform: plane, clip: shown, boxes: boxes)
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
