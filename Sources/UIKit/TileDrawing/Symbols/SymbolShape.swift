import Foundation
import TileGeometry
import TileGraphics
import TileSupport

/// A symbol at a weight, as areas in a square of `side`.
struct SymbolShape: Sendable {
    /// The side of the square: larger than that of glyphs, because areas are cut to a hundredth of a unit.
    static let side: CGFloat = 96
    private static let factor = side / SymbolGlyph.side

    struct Part: Sendable {
        /// Filled by the winding rule.
        var outline: Path
        /// The hierarchical level: 0 is the primary one.
        var level: Int
        /// Whether the part is drawn only where the levels have colors of their own.
        var isKnockout: Bool
        /// The place among the variable parts, from 0.
        var step: Int?
    }

    let parts: [Part]
    /// The ink, without the parts that are only drawn in several colors.
    let bounds: CGRect
    let isDirectional: Bool
    /// The number of variable parts.
    let stepCount: Int

    /// - Parameter thickness: The width of lines relative to the regular weight.
    init(_ glyph: SymbolGlyph, thickness: CGFloat) {
        var parts: [Part] = []
        var shown: [Part] = []
        var stepCount = 0
        for piece in glyph.pieces {
            let outline = piece.path.transformed(
                by: CGAffineTransform(a: Self.factor, b: 0, c: 0, d: Self.factor, tx: 0, ty: 0))
            let line = { (width: CGFloat) in
                outline.copy(
                    strokingWithWidth: width * Self.factor, lineCap: .round, lineJoin: .round, miterLimit: 10)
            }
            let width = piece.width * thickness
            let ink: CGPath
            switch piece.role {
            // Outlines without intersections all run the same way round, so that areas add up by the winding rule.
            case .outline, .line, .variable, .detail, .hole: ink = line(width).normalized()
            case .area, .spot, .cut: ink = outline.normalized()
            case .letter, .letterSpot, .letterCut:
                let growth = line(abs(thickness - 1) * SymbolGlyph.lineWidth / 2)
                ink =
                    thickness > 1
                    ? outline.union(growth) : thickness < 1 ? outline.subtracting(growth) : outline.normalized()
            case .solid: ink = outline.union(line(width))
            // A gap grows less than lines do, so that something remains between it and them.
            case .cutLine: ink = line(piece.width * (0.4 + 0.6 * thickness)).normalized()
            }
            if piece.role.isCut {
                for index in parts.indices {
                    parts[index].outline = CGPath(parts[index].outline).subtracting(ink).outline
                }
                if piece.isKnockout { shown.append(Part(outline: ink.outline, level: piece.level, isKnockout: true)) }
            } else {
                parts.append(Part(outline: ink.outline, level: piece.level, isKnockout: false))
                guard piece.role == .variable else { continue }
                parts[parts.count - 1].step = stepCount
                stepCount += 1
            }
        }
        bounds = parts.reduce(CGRect.null) { $0.union(CGPath($1.outline).boundingBoxOfPath) }
        self.parts = parts + shown
        isDirectional = glyph.isDirectional
        self.stepCount = stepCount
    }

    /// The area of all parts that a condition selects.
    func area(where isIncluded: (Part) -> Bool) -> CGPath {
        let path = CGMutablePath()
        for part in parts where isIncluded(part) { path.addPath(CGPath(part.outline)) }
        return path
    }

    // MARK: Known shapes

    private struct Key: Hashable {
        var name: String
        var thickness: CGFloat
    }

    private static let known = Lock<[Key: SymbolShape]>([:])
    /// More than a program uses on purpose; beyond it, shapes are made again.
    private static let maxCount = 1000

    /// Returns the shape of a symbol, made at the first request for it.
    static func shape(_ symbol: SymbolLibrary.Symbol, thickness: CGFloat) -> SymbolShape {
        let key = Key(name: symbol.name, thickness: thickness)
        if let shape = known.withLock({ $0[key] }) { return shape }
        let shape = SymbolShape(symbol.glyph, thickness: thickness)
        known.withLock {
            if $0.count >= maxCount { $0 = [:] }
            $0[key] = shape
        }
        return shape
    }
}
