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

    @Test("views and screens ask a space of one's own to convert, and pass it what is in their own coordinates")
    func askingCustomSpace() {
        let space = Shifted(3, 4)
        let screen = UIScreen(size: CGSize(width: 10, height: 10))
        for builtIn in [screen as any UICoordinateSpace, UIView(frame: CGRect(x: 5, y: 5, width: 1, height: 1))] {
            #expect(builtIn.convert(CGPoint(x: 1, y: 1), from: space) == CGPoint(x: 4, y: 5))
            let rect = CGRect(x: 1, y: 1, width: 2, height: 3)
            #expect(builtIn.convert(rect, from: space) == CGRect(x: 4, y: 5, width: 2, height: 3))
        }
    }

    @Test("between views, windows and screens each way is the other one's way back")
    func builtInSpaces() {
        let screen = UIScreen(size: CGSize(width: 100, height: 100))
        let window = UIWindow(frame: CGRect(x: 10, y: 20, width: 50, height: 50), screen: screen)
        let view = UIView(frame: CGRect(x: 5, y: 6, width: 10, height: 10))
        view.bounds.origin = CGPoint(x: 1, y: 2)
        window.addSubview(view)
        let spaces: [(any UICoordinateSpace, CGPoint)] = [
            (screen, CGPoint(x: 14, y: 24)), (window, CGPoint(x: 4, y: 4)), (view, CGPoint(x: 0, y: 0)),
        ]
        for (from, place) in spaces {
            for (to, other) in spaces {
                #expect(from.convert(place, to: to) == other && to.convert(place, from: from) == other)
                let (rect, mapped) = (
                    CGRect(origin: place, size: CGSize(width: 2, height: 3)),
                    CGRect(origin: other, size: CGSize(width: 2, height: 3))
                )
                #expect(from.convert(rect, to: to) == mapped && to.convert(rect, from: from) == mapped)
            }
        }
    }
}
