import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileViews

@Suite("Autoresizing masks")
struct AutoresizingTests {
    /// Returns the result of the documented rule for one axis, independently of the view's code: each flexible part
    /// receives its share of the sum of all flexible parts after the change.
    private func expected(
        _ parts: [CGFloat], _ flexible: [Bool], change: CGFloat
    ) -> (start: CGFloat, length: CGFloat) {
        let indices = parts.indices.filter { flexible[$0] }
        var new = parts
        let sum = indices.reduce(0) { $0 + parts[$1] }
        for index in indices {
            new[index] =
                sum > 0 ? parts[index] * (sum + change) / sum : parts[index] + change / CGFloat(indices.count)
        }
        return (new[0], max(0, new[1]))
    }

    @Test(
        "All 64 masks share a change of size among the flexible parts, in proportion to their lengths",
        arguments: 0..<64)
    func allMasks(raw: Int) {
        let mask = UIView.AutoresizingMask(rawValue: UInt(raw))
        let horizontal = [
            mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin),
        ]
        let vertical = [
            mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin),
        ]
        var random = SeededGenerator(UInt64(raw))
        for _ in 0..<40 {
            func length(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &random) }
            let old = CGSize(width: length(50...300), height: length(50...300))
            let new = CGSize(width: length(40...500), height: length(40...500))
            let frame = CGRect(
                x: length(0...20), y: length(0...20), width: length(1...25), height: length(1...25))
            let parent = UIView(frame: CGRect(origin: CGPoint(x: 3, y: 4), size: old))
            let child = UIView(frame: frame)
            child.autoresizingMask = mask
            parent.addSubview(child)
            parent.bounds.size = new
            let x = expected(
                [frame.minX, frame.width, old.width - frame.maxX], horizontal, change: new.width - old.width)
            let y = expected(
                [frame.minY, frame.height, old.height - frame.maxY], vertical, change: new.height - old.height)
            let target = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
            #expect(child.frame.isNear(target, within: 1e-9), "\(child.frame) is not \(target)")
        }
    }

    @Test("Without a mask nothing moves; with the superview's switch off nothing is resized")
    func switchedOff() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (fixed, flexible) = (
            UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20)), UIView(frame: parent.bounds)
        )
        flexible.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        parent.addSubview(fixed)
        parent.addSubview(flexible)
        parent.frame.size = CGSize(width: 200, height: 50)
        #expect(fixed.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
        #expect(flexible.frame == parent.bounds)
        parent.autoresizesSubviews = false
        parent.frame.size = CGSize(width: 10, height: 10)
        #expect(flexible.frame == CGRect(x: 0, y: 0, width: 200, height: 50))
    }

    @Test("The frame of a superview resizes as its bounds do, and at once, down the tree")
    func byFrame() {
        let (outer, middle, inner) = (UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), UIView(), UIView())
        middle.frame = outer.bounds.insetBy(dx: 10, dy: 10)
        inner.frame = middle.bounds
        for view in [middle, inner] { view.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
        outer.addSubview(middle)
        middle.addSubview(inner)
        outer.frame = CGRect(x: 50, y: 50, width: 300, height: 200)
        #expect(middle.frame == CGRect(x: 10, y: 10, width: 280, height: 180))
        #expect(inner.frame == CGRect(x: 0, y: 0, width: 280, height: 180))
    }

    @Test("Flexible margins without any length share evenly: a view that fills its superview is centred")
    func noLength() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: parent.bounds)
        child.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        parent.addSubview(child)
        parent.bounds.size.width = 140
        #expect(child.frame == CGRect(x: 20, y: 0, width: 100, height: 100))
    }

    @Test("A view does not become shorter than nothing")
    func notNegative() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: CGRect(x: 40, y: 0, width: 20, height: 100))
        child.autoresizingMask = .flexibleWidth
        parent.addSubview(child)
        parent.bounds.size.width = 10
        #expect(child.bounds.width == 0 && child.frame.minX == 40)
    }

    @Test("A turned view is resized as if it were not turned")
    func transformed() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 20))
        child.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        child.transform = CGAffineTransform(rotationAngle: 0.5)
        parent.addSubview(child)
        parent.bounds.size = CGSize(width: 130, height: 160)
        #expect(child.bounds.size == CGSize(width: 80, height: 20))
        #expect(child.center == CGPoint(x: 50, y: 80))
        #expect(child.transform == CGAffineTransform(rotationAngle: 0.5))
    }
}

extension CGRect {
    func isNear(_ other: CGRect, within tolerance: CGFloat) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
            && abs(width - other.width) <= tolerance && abs(height - other.height) <= tolerance
    }
}

extension CGPoint {
    func isNear(_ other: CGPoint, within tolerance: CGFloat) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }
}
