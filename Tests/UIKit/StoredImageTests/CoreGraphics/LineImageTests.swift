import Foundation
import Testing
import TileGraphics

@Suite("Lines and clips as stored")
struct LineImageTests {
    private func polyline(_ context: CGContext) {
        context.addLines(between: [CGPoint(x: 12, y: 38), CGPoint(x: 24, y: 12), CGPoint(x: 36, y: 38)])
    }

    @Test("joins and caps: three of each, the thin line in the middle of the wide one")
    func joinsAndCaps() throws {
        let kinds: [(CGLineJoin, CGLineCap)] = [(.miter, .butt), (.round, .round), (.bevel, .square)]
        try expectImage(
            "lines-joins-caps",
            Sheet(columns: 3, width: 48, height: 48).drawing(
                kinds.map { join, cap in
                    { context in
                        context.setLineJoin(join)
                        context.setLineCap(cap)
                        context.setLineWidth(10)
                        context.setStrokeColor(.blue)
                        polyline(context)
                        context.strokePath()
                        context.setLineWidth(1)
                        context.setStrokeColor(.white)
                        polyline(context)
                        context.strokePath()
                    }
                }))
    }

    @Test("a miter longer than its limit becomes a bevel")
    func miterLimit() throws {
        // The angle is 49.6°, so that the miter is 2.38 widths long.
        try expectImage(
            "lines-miter-limit",
            Sheet(columns: 2, width: 48, height: 48).drawing(
                [2.5, 2.25].map { limit in
                    { context in
                        context.setMiterLimit(limit)
                        context.setLineWidth(8)
                        polyline(context)
                        context.strokePath()
                    }
                }))
    }

    @Test("dashes with a phase, round dots, and round a curve")
    func dashes() throws {
        let line = [CGPoint(x: 4, y: 8), CGPoint(x: 92, y: 8)]
        try expectImage(
            "lines-dashes",
            Sheet(columns: 1, width: 96, height: 16).drawing([
                { context in
                    context.setLineWidth(4)
                    context.setLineDash(phase: 0, lengths: [12, 6])
                    context.strokeLineSegments(between: line)
                },
                { context in
                    context.setLineWidth(4)
                    context.setLineDash(phase: 6, lengths: [12, 6])
                    context.strokeLineSegments(between: line)
                },
                { context in
                    context.setLineWidth(4)
                    context.setLineCap(.round)
                    context.setLineDash(phase: 0, lengths: [0, 8])
                    context.strokeLineSegments(between: line)
                },
                { context in
                    context.setLineWidth(2)
                    context.setLineDash(phase: 0, lengths: [9, 2, 2, 2])
                    context.move(to: CGPoint(x: 4, y: 12))
                    context.addCurve(
                        to: CGPoint(x: 92, y: 4), control1: CGPoint(x: 30, y: -20), control2: CGPoint(x: 60, y: 36))
                    context.strokePath()
                },
            ]))
    }

    @Test("a star filled by winding and even-odd, and as an even-odd clip within a round one")
    func fillRules() throws {
        func star(_ context: CGContext) {
            context.addLines(
                between: (0..<5).map { index in
                    let angle = CGFloat(index) * 4 * .pi / 5 - .pi / 2
                    return CGPoint(x: 24 + 22 * cos(angle), y: 25 + 22 * sin(angle))
                })
            context.closePath()
        }
        try expectImage(
            "lines-fill-rules",
            Sheet(columns: 3, width: 48, height: 48).drawing([
                { context in
                    context.setFillColor(.ink)
                    star(context)
                    context.fillPath()
                },
                { context in
                    context.setFillColor(.ink)
                    star(context)
                    context.fillPath(using: .evenOdd)
                },
                { context in
                    context.addEllipse(in: CGRect(x: 6, y: 6, width: 36, height: 36))
                    context.clip()
                    star(context)
                    context.clip(using: .evenOdd)
                    context.setFillColor(.green)
                    context.fill(CGRect(x: 0, y: 0, width: 48, height: 24))
                    context.setFillColor(.red)
                    context.fill(CGRect(x: 0, y: 24, width: 48, height: 24))
                },
            ]))
    }

    @Test("arcs both ways, tangent arcs, curves and rounded rects")
    func shapes() throws {
        let paths: [(CGMutablePath) -> Void] = [
            { path in
                path.addArc(
                    center: CGPoint(x: 24, y: 24), radius: 18, startAngle: 0, endAngle: .pi / 2, clockwise: false)
                path.addLine(to: CGPoint(x: 24, y: 24))
                path.closeSubpath()
            },
            { path in
                path.addArc(
                    center: CGPoint(x: 24, y: 24), radius: 18, startAngle: 0, endAngle: .pi / 2, clockwise: true)
                path.addLine(to: CGPoint(x: 24, y: 24))
                path.closeSubpath()
            },
            { path in
                path.move(to: CGPoint(x: 6, y: 42))
                path.addArc(tangent1End: CGPoint(x: 24, y: 4), tangent2End: CGPoint(x: 42, y: 42), radius: 10)
                path.addLine(to: CGPoint(x: 42, y: 42))
            },
            { path in
                path.addRoundedRect(
                    in: CGRect(x: 6, y: 10, width: 36, height: 28), cornerWidth: 14, cornerHeight: 7)
            },
        ]
        try expectImage(
            "lines-shapes",
            Sheet(columns: 4, width: 48, height: 48).drawing(
                paths.map { make in
                    { context in
                        let path = CGMutablePath()
                        make(path)
                        context.setFillColor(.yellow)
                        context.setStrokeColor(.ink)
                        context.setLineWidth(2)
                        context.addPath(path)
                        context.drawPath(using: .fillStroke)
                    }
                }))
    }
}
