import TileGeometry

/// How much work it is to draw an area of a picture, by what a replay through it has to look at: the same on every
/// machine, unlike the time that it takes.
package struct PictureEffort: Hashable, Sendable {
    /// Operations that can show.
    package var operations = 0
    /// Segments of outlines that are filled.
    package var filledSegments = 0
    /// Segments of lines that are stroked.
    package var strokedSegments = 0
    package var glyphs = 0
    /// Pictures that are drawn apart and laid down as a whole: groups, masks, filters, patterns.
    package var layers = 0
    /// The parts of all bounds within the area, added up, in square units of the picture.
    package var area = 0.0
    /// The same of what is filtered, for each step of its filter.
    package var filteredArea = 0.0

    package init() {}
}

extension Picture {
    /// Of a box.
    ///
    /// Takes O(log n + k) for k operations and runs of segments that can show in it.
    package func effort(in box: Box) -> PictureEffort {
        var effort = PictureEffort()
        add(to: &effort, .identity, box)
        return effort
    }

    /// - Parameters:
    ///   - transform: from this picture's plane to the outermost one's.
    ///   - clip: in the outermost plane.
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
            }
        }
    }
}

extension Path {
    /// Segments that may touch a box, by runs: in the plane that `transform` leads to.
    func segmentCount(in box: Box, _ transform: CGAffineTransform) -> Int {
        guard verbs.count >= SegmentRuns.worthwhileCount, transform.isInvertible else { return verbs.count }
        return segmentCount(near: box.applying(transform.inverted()))
    }
}
