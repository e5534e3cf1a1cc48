import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite struct `Searching by boxes` {
    private static func boxes(_ count: Int, using random: inout SeededGenerator) -> ContiguousArray<Box> {
        ContiguousArray(
            (0..<count).map { _ in
                let x = Double.random(in: -1e4...1e4, using: &random)
                let y = Double.random(in: -1e4...1e4, using: &random)
                let size = Double.random(in: 0...1, using: &random) < 0.1 ? 5000.0 : 100
                return Box(
                    x: x, y: y, width: .random(in: 0...size, using: &random),
                    height: .random(in: 0...size, using: &random))
            })
    }

    /// Counts around the fan-out of 8 and its powers, where levels begin.
    @Test func `finds in the R-tree all that touch, and little else`() {
        var random = SeededGenerator(11)
        for count in [0, 1, 2, 7, 8, 9, 63, 64, 65, 511, 512, 513, 3000] {
            let boxes = Self.boxes(count, using: &random)
            let tree = RTree(boxes.count) { boxes[$0] }
            for probe in Self.boxes(40, using: &random) {
                var hits = ContiguousArray<UInt32>()
                tree.query(probe, into: &hits)
                #expect(Set(hits).count == hits.count, "none twice")
                let touching = Set(boxes.indices.filter { boxes[$0].intersects(probe) }.map { UInt32($0) })
                #expect(touching.isSubset(of: hits))
                // Boxes are rounded outwards to single precision: what is found in excess is that near.
                for extra in Set(hits).subtracting(touching) {
                    #expect(boxes[Int(extra)].expanded(by: 0.01).intersects(probe))
                }
            }
        }
    }

    @Test func `finds infinite boxes everywhere and empty ones nowhere`() {
        let boxes: ContiguousArray<Box> = [.infinite, .empty, Box(x: 0, y: 0, width: 0, height: 0)]
        let tree = RTree(boxes.count) { boxes[$0] }
        var hits = ContiguousArray<UInt32>()
        tree.query(Box(x: 0, y: 0, width: 1, height: 1), into: &hits)
        #expect(Set(hits) == [0, 2])
        hits = []
        tree.query(Box(x: 1e30, y: 1e30, width: 1, height: 1), into: &hits)
        #expect(Set(hits) == [0])
        hits = []
        tree.query(.empty, into: &hits)
        #expect(hits.isEmpty)
    }

    @Test func `walks a hierarchy in order and names every leaf once`() {
        var random = SeededGenerator(12)
        for count in [0, 1, 7, 8, 9, 64, 65, 513] {
            let boxes = Self.boxes(count, using: &random)
            let hierarchy = BoxHierarchy(leaves: boxes)
            for probe in Self.boxes(20, using: &random) {
                var next = 0
                let finished = hierarchy.walk(
                    probe,
                    touching: { leaf in
                        #expect(leaf == next)
                        #expect(boxes[leaf].intersects(probe))
                        next += 1
                        return true
                    },
                    missing: { range in
                        #expect(range.lowerBound == next)
                        for leaf in range { #expect(!boxes[leaf].intersects(probe)) }
                        next = range.upperBound
                    })
                #expect(finished)
                #expect(next == count)
            }
        }
    }

    /// Returns the winding number by brute force: crossings of a ray with finely flattened curves.
    @Test func `tells inside from outside as counting crossings does`() {
        var random = SeededGenerator(13)
        for round in 0..<30 {
            let path =
                round % 2 == 0 ? RandomPath.wild(60, using: &random) : RandomPath.coast(300, using: &random)
            var lines: [(Double, Double, Double, Double)] = []
            var pen = (0.0, 0.0)
            var start = pen
            func line(_ x: Double, _ y: Double) {
                lines.append((pen.0, pen.1, x, y))
                pen = (x, y)
            }
            path.forEachSegment { segment in
                switch segment {
                case .move(let p):
                    line(start.0, start.1)
                    (pen, start) = ((p.x, p.y), (p.x, p.y))
                case .line(let p): line(p.x, p.y)
                case .close: line(start.0, start.1)
                case .curve(let a, let b, let c):
                    let from = pen
                    for step in 1...64 {
                        let t = Double(step) / 64
                        let s = 1 - t
                        line(
                            s * s * s * from.0 + 3 * s * s * t * a.x + 3 * s * t * t * b.x + t * t * t * c.x,
                            s * s * s * from.1 + 3 * s * s * t * a.y + 3 * s * t * t * b.y + t * t * t * c.y)
                    }
                }
            }
            line(start.0, start.1)
            for _ in 0..<60 {
                let x = Double.random(in: 0...1000, using: &random)
                let y = Double.random(in: 0...1000, using: &random)
                let box = Box(x: x, y: y, width: 4, height: 4)
                var winding = 0
                for (x0, y0, x1, y1) in lines where (y0 <= y + 2) != (y1 <= y + 2) {
                    let crossing = x0 + (y + 2 - y0) / (y1 - y0) * (x1 - x0)
                    if crossing < x + 2 { winding += y0 <= y + 2 ? 1 : -1 }
                }
                for (rule, isInside) in [(FillRule.nonZero, winding != 0), (.evenOdd, winding & 1 != 0)] {
                    switch path.coverage(of: box, rule: rule) {
                    case .full: #expect(isInside)
                    case .none: #expect(!isInside)
                    case .partial: break
                    }
                }
            }
        }
    }
}
