import Foundation
import Testing
import TileViews

@Suite("UICoordinateSpace")
struct UICoordinateSpaceTests {
    private final class Shifted: UICoordinateSpace {
        let origin: CGPoint
        init(_ x: CGFloat, _ y: CGFloat) { origin = CGPoint(x: x, y: y) }

        var bounds: CGRect { CGRect(x: 0, y: 0, width: 10, height: 10) }

        private func shift(_ other: any UICoordinateSpace) -> CGPoint {
            let other = (other as? Shifted)?.origin ?? .zero
            return CGPoint(x: origin.x - other.x, y: origin.y - other.y)
        }

        func convert(_ point: CGPoint, to space: any UICoordinateSpace) -> CGPoint {
            let shift = shift(space)
            return CGPoint(x: point.x + shift.x, y: point.y + shift.y)
        }

        func convert(_ point: CGPoint, from space: any UICoordinateSpace) -> CGPoint { space.convert(point, to: self) }

        func convert(_ rect: CGRect, to space: any UICoordinateSpace) -> CGRect {
            CGRect(origin: convert(rect.origin, to: space), size: rect.size)
        }

        func convert(_ rect: CGRect, from space: any UICoordinateSpace) -> CGRect { space.convert(rect, to: self) }
    }

    @Test("a space of one's own can take part in conversion")
    func customSpace() {
        let near = Shifted(3, 4)
        let far = Shifted(10, 20)
        #expect(near.convert(CGPoint(x: 1, y: 1), to: far) == CGPoint(x: -6, y: -15))
        #expect(near.convert(near.bounds, from: far) == CGRect(x: 7, y: 16, width: 10, height: 10))
    }
}
