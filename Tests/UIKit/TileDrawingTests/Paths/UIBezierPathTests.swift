import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@Suite("UIBezierPath")
struct UIBezierPathTests {
    @Test("an empty path has null bounds and nothing in it")
    func empty() {
        let path = UIBezierPath()
        #expect(path.isEmpty)
        #expect(path.bounds.isNull)
        #expect(path.currentPoint == .zero)
        #expect(!path.contains(.zero))
    }

    @Test("bounds hold the control points too")
    func bounds() {
        let path = UIBezierPath()
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 10, y: 0), controlPoint: CGPoint(x: 5, y: 20))
        #expect(path.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(path.currentPoint == CGPoint(x: 10, y: 0))
    }

    @Test("closed subpaths enclose points by the rule; an open one encloses none")
    func contains() {
        let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30))
        path.append(UIBezierPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10)))
        #expect(path.contains(CGPoint(x: 15, y: 15)))
        path.usesEvenOddFillRule = true
        #expect(!path.contains(CGPoint(x: 15, y: 15)))
        #expect(path.contains(CGPoint(x: 5, y: 5)))
        let open = UIBezierPath()
        for point in [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)] {
            open.isEmpty ? open.move(to: point) : open.addLine(to: point)
        }
        #expect(!open.contains(CGPoint(x: 8, y: 3)))
        open.close()
        #expect(open.contains(CGPoint(x: 8, y: 3)))
    }

    @Test("an arc runs clockwise as one sees it")
    func clockwise() {
        func quarter(_ clockwise: Bool) -> UIBezierPath {
            UIBezierPath(
                arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
        }
        #expect(abs(quarter(true).currentPoint.y - 10) < 1e-9, "y is down: the end is below")
        #expect(quarter(true).bounds.minX > -0.01, "the short way")
        #expect(quarter(false).bounds.minX < -9, "the long way round")
    }

    @Test("an arc is joined to what came before by a line")
    func joinedArc() {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: -20, y: 0))
        path.addArc(withCenter: .zero, radius: 5, startAngle: 0, endAngle: .pi, clockwise: true)
        #expect(path.bounds.minX == -20)
        #expect(path.bounds.maxX >= 5)
    }

    @Test("only the corners asked for are round, and radii are at most half the sides", arguments: 0..<16)
    func roundedCorners(bits: Int) {
        let corners = UIRectCorner(rawValue: UInt(bits))
        let rect = CGRect(x: 0, y: 0, width: 40, height: 20)
        let path = UIBezierPath(
            roundedRect: rect, byRoundingCorners: corners, cornerRadii: CGSize(width: 100, height: 5))
        #expect(path.bounds == rect)
        for (corner, point) in [
            (UIRectCorner.topLeft, CGPoint(x: 0.2, y: 0.2)), (.topRight, CGPoint(x: 39.8, y: 0.2)),
            (.bottomLeft, CGPoint(x: 0.2, y: 19.8)), (.bottomRight, CGPoint(x: 39.8, y: 19.8)),
        ] {
            #expect(path.contains(point) == !corners.contains(corner))
        }
        #expect(path.contains(CGPoint(x: 20, y: 10)))
    }

    @Test("a path reversed runs from its end to its start and encloses the same")
    func reversing() {
        let path = UIBezierPath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.addCurve(
            to: CGPoint(x: 20, y: 10), controlPoint1: CGPoint(x: 12, y: 1), controlPoint2: CGPoint(x: 19, y: 8))
        path.lineWidth = 3
        let reversed = path.reversing()
        #expect(reversed.currentPoint == .zero)
        #expect(reversed.lineWidth == 3)
        #expect(reversed.bounds == path.bounds)
        #expect(reversed.reversing() == path)
        let ring = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30))
        ring.append(UIBezierPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10)).reversing())
        #expect(!ring.contains(CGPoint(x: 15, y: 15)), "a part that runs the other way is a hole")
    }

    @Test("a transform moves all points")
    func transform() {
        let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 2, height: 3))
        path.apply(CGAffineTransform(scaleX: 10, y: 10))
        #expect(path.bounds == CGRect(x: 0, y: 0, width: 20, height: 30))
        path.removeAllPoints()
        #expect(path.isEmpty)
    }

    @Test("dashes come back as they were set")
    func dashes() {
        let path = UIBezierPath()
        path.setLineDash([4, 2, 1], count: 3, phase: 5)
        var (count, phase) = (0, CGFloat(0))
        path.getLineDash(nil, count: &count, phase: &phase)
        #expect(count == 3)
        #expect(phase == 5)
        var lengths = [CGFloat](repeating: 0, count: 3)
        path.getLineDash(&lengths, count: nil, phase: nil)
        #expect(lengths == [4, 2, 1])
        path.setLineDash(nil, count: 0, phase: 0)
        path.getLineDash(nil, count: &count, phase: nil)
        #expect(count == 0)
    }

    @Test("filling follows the rule, and leaves the context's state")
    func filling() {
        let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 3))
        path.append(UIBezierPath(rect: CGRect(x: 1, y: 1, width: 3, height: 1)))
        path.usesEvenOddFillRule = true
        let pixels = drawn(5, 3) { _ in
            UIColor.red.setFill()
            path.fill()
        }
        #expect(pixels.letters(letters) == ["rrrrr", "r...r", "rrrrr"])
    }

    @Test("stroking uses the path's own line")
    func stroking() {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 0, y: 1))
        path.addLine(to: CGPoint(x: 8, y: 1))
        path.lineWidth = 2
        path.setLineDash([2, 2], count: 2, phase: 0)
        let pixels = drawn(8, 3) { context in
            context.setLineWidth(20)
            UIColor.blue.setStroke()
            path.stroke()
        }
        #expect(pixels.letters(letters) == ["bb..bb..", "bb..bb..", "........"])
    }

    @Test("joins are those of the path: mitred, round or cut off")
    func joins() {
        func corner(_ join: CGLineJoin) -> UInt32 {
            let path = UIBezierPath()
            path.move(to: CGPoint(x: 0, y: 6))
            path.addLine(to: CGPoint(x: 14, y: 6))
            path.addLine(to: CGPoint(x: 14, y: 20))
            path.lineWidth = 12
            path.lineJoinStyle = join
            // The corner's pixels: all of them, those near the inside, half.
            let pixels = drawn(20, 20) { _ in path.stroke() }
            return [pixels.row(0)[19], pixels.row(2)[17], pixels.row(5)[15]].reduce(0) { $0 << 1 | $1 >> 31 }
        }
        #expect([CGLineJoin.miter, .round, .bevel].map(corner) == [0b111, 0b011, 0b001])
    }

    @Test("an outline of Core Graphics goes in and out as a copy")
    func outlines() {
        let outline = CGMutablePath()
        outline.addRect(CGRect(x: 0, y: 0, width: 4, height: 2))
        let path = UIBezierPath(cgPath: outline)
        outline.addRect(CGRect(x: 9, y: 9, width: 1, height: 1))
        #expect(path.bounds == CGRect(x: 0, y: 0, width: 4, height: 2))
        let copy = path.cgPath
        path.move(to: CGPoint(x: 7, y: 7))
        #expect(copy.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 2))
        path.cgPath = outline
        #expect(path.bounds == CGRect(x: 0, y: 0, width: 10, height: 10) && path.cgPath == outline)
    }

    @Test("a flatness is kept, and draws no rougher")
    func flatness() {
        func circle(_ flatness: CGFloat) -> Bitmap {
            let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20))
            path.flatness = flatness
            #expect(path.flatness == flatness)
            return drawn(20, 20) { _ in path.fill() }
        }
        #expect(UIBezierPath().flatness == 0.6 && circle(0.1).isEqual(to: circle(30)))
    }

    @Test("numbers that are none, and dashes without a length, draw nothing or solid lines, and never trap")
    func hostile() {
        let none = CGFloat.nan
        let path = UIBezierPath(ovalIn: CGRect(x: none, y: 0, width: 4, height: 4))
        path.move(to: CGPoint(x: none, y: 0))
        path.addLine(to: CGPoint(x: CGFloat.infinity, y: 0))
        path.addArc(withCenter: .zero, radius: none, startAngle: 0, endAngle: .infinity, clockwise: true)
        path.append(UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 1e300, height: 1), cornerRadius: none))
        path.apply(CGAffineTransform(scaleX: 1e300, y: 1e300))
        for number in [none, .infinity, -1, 0, 1e300] {
            path.lineWidth = number
            path.miterLimit = number
            path.flatness = number
            path.setLineDash([number, number], count: 2, phase: number)
            #expect(
                drawn(4, 4) { _ in
                    path.fill(); path.stroke(); path.addClip()
                }.width == 4)
            _ = path.contains(CGPoint(x: 1, y: 1))
            _ = path.reversing()
        }
        let line = UIBezierPath()
        line.move(to: CGPoint(x: 0, y: 0.5))
        line.addLine(to: CGPoint(x: 4, y: 0.5))
        line.setLineDash([0, 0], count: 2, phase: none)
        #expect(
            drawn(4, 1) { _ in
                UIColor.red.setStroke(); line.stroke()
            }.letters(letters) == ["rrrr"])
    }

    @Test("alpha and blend mode hold for the one call")
    func blending() {
        let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 2, height: 1))
        let pixels = drawn(3, 1) { context in
            UIColor.red.setFill()
            path.fill(with: .normal, alpha: 0.5)
            UIColor.blue.setFill()
            UIBezierPath(rect: CGRect(x: 1, y: 0, width: 1, height: 1)).fill(with: .copy, alpha: 1)
            context.fill(CGRect(x: 2, y: 0, width: 1, height: 1))
        }
        #expect(abs(Int(pixels.row(0)[0] >> 24) - 128) <= 1)
        #expect(pixels.row(0)[1] == Pixel.blue)
        #expect(pixels.row(0)[2] == Pixel.blue)
    }

    @Test("a clip holds until the state is restored")
    func clipping() {
        let pixels = drawn(4, 1) { context in
            UIColor.green.setFill()
            context.saveGState()
            UIBezierPath(rect: CGRect(x: 1, y: 0, width: 1, height: 1)).addClip()
            UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 1))
            context.restoreGState()
            UIRectFill(CGRect(x: 3, y: 0, width: 1, height: 1))
        }
        #expect(pixels.letters(letters) == [".g.g"])
    }

    @Test("copies are apart, and equal until one changes")
    func copying() throws {
        let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 5, height: 5))
        let copy = try #require(path.copy() as? UIBezierPath)
        #expect(copy == path)
        copy.addLine(to: CGPoint(x: 9, y: 9))
        #expect(copy != path)
        #expect(path.bounds.maxX < 6)
    }

    @Test("an archive keeps the outline and the line")
    func coding() throws {
        let path = UIBezierPath(roundedRect: CGRect(x: 1, y: 2, width: 30, height: 20), cornerRadius: 4)
        path.addQuadCurve(to: CGPoint(x: 3, y: 4), controlPoint: CGPoint(x: 1, y: 1))
        path.lineWidth = 2.5
        path.lineCapStyle = .round
        path.usesEvenOddFillRule = true
        path.setLineDash([1, 2], count: 2, phase: 1)
        let data = try NSKeyedArchiver.archivedData(withRootObject: path, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIBezierPath.self, from: data) == path)
    }
}
