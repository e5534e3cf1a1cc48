import Foundation
import TestSupport
import Testing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("Geometry and conversion of views")
struct GeometryTests {
    let screen = UIScreen(size: CGSize(width: 1000, height: 800))

    // MARK: Frames

    @Test("frame, bounds and center move each other as documented while there is no transform")
    func plainFrame() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        #expect(view.center == CGPoint(x: 25, y: 40))
        view.center = CGPoint(x: 100, y: 100)
        #expect(view.frame == CGRect(x: 85, y: 80, width: 30, height: 40))
        view.bounds = CGRect(x: 5, y: 6, width: 10, height: 10)
        #expect(view.frame == CGRect(x: 95, y: 95, width: 10, height: 10))
        view.frame = CGRect(x: 0, y: 0, width: 8, height: 6)
        #expect(view.bounds == CGRect(x: 5, y: 6, width: 8, height: 6), "the bounds keep their origin")
    }

    @Test("A turned view's frame encloses its corners; setting it keeps the transform")
    func turnedFrame() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        view.transform = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(view.frame.isNear(CGRect(x: 25, y: -25, width: 50, height: 100), within: 1e-9))
        #expect(view.bounds.size == CGSize(width: 100, height: 50) && view.center == CGPoint(x: 50, y: 25))
        view.frame = CGRect(x: 0, y: 0, width: 20, height: 60)
        #expect(view.frame.isNear(CGRect(x: 0, y: 0, width: 20, height: 60), within: 1e-9))
        #expect(
            CGRect(origin: .zero, size: view.bounds.size).isNear(
                CGRect(x: 0, y: 0, width: 60, height: 20), within: 1e-9))
    }

    @Test("The anchor point is what center places and what transforms turn about")
    func anchor() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        view.anchorPoint = CGPoint(x: 0, y: 1)
        #expect(view.center == CGPoint(x: 50, y: 25))
        #expect(view.frame == CGRect(x: 50, y: -25, width: 100, height: 50))
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(view.frame.isNear(CGRect(x: 50, y: -75, width: 200, height: 100), within: 1e-9))
        view.transform3D = CATransform3DIdentity
        #expect(view.transform == .identity)
    }

    @Test("Geometry that is not finite traps, as a layer's does")
    func notFinite() async {
        await #expect(processExitsWith: .failure) { UIView().frame = CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1) }
        await #expect(processExitsWith: .failure) { UIView().center = CGPoint(x: CGFloat.infinity, y: 0) }
        await #expect(processExitsWith: .failure) { UIView().bounds.size.width = -.infinity }
        await #expect(processExitsWith: .failure) {
            UIView().transform = CGAffineTransform(a: Double.nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        }
    }

    // MARK: Conversion

    /// Returns a random tree in a window, with the matrix from each view to the window, computed according to the
    /// documentation.
    private func tree(_ random: inout SeededGenerator, turned: Bool) -> (UIWindow, [(UIView, CGAffineTransform)]) {
        let window = UIWindow(screen: screen)
        window.isHidden = false
        var known: [(UIView, CGAffineTransform)] = [(window, .identity)]
        for _ in 0..<12 {
            func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &random) }
            let (parent, above) = known.randomElement(using: &random)!
            let view = UIView()
            view.bounds = CGRect(
                x: number(-50...50), y: number(-50...50), width: number(1...200), height: number(1...200))
            view.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
            view.center = CGPoint(x: number(-100...100), y: number(-100...100))
            if turned {
                view.transform = CGAffineTransform(rotationAngle: Double(number(0...6)))
                    .scaledBy(x: Double(number(0.3...2)), y: Double(number(0.3...2)))
                    .translatedBy(x: Double(number(-9...9)), y: 3)
            }
            parent.addSubview(view)
            let anchor = CGPoint(
                x: view.bounds.minX + view.anchorPoint.x * view.bounds.width,
                y: view.bounds.minY + view.anchorPoint.y * view.bounds.height)
            let own = CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
                .concatenating(view.transform)
                .concatenating(CGAffineTransform(translationX: view.center.x, y: view.center.y))
            known.append((view, own.concatenating(above)))
        }
        return (window, known)
    }

    @Test("Points and rects convert between any two views as the matrices say", arguments: [false, true])
    func againstMatrices(turned: Bool) {
        var random = SeededGenerator(turned ? 1 : 2)
        for _ in 0..<60 {
            let (window, views) = tree(&random, turned: turned)
            for (source, up) in views {
                let (target, other) = views.randomElement(using: &random)!
                let matrix = up.concatenating(other.inverted())
                let point = CGPoint(x: CGFloat.random(in: -99...99, using: &random), y: 7)
                let rect = CGRect(x: 3, y: -4, width: CGFloat.random(in: 0...50, using: &random), height: 20)
                #expect(source.convert(point, to: target).isNear(point.applying(matrix), within: 1e-6))
                #expect(target.convert(point, from: source).isNear(point.applying(matrix), within: 1e-6))
                #expect(source.convert(rect, to: target).isNear(rect.applying(matrix), within: 1e-6))
                #expect(target.convert(rect, from: source).isNear(rect.applying(matrix), within: 1e-6))
                #expect(source.convert(point, to: nil).isNear(point.applying(up), within: 1e-6), "nil is the window")
                #expect(source.convert(rect, from: nil).isNear(rect.applying(up.inverted()), within: 1e-6))
                #expect(
                    source.convert(point, to: target as any UICoordinateSpace).isNear(
                        point.applying(matrix), within: 1e-6))
                let frame = source.bounds.applying(up)
                if source !== window { #expect(source.convert(source.bounds, to: window).isNear(frame, within: 1e-6)) }
            }
        }
    }

    @Test("Windows and screens are spaces: a window's place on the screen counts")
    func windowsAndScreens() {
        let (left, right) = (
            UIWindow(frame: CGRect(x: 10, y: 20, width: 100, height: 100), screen: screen),
            UIWindow(frame: CGRect(x: 200, y: 20, width: 100, height: 100), screen: screen)
        )
        let view = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
        left.addSubview(view)
        let point = CGPoint(x: 1, y: 2)
        #expect(view.convert(point, to: screen.coordinateSpace) == CGPoint(x: 16, y: 27))
        #expect(view.convert(point, to: right) == CGPoint(x: -184, y: 7))
        #expect(left.convert(point, to: right as UIWindow?) == CGPoint(x: -189, y: 2))
        #expect(left.convert(point, to: nil as UIWindow?) == CGPoint(x: 11, y: 22), "nil is the screen")
        #expect(left.convert(view.bounds, from: nil as UIWindow?) == CGRect(x: -10, y: -20, width: 10, height: 10))
        #expect(screen.convert(CGPoint(x: 16, y: 27), to: view) == point)
        #expect(screen.fixedCoordinateSpace.bounds == CGRect(x: 0, y: 0, width: 1000, height: 800))
    }

    @Test("A view in no window converts to the top of its tree for nil")
    func withoutWindow() {
        let (top, view) = (
            UIView(frame: CGRect(x: 9, y: 9, width: 50, height: 50)),
            UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        )
        top.addSubview(view)
        #expect(view.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 2, y: 3))
    }

    @Test("A point goes through a tilted view and back")
    func projected() {
        let window = UIWindow(screen: screen)
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
        var tilt = CATransform3DIdentity
        tilt.m34 = -1 / 500
        view.transform3D = CATransform3DRotate(tilt, 0.6, 0, 1, 0)
        window.addSubview(view)
        let point = CGPoint(x: 30, y: 150)
        let there = view.convert(point, to: window)
        #expect(!there.isNear(CGPoint(x: 130, y: 250), within: 1))
        #expect(window.convert(there, to: view).isNear(point, within: 1e-6))
    }

    // MARK: Hit testing

    @Test("Hit testing finds the frontmost view under the point, whatever the transforms")
    func hitTesting() {
        var random = SeededGenerator(5)
        for _ in 0..<60 {
            let (window, views) = tree(&random, turned: true)
            for _ in 0..<20 {
                let point = CGPoint(
                    x: CGFloat.random(in: 0..<400, using: &random), y: CGFloat.random(in: 0..<400, using: &random))
                #expect(window.hitTest(point, with: nil) === model(window, at: point, views: views))
            }
        }
    }

    /// Returns the expected result, computed with matrices: from front to back, the first view that contains the point
    /// together with all its superviews.
    private func model(_ view: UIView, at point: CGPoint, views: [(UIView, CGAffineTransform)]) -> UIView? {
        let matrix = views.first { $0.0 === view }!.1
        guard view.bounds.contains(point.applying(matrix.inverted())) else { return nil }
        for child in view.subviews.reversed() {
            if let hit = model(child, at: point, views: views) { return hit }
        }
        return view
    }

    @Test("Hidden, nearly transparent and untouchable views are passed by, with what is in them")
    func passedBy() {
        let back = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (box, inner) = (UIView(frame: back.bounds), UIView(frame: back.bounds))
        back.addSubview(box)
        box.addSubview(inner)
        let point = CGPoint(x: 50, y: 50)
        #expect(back.hitTest(point, with: nil) === inner)
        box.isHidden = true
        #expect(back.hitTest(point, with: nil) === back)
        box.isHidden = false
        box.alpha = 0.009
        #expect(back.hitTest(point, with: nil) === back)
        box.alpha = 0.01
        #expect(back.hitTest(point, with: nil) === inner)
        box.isUserInteractionEnabled = false
        #expect(back.hitTest(point, with: nil) === back)
    }

    @Test("What lies outside of its superview gets no touches, even where it shows")
    func outside() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let child = UIView(frame: CGRect(x: 40, y: 0, width: 50, height: 50))
        parent.addSubview(child)
        #expect(parent.hitTest(CGPoint(x: 45, y: 5), with: nil) === child)
        #expect(parent.hitTest(CGPoint(x: 60, y: 5), with: nil) == nil)
        #expect(
            parent.point(inside: CGPoint(x: 0, y: 0), with: nil)
                && !parent.point(inside: CGPoint(x: 50, y: 0), with: nil))
    }

    @Test("A view flattened by its transform holds no point")
    func flattened() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let child = UIView(frame: parent.bounds)
        child.transform = CGAffineTransform(scaleX: 0, y: 1)
        parent.addSubview(child)
        #expect(parent.hitTest(CGPoint(x: 25, y: 25), with: nil) === parent)
    }

    @Test(
        "A frame set while a scale of zero is in effect is the frame without the scale, on each axis that it concerns")
    func frameUnderZeroScale() {
        let frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        for anchor in [CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0, y: 1)] {
            for (x, y) in [(0.0, 0.0), (0, 1), (1, 0)] {
                let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
                view.anchorPoint = anchor
                view.transform = CGAffineTransform(scaleX: x, y: y)
                view.frame = frame
                view.transform = .identity
                #expect(view.frame == frame, "\(anchor) \(x) \(y)")
            }
        }
        let half = UIView(frame: .zero)
        half.transform = CGAffineTransform(scaleX: 0, y: 2)
        half.frame = frame
        #expect(half.bounds.size == CGSize(width: 30, height: 20))
        // A skew onto a line has no axis of its own, and a scale whose inverse is not finite counts as zero.
        let flat = CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)
        for transform in [flat, CGAffineTransform(scaleX: .leastNonzeroMagnitude, y: 1)] {
            let view = UIView(frame: .zero)
            view.transform = transform
            view.frame = frame
            view.transform = .identity
            #expect(view.frame == frame)
        }
    }

    @Test("A printed view shows its class, frame, autoresizing and layer, and what differs from a new view")
    func description() {
        final class Seat: UIView {}
        func text(_ view: UIView) -> String {
            view.description.replacing(/0x[0-9a-f]+/, with: "0x0")
        }
        let view = UIView(frame: CGRect(x: 1, y: 2.5, width: 30, height: 40))
        #expect(text(view) == "<UIView: 0x0; frame = (1 2.5; 30 40); layer = <CALayer: 0x0>>")
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight, .flexibleTopMargin]
        (view.alpha, view.isHidden, view.tag, view.isOpaque) = (0.5, true, 7, false)
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(
            text(view) == "<UIView: 0x0; frame = (-14 -17.5; 60 80); transform = [2, 0, 0, 2, 0, 0]; alpha = 0.5; "
                + "hidden = YES; opaque = NO; autoresize = W+TM+H; tag = 7; layer = <CALayer: 0x0>>")
        let label = UILabel(frame: .zero)
        label.text = "Row"
        #expect(text(label).hasPrefix("<UILabel: 0x0; frame = (0 0; 0 0); text = 'Row';"))
        let scroll = UIScrollView(frame: .zero)
        scroll.contentSize = CGSize(width: 5, height: 6)
        #expect(
            text(scroll).hasSuffix(
                "contentOffset: {0, 0}; contentSize: {5, 6}; adjustedContentInset: {0, 0, 0, 0}>"))
        #expect(text(Seat(frame: .zero)).contains("Seat"))
        #expect("\(view)" == view.description)
    }
}
