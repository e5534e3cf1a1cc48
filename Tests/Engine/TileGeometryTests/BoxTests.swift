import Foundation
import Testing
import TileGeometry

@Suite struct `A box` {
    /// All boxes with corners on a small grid, empty ones included.
    private static let all: [Box] = {
        let ticks = [0.0, 1, 2]
        var boxes: [Box] = []
        for x0 in ticks {
            for y0 in ticks {
                for x1 in ticks {
                    for y1 in ticks {
                        boxes.append(Box(minX: x0, minY: y0, maxX: x1, maxY: y1))
                    }
                }
            }
        }
        return boxes
    }()

    private static let points = (0...8).flatMap { x in (0...8).map { y in (Double(x) / 4, Double(y) / 4) } }

    @Test func `shares with another exactly the points of the intersection`() {
        for a in Self.all where !a.isEmpty {
            for b in Self.all where !b.isEmpty {
                let common = a.intersection(b)
                #expect(a.intersects(b) == !common.isEmpty)
                for (x, y) in Self.points {
                    #expect(common.contains(x: x, y: y) == (a.contains(x: x, y: y) && b.contains(x: x, y: y)))
                }
            }
        }
    }

    @Test func `holds another when it holds all of its points`() {
        for a in Self.all where !a.isEmpty {
            for b in Self.all where !b.isEmpty {
                let holdsAll = Self.points.allSatisfy { !b.contains(x: $0.0, y: $0.1) || a.contains(x: $0.0, y: $0.1) }
                #expect(a.contains(b) == holdsAll)
            }
        }
    }

    @Test func `is the neutral element of the union when empty, and of the intersection when infinite`() {
        for box in Self.all where !box.isEmpty {
            #expect(Box.empty.union(box) == box)
            #expect(Box.infinite.intersection(box) == box)
        }
        #expect(Box.empty.isEmpty)
        #expect(Box.empty.rect.isNull)
    }
}
