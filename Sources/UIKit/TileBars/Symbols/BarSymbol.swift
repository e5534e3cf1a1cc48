import Foundation
import TileDrawing

/// The images of standard items, drawn as outlines in a square of 24 by 24 points.
enum BarSymbol: CaseIterable {
    case chevron
    case plus, cross, closeDisc, refresh, magnifier, share, reply, trash, folder, book, compose, pencilLines, camera
    case pageCurl, play, pause, backward, forward
    case ellipsis, star, starLine, clock, person, download, flame, eye

    /// The side of the square in which symbols are drawn.
    static let side: CGFloat = 24

    /// Whether the symbol points in the reading direction and is mirrored in right-to-left layouts.
    var isDirectional: Bool { self == .chevron || self == .reply }

    /// Draws the symbol in a color.
    func draw(in rect: CGRect, isMirrored: Bool = false, color: UIColor) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0 else { return }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / Self.side, y: rect.height / Self.side)
        if isMirrored, isDirectional {
            context.translateBy(x: Self.side, y: 0)
            context.scaleBy(x: -1, y: 1)
        }
        color.setStroke()
        color.setFill()
        var pen = SymbolPen()
        trace(with: &pen)
        pen.draw()
        context.restoreGState()
    }

    private func trace(with pen: inout SymbolPen) {
        switch self {
        case .chevron, .plus, .cross, .closeDisc, .refresh, .magnifier, .ellipsis, .clock: traceSigns(with: &pen)
        case .play, .pause, .backward, .forward: tracePlayer(with: &pen)
        case .share, .reply, .compose, .pencilLines, .download: traceDeeds(with: &pen)
        case .trash, .folder, .book, .camera, .pageCurl, .star, .starLine, .person, .flame, .eye:
            traceThings(with: &pen)
        }
    }
}

/// The lines and areas of a symbol.
struct SymbolPen {
    private(set) var lines = UIBezierPath()
    private(set) var areas = UIBezierPath()
    var lineWidth: CGFloat = 1.7

    func draw() {
        areas.fill()
        lines.lineWidth = lineWidth
        lines.lineCapStyle = .round
        lines.lineJoinStyle = .round
        lines.stroke()
    }

    mutating func line(_ points: [(CGFloat, CGFloat)], closed: Bool = false) {
        Self.add(points, closed, to: lines)
    }

    mutating func area(_ points: [(CGFloat, CGFloat)]) { Self.add(points, true, to: areas) }

    mutating func ring(x: CGFloat, y: CGFloat, radius: CGFloat) {
        lines.append(UIBezierPath(ovalIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)))
    }

    mutating func disc(x: CGFloat, y: CGFloat, radius: CGFloat) {
        areas.append(UIBezierPath(ovalIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)))
    }

    mutating func box(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat, corner: CGFloat) {
        lines.append(
            UIBezierPath(roundedRect: CGRect(x: x, y: y, width: width, height: height), cornerRadius: corner))
    }

    mutating func block(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat, corner: CGFloat) {
        areas.append(
            UIBezierPath(roundedRect: CGRect(x: x, y: y, width: width, height: height), cornerRadius: corner))
    }

    /// Adds an arc between two angles in degrees, clockwise from the right.
    mutating func arc(x: CGFloat, y: CGFloat, radius: CGFloat, from: CGFloat, to: CGFloat) {
        let path = UIBezierPath()
        path.addArc(
            withCenter: CGPoint(x: x, y: y), radius: radius, startAngle: from * .pi / 180, endAngle: to * .pi / 180,
            clockwise: to > from)
        lines.append(path)
    }

    /// Adds the lines or areas of a path built by a closure.
    mutating func trace(filled: Bool = false, _ make: (UIBezierPath) -> Void) {
        let path = UIBezierPath()
        make(path)
        (filled ? areas : lines).append(path)
    }

    private static func add(_ points: [(CGFloat, CGFloat)], _ closed: Bool, to path: UIBezierPath) {
        for (index, point) in points.enumerated() {
            let point = CGPoint(x: point.0, y: point.1)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        if closed { path.close() }
    }
}
