import TileGeometry

/// A receiver of the segments on a walk along a subpath, in order.
protocol SegmentSink {
    mutating func line(from: PathEmitter.Point, to: PathEmitter.Point)
    mutating func curve(_ curve: PathEmitter.Curve)
    /// Reports segments entirely on one side of the box, up to this point.
    mutating func missing(to end: PathEmitter.Point)
}

extension Path {
    func start(of subpath: Subpath) -> PathEmitter.Point {
        PathEmitter.Point(coordinates[subpath.firstCoordinate], coordinates[subpath.firstCoordinate + 1])
    }

    /// Walks along the segments of a subpath that may touch `box`, in order. Closing adds a line to the start, unless
    /// the end is already there.
    ///
    /// - Returns: The end of the subpath.
    func walk(_ subpath: Subpath, in box: Box, _ sink: inout some SegmentSink) -> PathEmitter.Point {
        let start = start(of: subpath)
        guard let runs = subpath.runs else {
            return walk(
                subpath.verbs.lowerBound + 1..<subpath.verbs.upperBound, subpath.firstCoordinate + 2, from: start,
                start: start, sink: &sink)
        }
        var end = start
        _ = runs.boxes.walk(
            box,
            touching: { index in
                let run = runs.runs[index]
                end = walk(
                    run.firstVerb..<run.firstVerb + run.verbCount, run.firstCoordinate,
                    from: PathEmitter.Point(run.startX, run.startY), start: start, sink: &sink)
                return true
            },
            missing: { range in
                let last = runs.runs[range.upperBound - 1]
                end = PathEmitter.Point(last.endX, last.endY)
                sink.missing(to: end)
            })
        return end
    }

    private func walk(
        _ range: Range<Int>, _ firstCoordinate: Int, from: PathEmitter.Point, start: PathEmitter.Point,
        sink: inout some SegmentSink
    ) -> PathEmitter.Point {
        var pen = from
        var at = firstCoordinate
        coordinates.withUnsafeBufferPointer { c in
            func point(_ offset: Int) -> PathEmitter.Point {
                PathEmitter.Point(c[at + offset], c[at + offset + 1])
            }
            for index in range {
                switch verbs[index] {
                case .move: preconditionFailure("a move starts a subpath, it is not inside one")
                case .line:
                    let end = point(0)
                    sink.line(from: pen, to: end)
                    pen = end
                    at += 2
                case .curve:
                    let curve = PathEmitter.Curve(from: pen, control1: point(0), control2: point(2), to: point(4))
                    sink.curve(curve)
                    pen = curve.d
                    at += 6
                case .close:
                    if pen != start { sink.line(from: pen, to: start) }
                    pen = start
                }
            }
        }
        return pen
    }

    /// Returns the number of segments that may touch the box, never too low. O(log n + k) for k of them.
    func segmentCount(near box: Box) -> Int {
        var count = 0
        _ = walkSubpaths(
            box,
            touching: { index in
                let subpath = subpaths[index]
                guard let runs = subpath.runs else {
                    count += subpath.verbs.count
                    return true
                }
                return runs.boxes.walk(
                    box,
                    touching: { run in
                        count += runs.runs[run].verbCount
                        return true
                    }, missing: { _ in })
            }, missing: { _ in })
        return count
    }

    /// Returns whether any run of segments may touch the box. O(log n) if none does.
    func touches(_ box: Box) -> Bool {
        !walkSubpaths(
            box,
            touching: { index in
                guard let runs = subpaths[index].runs else { return false }
                return runs.boxes.walk(box, touching: { _ in false }, missing: { _ in })
            },
            missing: { _ in })
    }
}
