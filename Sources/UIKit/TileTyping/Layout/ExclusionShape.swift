import Foundation
import TileDrawing
import TileGraphics

/// The paths that text flows around, as straight edges in the container's points.
struct ExclusionShape: Equatable {
    private struct Edge: Equatable {
        /// The upper end of the edge, followed by the lower one.
        var top: CGPoint
        var bottom: CGPoint
        /// The winding direction: 1 if the path goes down, -1 if it goes up.
        var winding: Int

        func x(at y: CGFloat) -> CGFloat {
            let height = bottom.y - top.y
            return height > 0 ? top.x + (bottom.x - top.x) * min(1, max(0, (y - top.y) / height)) : top.x
        }
    }

    private struct Outline: Equatable {
        var edges: [Edge]
        var isEvenOdd: Bool
        var top: CGFloat
        var bottom: CGFloat
    }

    private var outlines: [Outline] = []

    /// The lowest point of the shape; minus infinity if it is empty.
    private(set) var bottom = -CGFloat.infinity

    var isEmpty: Bool { outlines.isEmpty }

    /// The maximum distance of an edge from the curve that it approximates, in points.
    private static let flatness: CGFloat = 0.25

    init(_ paths: [UIBezierPath] = []) {
        for path in paths {
            let edges = Self.edges(of: path.cgPath.flattened(threshold: Self.flatness))
            guard let top = edges.map(\.top.y).min(), let bottom = edges.map(\.bottom.y).max() else { continue }
            outlines.append(Outline(edges: edges, isEvenOdd: path.usesEvenOddFillRule, top: top, bottom: bottom))
            self.bottom = max(self.bottom, bottom)
        }
    }

    /// Returns the edges of a path. Open subpaths are closed; points that aren't finite are skipped.
    private static func edges(of path: CGPath) -> [Edge] {
        var edges: [Edge] = []
        var (start, pen) = (CGPoint.zero, CGPoint.zero)
        func line(to end: CGPoint) {
            defer { pen = end }
            guard pen.x.isFinite, pen.y.isFinite, end.x.isFinite, end.y.isFinite, pen.y != end.y else { return }
            edges.append(
                pen.y < end.y
                    ? Edge(top: pen, bottom: end, winding: 1) : Edge(top: end, bottom: pen, winding: -1))
        }
        path.applyWithBlock { element in
            let points = element.pointee.points
            switch element.pointee.type {
            case .moveToPoint:
                line(to: start)
                (start, pen) = (points[0], points[0])
            case .addLineToPoint: line(to: points[0])
            case .addQuadCurveToPoint: line(to: points[1])
            case .addCurveToPoint: line(to: points[2])
            case .closeSubpath: line(to: start)
            }
        }
        line(to: start)
        return edges
    }

    /// Returns the horizontal spans that the shape occupies in a band across the container, from left to right and
    /// disjoint.
    ///
    /// - Complexity: O(n log n) for n edges in the band.
    func taken(from top: CGFloat, to bottom: CGFloat) -> [ClosedRange<CGFloat>] {
        guard top < bottom else { return [] }
        var found: [ClosedRange<CGFloat>] = []
        for outline in outlines where outline.top < bottom && outline.bottom > top {
            let edges = outline.edges.filter { $0.top.y < bottom && $0.bottom.y > top }
            let ends = edges.flatMap { [$0.top.y, $0.bottom.y] }.filter { $0 > top && $0 < bottom }
            let stops = ([top, bottom] + ends).sorted()
            // No edge begins or ends between two stops, so the inside consists of trapezoids.
            for (low, high) in zip(stops, stops.dropFirst()) where low < high {
                Self.spans(edges, from: low, to: high, isEvenOdd: outline.isEvenOdd, into: &found)
            }
        }
        return Self.joined(found)
    }

    private static func spans(
        _ edges: [Edge], from low: CGFloat, to high: CGFloat, isEvenOdd: Bool, into found: inout [ClosedRange<CGFloat>]
    ) {
        let middle = (low + high) / 2
        let crossing = edges.filter { $0.top.y < middle && $0.bottom.y > middle }
            .sorted { $0.x(at: middle) < $1.x(at: middle) }
        var winding = 0
        var left: Edge?
        for edge in crossing {
            winding += isEvenOdd ? 1 : edge.winding
            let isInside = isEvenOdd ? winding % 2 != 0 : winding != 0
            if isInside, left == nil { left = edge }
            guard !isInside, let first = left else { continue }
            let (from, to) = (
                min(first.x(at: low), first.x(at: high)), max(edge.x(at: low), edge.x(at: high))
            )
            if from < to { found.append(from...to) }
            left = nil
        }
    }

    private static func joined(_ spans: [ClosedRange<CGFloat>]) -> [ClosedRange<CGFloat>] {
        var result: [ClosedRange<CGFloat>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, span.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                result.append(span)
            }
        }
        return result
    }
}
