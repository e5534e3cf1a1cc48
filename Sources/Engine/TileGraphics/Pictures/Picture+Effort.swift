import TileGeometry

/// An estimate of the work of drawing an area of a picture, by what a replay has to process. Unlike a time, it is the
/// same on every machine.
package struct PictureEffort: Hashable, Sendable {
    /// The operations that may be visible.
    package var operations = 0
    /// The segments of filled outlines.
    package var filledSegments = 0
    /// The segments of stroked lines.
    package var strokedSegments = 0
    package var glyphs = 0
    /// The pictures drawn apart and composited: groups, masks, filters, patterns.
    package var layers = 0
    /// The sum of all operations' bounds within the area, in square units of the picture.
    package var area = 0.0
    /// The same sum for filtered pictures, for each step of their filters.
    package var filteredArea = 0.0

    package init() {}
}

extension Picture {
    /// Returns the effort of drawing a box.
    ///
    /// - Complexity: O(log n + k) for k operations and runs of segments that may be visible.
    package func effort(in box: Box) -> PictureEffort {
        var effort = PictureEffort()
        add(to: &effort, .identity, box)
        return effort
    }

    /// - Parameters:
    ///   - transform: Maps this picture's plane to the outermost one's.
    ///   - clip: The visible area, in the outermost plane.
    private func add(to effort: inout PictureEffort, _ transform: CGAffineTransform, _ clip: Box) {
        guard transform.isInvertible, !clip.isEmpty else { return }
        var hits: ContiguousArray<UInt32> = []
        visible(in: clip.applying(transform.inverted()), into: &hits)
        for hit in hits {
            guard let operation = try? operation(Int(hit)) else { continue }
            let shown = operation.bounds.applying(transform).intersection(clip)
            guard shown.width > 0, shown.height > 0 else { continue }
            let plane = operation.transform.concatenating(transform)
            effort.operations += 1
            effort.area += shown.width * shown.height
            switch operation.kind {
            case .fill(let path, _, let paint, _):
                effort.filledSegments += path.segmentCount(in: shown, plane)
                if case .pattern = paint { effort.layers += 1 }
            case .stroke(let path, _, let paint, _):
                effort.strokedSegments += path.segmentCount(in: shown, plane)
                if case .pattern = paint { effort.layers += 1 }
            case .glyphs(let run, _): effort.glyphs += run.glyphs.count
            case .group(let group):
                guard group.opacity > 0 else { continue }
                if group.opacity < 1 || group.mask != nil || !group.clips.isEmpty { effort.layers += 1 }
                group.content.add(to: &effort, plane, shown)
                group.mask?.content.add(to: &effort, plane, shown)
            case .projected(let projected):
                effort.layers += 1
                effort.operations += projected.content.operationCount
            case .filtered(let filtered):
                effort.layers += 1
                effort.filteredArea += shown.width * shown.height * Double(filtered.filter.steps.count)
                filtered.content.add(to: &effort, plane, shown)
            case .image, .external: effort.layers += 1
            case .backdrop:
                effort.layers += 1
                effort.filteredArea += shown.width * shown.height
            }
        }
    }
}

extension Path {
    /// Returns the number of segments that may touch a box, counted by runs; the box is in the plane that `transform`
    /// maps to.
    func segmentCount(in box: Box, _ transform: CGAffineTransform) -> Int {
        guard verbs.count >= SegmentRuns.worthwhileCount, transform.isInvertible else { return verbs.count }
        return segmentCount(near: box.applying(transform.inverted()))
    }
}
