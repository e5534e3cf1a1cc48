import Foundation
import TileDrawing

// Each function traces symbols in a square of 24 points.
extension BarSymbol {
    func traceSigns(with pen: inout SymbolPen) {
        switch self {
        case .chevron:
            pen.lineWidth = 2.4
            pen.line([(15.5, 3.8), (7.2, 12), (15.5, 20.2)])
        case .plus:
            pen.lineWidth = 1.9
            pen.line([(12, 3.6), (12, 20.4)])
            pen.line([(3.6, 12), (20.4, 12)])
        case .cross:
            pen.lineWidth = 1.9
            pen.line([(5.2, 5.2), (18.8, 18.8)])
            pen.line([(18.8, 5.2), (5.2, 18.8)])
        case .closeDisc:
            pen.lineWidth = 2
            pen.line([(8.4, 8.4), (15.6, 15.6)])
            pen.line([(15.6, 8.4), (8.4, 15.6)])
        case .refresh:
            pen.arc(x: 12, y: 12.8, radius: 8, from: -42, to: -360 + 12)
            pen.area([(13.6, 8.6), (20.4, 9.2), (18.6, 2.6)])
        case .magnifier:
            pen.ring(x: 10.4, y: 10.4, radius: 6.9)
            pen.lineWidth = 1.9
            pen.line([(15.6, 15.6), (20.6, 20.6)])
        case .ellipsis:
            for x in [5.2, 12, 18.8] as [CGFloat] { pen.disc(x: x, y: 12, radius: 1.9) }
        case .clock:
            pen.ring(x: 12, y: 12, radius: 9)
            pen.line([(12, 6.6), (12, 12.2), (15.8, 14.4)])
        default: break
        }
    }

    func tracePlayer(with pen: inout SymbolPen) {
        switch self {
        case .play:
            pen.area([(6.4, 4.2), (19.8, 12), (6.4, 19.8)])
            pen.line([(6.4, 4.2), (19.8, 12), (6.4, 19.8)], closed: true)
        case .pause:
            pen.block(x: 5.6, y: 3.8, width: 4.6, height: 16.4, corner: 1.2)
            pen.block(x: 13.8, y: 3.8, width: 4.6, height: 16.4, corner: 1.2)
        case .backward:
            for x in [1.8, 12] as [CGFloat] {
                pen.area([(x + 9.4, 6.4), (x + 0.6, 12), (x + 9.4, 17.6)])
                pen.line([(x + 9.4, 6.4), (x + 0.6, 12), (x + 9.4, 17.6)], closed: true)
            }
            pen.lineWidth = 1
        case .forward:
            for x in [2.6, 12.8] as [CGFloat] {
                pen.area([(x, 6.4), (x + 8.8, 12), (x, 17.6)])
                pen.line([(x, 6.4), (x + 8.8, 12), (x, 17.6)], closed: true)
            }
            pen.lineWidth = 1
        default: break
        }
    }

    func traceDeeds(with pen: inout SymbolPen) {
        switch self {
        case .share:
            pen.trace { path in
                path.move(to: CGPoint(x: 8.6, y: 8.6))
                path.addLine(to: CGPoint(x: 7.4, y: 8.6))
                path.addQuadCurve(to: CGPoint(x: 4.8, y: 11.2), controlPoint: CGPoint(x: 4.8, y: 8.6))
                path.addLine(to: CGPoint(x: 4.8, y: 18.8))
                path.addQuadCurve(to: CGPoint(x: 7.4, y: 21.4), controlPoint: CGPoint(x: 4.8, y: 21.4))
                path.addLine(to: CGPoint(x: 16.6, y: 21.4))
                path.addQuadCurve(to: CGPoint(x: 19.2, y: 18.8), controlPoint: CGPoint(x: 19.2, y: 21.4))
                path.addLine(to: CGPoint(x: 19.2, y: 11.2))
                path.addQuadCurve(to: CGPoint(x: 16.6, y: 8.6), controlPoint: CGPoint(x: 19.2, y: 8.6))
                path.addLine(to: CGPoint(x: 15.4, y: 8.6))
            }
            pen.line([(12, 14.6), (12, 2.4)])
            pen.line([(8.4, 5.8), (12, 2.2), (15.6, 5.8)])
        case .download:
            pen.ring(x: 12, y: 12, radius: 9.2)
            pen.line([(12, 6.8), (12, 16.6)])
            pen.line([(8.2, 13), (12, 16.8), (15.8, 13)])
        case .reply:
            pen.trace { path in
                path.move(to: CGPoint(x: 10.6, y: 4.6))
                path.addLine(to: CGPoint(x: 2.6, y: 11.4))
                path.addLine(to: CGPoint(x: 10.6, y: 18.2))
                path.addLine(to: CGPoint(x: 10.6, y: 14.4))
                path.addCurve(
                    to: CGPoint(x: 21.4, y: 19.6), controlPoint1: CGPoint(x: 15.4, y: 14.4),
                    controlPoint2: CGPoint(x: 19, y: 15.6))
                path.addCurve(
                    to: CGPoint(x: 10.6, y: 8.4), controlPoint1: CGPoint(x: 21, y: 12.4),
                    controlPoint2: CGPoint(x: 17, y: 8.4))
                path.close()
            }
        case .compose:
            pen.trace { path in
                path.move(to: CGPoint(x: 12.6, y: 4.4))
                path.addLine(to: CGPoint(x: 6.2, y: 4.4))
                path.addQuadCurve(to: CGPoint(x: 3.2, y: 7.4), controlPoint: CGPoint(x: 3.2, y: 4.4))
                path.addLine(to: CGPoint(x: 3.2, y: 18))
                path.addQuadCurve(to: CGPoint(x: 6.2, y: 21), controlPoint: CGPoint(x: 3.2, y: 21))
                path.addLine(to: CGPoint(x: 16.8, y: 21))
                path.addQuadCurve(to: CGPoint(x: 19.8, y: 18), controlPoint: CGPoint(x: 19.8, y: 21))
                path.addLine(to: CGPoint(x: 19.8, y: 11.6))
            }
            pen.line([(9.2, 15), (10.1, 11.9), (19.4, 2.6), (21.6, 4.8), (12.3, 14.1)], closed: true)
        case .pencilLines:
            pen.line([(14, 20.6), (21, 20.6)])
            pen.line([(3.4, 20.6), (4.6, 16.4), (16.8, 4.2), (19.8, 7.2), (7.6, 19.4)], closed: true)
        default: break
        }
    }

    func traceThings(with pen: inout SymbolPen) {
        switch self {
        case .trash:
            pen.line([(3.4, 6), (20.6, 6)])
            pen.trace { path in
                path.move(to: CGPoint(x: 8.8, y: 6))
                path.addLine(to: CGPoint(x: 8.8, y: 4.4))
                path.addQuadCurve(to: CGPoint(x: 10.4, y: 2.8), controlPoint: CGPoint(x: 8.8, y: 2.8))
                path.addLine(to: CGPoint(x: 13.6, y: 2.8))
                path.addQuadCurve(to: CGPoint(x: 15.2, y: 4.4), controlPoint: CGPoint(x: 15.2, y: 2.8))
                path.addLine(to: CGPoint(x: 15.2, y: 6))
                path.move(to: CGPoint(x: 5.4, y: 6))
                path.addLine(to: CGPoint(x: 6.2, y: 19))
                path.addQuadCurve(to: CGPoint(x: 8.4, y: 21.2), controlPoint: CGPoint(x: 6.3, y: 21.2))
                path.addLine(to: CGPoint(x: 15.6, y: 21.2))
                path.addQuadCurve(to: CGPoint(x: 17.8, y: 19), controlPoint: CGPoint(x: 17.7, y: 21.2))
                path.addLine(to: CGPoint(x: 18.6, y: 6))
            }
            for (top, bottom) in [(9, 9.4), (12, 12), (15, 14.6)] as [(CGFloat, CGFloat)] {
                pen.line([(top, 9.6), (bottom, 17.8)])
            }
            pen.lineWidth = 1.5
        case .folder:
            pen.trace { path in
                path.move(to: CGPoint(x: 2.8, y: 9.2))
                path.addLine(to: CGPoint(x: 2.8, y: 6.6))
                path.addQuadCurve(to: CGPoint(x: 5, y: 4.4), controlPoint: CGPoint(x: 2.8, y: 4.4))
                path.addLine(to: CGPoint(x: 8.4, y: 4.4))
                path.addQuadCurve(to: CGPoint(x: 10.6, y: 5.4), controlPoint: CGPoint(x: 9.6, y: 4.4))
                path.addQuadCurve(to: CGPoint(x: 12.6, y: 6.4), controlPoint: CGPoint(x: 11.6, y: 6.4))
                path.addLine(to: CGPoint(x: 18.8, y: 6.4))
                path.addQuadCurve(to: CGPoint(x: 21.2, y: 8.8), controlPoint: CGPoint(x: 21.2, y: 6.4))
                path.addLine(to: CGPoint(x: 21.2, y: 17.4))
                path.addQuadCurve(to: CGPoint(x: 18.8, y: 19.8), controlPoint: CGPoint(x: 21.2, y: 19.8))
                path.addLine(to: CGPoint(x: 5.2, y: 19.8))
                path.addQuadCurve(to: CGPoint(x: 2.8, y: 17.4), controlPoint: CGPoint(x: 2.8, y: 19.8))
                path.close()
                path.move(to: CGPoint(x: 2.8, y: 9.8))
                path.addLine(to: CGPoint(x: 21.2, y: 9.8))
            }
        case .book:
            pen.trace { path in
                for side in [1, -1] as [CGFloat] {
                    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: 12 + side * x, y: y) }
                    path.move(to: point(0, 6.6))
                    path.addCurve(to: point(9.8, 5.4), controlPoint1: point(2.4, 4), controlPoint2: point(7, 3.8))
                    path.addLine(to: point(9.8, 19))
                    path.addCurve(to: point(0, 20), controlPoint1: point(7, 17.4), controlPoint2: point(2.4, 17.6))
                }
                path.move(to: CGPoint(x: 12, y: 6.6))
                path.addLine(to: CGPoint(x: 12, y: 20))
            }
        case .camera:
            pen.trace { path in
                path.move(to: CGPoint(x: 4.6, y: 6.4))
                path.addLine(to: CGPoint(x: 7, y: 6.4))
                path.addLine(to: CGPoint(x: 8.6, y: 4))
                path.addLine(to: CGPoint(x: 15.4, y: 4))
                path.addLine(to: CGPoint(x: 17, y: 6.4))
                path.addLine(to: CGPoint(x: 19.4, y: 6.4))
                path.addQuadCurve(to: CGPoint(x: 21.8, y: 8.8), controlPoint: CGPoint(x: 21.8, y: 6.4))
                path.addLine(to: CGPoint(x: 21.8, y: 17.6))
                path.addQuadCurve(to: CGPoint(x: 19.4, y: 20), controlPoint: CGPoint(x: 21.8, y: 20))
                path.addLine(to: CGPoint(x: 4.6, y: 20))
                path.addQuadCurve(to: CGPoint(x: 2.2, y: 17.6), controlPoint: CGPoint(x: 2.2, y: 20))
                path.addLine(to: CGPoint(x: 2.2, y: 8.8))
                path.addQuadCurve(to: CGPoint(x: 4.6, y: 6.4), controlPoint: CGPoint(x: 2.2, y: 6.4))
                path.close()
            }
            pen.ring(x: 12, y: 12.8, radius: 4.1)
        case .pageCurl:
            pen.trace { path in
                path.move(to: CGPoint(x: 13, y: 21))
                path.addLine(to: CGPoint(x: 6.8, y: 21))
                path.addQuadCurve(to: CGPoint(x: 4.4, y: 18.6), controlPoint: CGPoint(x: 4.4, y: 21))
                path.addLine(to: CGPoint(x: 4.4, y: 5.4))
                path.addQuadCurve(to: CGPoint(x: 6.8, y: 3), controlPoint: CGPoint(x: 4.4, y: 3))
                path.addLine(to: CGPoint(x: 17.2, y: 3))
                path.addQuadCurve(to: CGPoint(x: 19.6, y: 5.4), controlPoint: CGPoint(x: 19.6, y: 3))
                path.addLine(to: CGPoint(x: 19.6, y: 14.4))
                path.addCurve(
                    to: CGPoint(x: 13, y: 21), controlPoint1: CGPoint(x: 18, y: 18),
                    controlPoint2: CGPoint(x: 15.6, y: 20.2))
                path.addCurve(
                    to: CGPoint(x: 13.4, y: 15.2), controlPoint1: CGPoint(x: 14, y: 19),
                    controlPoint2: CGPoint(x: 14, y: 17))
                path.addCurve(
                    to: CGPoint(x: 19.6, y: 14.4), controlPoint1: CGPoint(x: 15.4, y: 15.8),
                    controlPoint2: CGPoint(x: 17.6, y: 15.4))
            }
        case .star, .starLine:
            let points = (0..<10).map { index -> (CGFloat, CGFloat) in
                let angle = CGFloat(index) * .pi / 5 - .pi / 2
                let radius: CGFloat = index.isMultiple(of: 2) ? 9.6 : 4.1
                return (12 + radius * CGFloat(cos(Double(angle))), 12.8 + radius * CGFloat(sin(Double(angle))))
            }
            if self == .star { pen.area(points) }
            pen.line(points, closed: true)
            pen.lineWidth = 1.5
        case .person:
            pen.ring(x: 12, y: 12, radius: 9.4)
            pen.disc(x: 12, y: 9.6, radius: 3.3)
            pen.trace(filled: true) { path in
                path.move(to: CGPoint(x: 5.8, y: 18.2))
                path.addCurve(
                    to: CGPoint(x: 18.2, y: 18.2), controlPoint1: CGPoint(x: 7.2, y: 12.9),
                    controlPoint2: CGPoint(x: 16.8, y: 12.9))
                path.addCurve(
                    to: CGPoint(x: 5.8, y: 18.2), controlPoint1: CGPoint(x: 15, y: 21.6),
                    controlPoint2: CGPoint(x: 9, y: 21.6))
                path.close()
            }
        case .flame:
            pen.trace { path in
                path.move(to: CGPoint(x: 12.6, y: 2.6))
                path.addCurve(
                    to: CGPoint(x: 18.8, y: 14.4), controlPoint1: CGPoint(x: 13.4, y: 6.6),
                    controlPoint2: CGPoint(x: 18.8, y: 9))
                path.addCurve(
                    to: CGPoint(x: 12, y: 21.4), controlPoint1: CGPoint(x: 18.8, y: 18.8),
                    controlPoint2: CGPoint(x: 15.6, y: 21.4))
                path.addCurve(
                    to: CGPoint(x: 5.2, y: 14.4), controlPoint1: CGPoint(x: 8.4, y: 21.4),
                    controlPoint2: CGPoint(x: 5.2, y: 18.8))
                path.addCurve(
                    to: CGPoint(x: 8, y: 8.6), controlPoint1: CGPoint(x: 5.2, y: 12),
                    controlPoint2: CGPoint(x: 6.4, y: 10.2))
                path.addCurve(
                    to: CGPoint(x: 10, y: 11), controlPoint1: CGPoint(x: 8.2, y: 10),
                    controlPoint2: CGPoint(x: 9, y: 11))
                path.addCurve(
                    to: CGPoint(x: 12.6, y: 2.6), controlPoint1: CGPoint(x: 12.4, y: 8.6),
                    controlPoint2: CGPoint(x: 12.6, y: 6))
                path.close()
            }
        case .eye:
            pen.trace { path in
                path.move(to: CGPoint(x: 2, y: 12))
                path.addCurve(
                    to: CGPoint(x: 22, y: 12), controlPoint1: CGPoint(x: 7, y: 3.6),
                    controlPoint2: CGPoint(x: 17, y: 3.6))
                path.addCurve(
                    to: CGPoint(x: 2, y: 12), controlPoint1: CGPoint(x: 17, y: 20.4),
                    controlPoint2: CGPoint(x: 7, y: 20.4))
                path.close()
            }
            pen.disc(x: 12, y: 12, radius: 3.4)
        default: break
        }
    }
}
