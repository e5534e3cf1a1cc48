import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A Core Graphics path")
struct PathTests {
    private func elements(_ path: CGPath) -> [String] {
        var result: [String] = []
        path.applyWithBlock { element in
            let points = (0..<element.pointee.type.pointCount).map { element.pointee.points[$0] }
            let name = ["M", "L", "Q", "C", "Z"][Int(element.pointee.type.rawValue)]
            result.append(name + points.map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }.joined(separator: " "))
        }
        return result
    }

    @Test("shows its elements as they were added, quadratic curves too")
    func elementsInOrder() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 3, y: 4))
        path.addQuadCurve(to: CGPoint(x: 7, y: 8), control: CGPoint(x: 5, y: 6))
        path.addCurve(to: CGPoint(x: 13, y: 14), control1: CGPoint(x: 9, y: 10), control2: CGPoint(x: 11, y: 12))
        path.closeSubpath()
        #expect(elements(path) == ["M1,2", "L3,4", "Q5,6 7,8", "C9,10 11,12 13,14", "Z"])
        #expect(path.currentPoint == CGPoint(x: 1, y: 2))
        var count = 0
        withUnsafeMutablePointer(to: &count) { pointer in
            path.apply(info: pointer) { info, _ in info!.assumingMemoryBound(to: Int.self).pointee += 1 }
        }
        #expect(count == 5)
    }

    @Test("names the type of each element, with as many points as it has")
    func elementTypes() {
        let path = CGMutablePath()
        path.addRects(
            [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 2, y: 0, width: 1, height: 1)],
            transform: CGAffineTransform(scaleX: 10, y: 1))
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 1, y: 1), control: .zero)
        path.addCurve(to: .zero, control1: .zero, control2: .zero)
        var types: [CGPathElementType] = []
        path.applyWithBlock { types.append($0.pointee.type) }
        let rect = [CGPathElementType.moveToPoint] + Array(repeating: .addLineToPoint, count: 3) + [.closeSubpath]
        #expect(types == rect + rect + [.moveToPoint, .addQuadCurveToPoint, .addCurveToPoint])
        #expect(types.map(\.pointCount).max() == 3 && CGPathElementType.moveToPoint.pointCount == 1)
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 30, height: 1))
    }

    @Test("leaves out segments without a start and points that are no numbers")
    func leftOut() {
        let path = CGMutablePath()
        path.addLine(to: CGPoint(x: 3, y: 4))
        path.closeSubpath()
        #expect(path.isEmpty && path.boundingBox.isNull && path.currentPoint == .zero)
        path.move(to: CGPoint(x: CGFloat.nan, y: 0))
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: CGFloat.infinity, y: 0))
        path.addRect(CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1))
        path.addArc(center: .zero, radius: .nan, startAngle: 0, endAngle: 1, clockwise: false)
        #expect(elements(path) == ["M0,0"])
    }

    @Test("is equal to one of the same elements, and its copies do not change with it")
    func copies() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 4, height: 2))
        let copy = path.copy()
        #expect(path == CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 2), transform: nil))
        #expect(Set([path as CGPath, copy!]).count == 1)
        path.addLine(to: .zero)
        #expect(path != copy)
        var shift = CGAffineTransform(translationX: 10, y: 0)
        #expect(copy?.copy(using: &shift)?.boundingBox == CGRect(x: 10, y: 0, width: 4, height: 2))
        let mutable = copy?.mutableCopy()
        mutable?.closeSubpath()
        #expect(mutable == copy)
    }

    @Test("knows whether it is a rect")
    func rects() {
        var rect = CGRect.null
        #expect(CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil).isRect(&rect))
        #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4))
        let open = CGMutablePath()
        open.addLines(between: [.zero, CGPoint(x: 0, y: 5), CGPoint(x: 5, y: 5), CGPoint(x: 5, y: 0), .zero])
        #expect(open.isRect(&rect))
        var turn = CGAffineTransform(rotationAngle: 1)
        #expect(!CGPath(rect: rect, transform: &turn).isRect(nil))
        #expect(!CGPath(ellipseIn: rect, transform: nil).isRect(nil))
        #expect(!CGMutablePath().isRect(nil))
    }

    @Test("has bounds with its control points and without")
    func bounds() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addCurve(to: CGPoint(x: 4, y: 0), control1: CGPoint(x: 0, y: 4), control2: CGPoint(x: 4, y: 4))
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 4, height: 3))
    }

    @Test("turns arcs from x towards y, and the other way when they are clockwise in Core Graphics' sense")
    func arcs() {
        func end(from: CGFloat, to: CGFloat, clockwise: Bool) -> CGRect {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 10, startAngle: from, endAngle: to, clockwise: clockwise)
            return path.boundingBoxOfPath
        }
        func near(_ a: CGRect, x: Double, y: Double, width: Double, height: Double) -> Bool {
            abs(a.minX - x) < 0.01 && abs(a.minY - y) < 0.01 && abs(a.width - width) < 0.01
                && abs(a.height - height) < 0.01
        }
        #expect(near(end(from: 0, to: .pi / 2, clockwise: false), x: 0, y: 0, width: 10, height: 10))
        #expect(near(end(from: 0, to: .pi / 2, clockwise: true), x: -10, y: -10, width: 20, height: 20))
        #expect(near(end(from: 0, to: -.pi / 2, clockwise: true), x: 0, y: -10, width: 10, height: 10))
        #expect(near(end(from: 0, to: -.pi / 2, clockwise: false), x: -10, y: -10, width: 20, height: 20))
        #expect(near(end(from: 0, to: 2 * .pi, clockwise: false), x: -10, y: -10, width: 20, height: 20))
        // From, to and how far it goes, in turns: towards the end in its own direction, a whole turn between angles
        // that are one or more apart the other way, nothing between equal ones, and no more than a turn and what is
        // left but in its direction.
        let cases: [(from: Double, to: Double, along: Double, against: Double)] = [
            (0, 0, 0, 0), (0, 0.25, 0.25, -0.75), (0, -0.25, 0.75, -0.25), (0, 1, 1, -1), (0, -1, 1, -1),
            (1, 0, 1, -1), (0.25, 1.25, 1, -1), (-0.25, 0.75, 1, -1), (0.1, 1.1, 1, -1), (0.7, -0.3, 1, -1),
            (0, 2, 1, -1), (0, -2, 1, -1), (0, 1.25, 1.25, -0.75), (0, -1.25, 0.75, -1.25),
            (0, 2.25, 1.25, -0.75), (0, -2.25, 0.75, -1.25), (0.5, 0.25, 0.75, -0.25), (-0.5, 0.5, 1, -1),
        ]
        for (from, to, along, against) in cases {
            let turn = { (clockwise: Bool) in
                Double(PathElements.turn(from: from * 2 * .pi, to: to * 2 * .pi, clockwise: clockwise)) / (2 * .pi)
            }
            #expect(abs(turn(false) - along) < 1e-6, "\(from) to \(to)")
            #expect(abs(turn(true) - against) < 1e-6, "\(from) to \(to), clockwise")
        }
        #expect(near(end(from: 0, to: 2 * .pi, clockwise: true), x: -10, y: -10, width: 20, height: 20))
        let corner = CGMutablePath()
        corner.move(to: .zero)
        corner.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
        #expect(elements(corner) == ["M0,0", "L6,0", "C8,0 10,2 10,4"])
        let relative = CGMutablePath()
        relative.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: -.pi)
        #expect(near(relative.boundingBoxOfPath, x: -10, y: -10, width: 20, height: 10))
    }

    @Test("contains what its curves enclose, by both rules")
    func contains() {
        let circle = CGPath(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20), transform: nil)
        for degree in 0..<360 {
            let (x, y) = (cos(Double(degree) * .pi / 180), sin(Double(degree) * .pi / 180))
            #expect(circle.contains(CGPoint(x: 9.99 * x, y: 9.99 * y)))
            #expect(!circle.contains(CGPoint(x: 10.01 * x, y: 10.01 * y)))
        }
        let twice = CGMutablePath()
        twice.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        twice.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
        #expect(twice.contains(CGPoint(x: 5, y: 5)))
        #expect(!twice.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
        #expect(twice.contains(CGPoint(x: 1, y: 1), using: .evenOdd))
        #expect(twice.contains(CGPoint(x: 101, y: 1), transform: CGAffineTransform(translationX: -100, y: 0)))
        #expect(!twice.contains(CGPoint(x: CGFloat.nan, y: 1)))
    }

    @Test(
        "strokes to the outline that drawing the line covers",
        arguments: [CGLineCap.butt, .round, .square], [CGLineJoin.miter, .round, .bevel])
    func stroking(_ cap: CGLineCap, _ join: CGLineJoin) throws {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 12, y: 12))
        path.addLine(to: CGPoint(x: 50, y: 14))
        path.addLine(to: CGPoint(x: 20, y: 30))
        path.addCurve(to: CGPoint(x: 52, y: 50), control1: CGPoint(x: 10, y: 60), control2: CGPoint(x: 70, y: 30))
        path.addEllipse(in: CGRect(x: 14, y: 44, width: 10, height: 8))
        let line = try drawn(64, 64) { context in
            context.setLineWidth(7)
            context.setLineCap(cap)
            context.setLineJoin(join)
            context.addPath(path)
            context.strokePath()
        }
        let outline = path.copy(strokingWithWidth: 7, lineCap: cap, lineJoin: join, miterLimit: 10)
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let filled = try drawn(64, 64) { context in
                context.addPath(outline)
                context.fillPath(using: rule)
            }
            // Cairo itself takes curves and round joins for lines to a tenth of a pixel.
            #expect(greatestDifference(line, filled) <= 36)
        }
    }

    @Test("dashes as drawing does")
    func dashing() throws {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 5, y: 5))
        path.addLine(to: CGPoint(x: 50, y: 5))
        path.addCurve(to: CGPoint(x: 10, y: 50), control1: CGPoint(x: 70, y: 40), control2: CGPoint(x: 30, y: 60))
        let line = try drawn(64, 64) { context in
            context.setLineWidth(3)
            context.setLineDash(phase: 4, lengths: [7, 3, 2])
            context.addPath(path)
            context.strokePath()
        }
        let dashed = try drawn(64, 64) { context in
            context.setLineWidth(3)
            context.addPath(path.copy(dashingWithPhase: 4, lengths: [7, 3, 2]))
            context.strokePath()
        }
        #expect(greatestDifference(line, dashed) <= 40)
        #expect(path.copy(dashingWithPhase: 0, lengths: []) == path)
        #expect(path.copy(dashingWithPhase: 0, lengths: [-1, 2]) == path)
        let outlined = try drawn(64, 64) { context in
            context.setLineWidth(3)
            context.setLineDash(phase: 4, lengths: [7, 3, 2])
            context.addPath(path)
            context.replacePathWithStrokedPath()
            #expect(context.pathContains(CGPoint(x: 6, y: 5), mode: .fill))
            context.fillPath()
        }
        #expect(greatestDifference(line, outlined) <= 40)
    }

    @Test("is flattened to a threshold")
    func flattening() {
        let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
        for threshold in [0.001, 0.1, 5] {
            let flat = circle.flattened(threshold: CGFloat(threshold))
            var farthest = 0.0
            var last = CGPoint.zero
            flat.applyWithBlock { element in
                guard element.pointee.type != .closeSubpath else { return }
                let point = element.pointee.points[0]
                if element.pointee.type == .addLineToPoint {
                    let middle = hypot(Double(point.x + last.x) / 2, Double(point.y + last.y) / 2)
                    farthest = max(farthest, 100 - middle)
                }
                last = point
            }
            // Four cubic curves are a circle to 0.03 %.
            #expect(farthest <= threshold + 0.03)
        }
    }

    @Test(
        "is painted where it is pathContains()", arguments: [CGPathDrawingMode.fill, .eoFill, .stroke, .eoFillStroke])
    func painted(_ mode: CGPathDrawingMode) throws {
        func build(_ context: CGContext) {
            context.setLineWidth(4)
            context.addRect(CGRect(x: 5, y: 5, width: 30, height: 30))
            context.addEllipse(in: CGRect(x: 12, y: 12, width: 16, height: 16))
        }
        let bitmap = try drawn(40, 40) { context in
            build(context)
            context.drawPath(using: mode)
        }
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 40, height: 40), scale: 1)
        build(context)
        for y in 0..<40 {
            for x in 0..<40 {
                let isIn = context.pathContains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5), mode: mode)
                let alpha = bitmap[x, y].alpha
                if alpha == 255 { #expect(isIn) }
                if alpha == 0 { #expect(!isIn) }
            }
        }
    }
}
