import Foundation
import TileGeometry
import TileGraphics

/// The drawing of a symbol in a square of 24 units, before its weight is applied.
struct SymbolGlyph: Sendable {
    /// The side of the square.
    static let side: CGFloat = 24
    static let center = CGPoint(x: 12, y: 12)
    /// The width of lines at the regular weight, in units.
    static let lineWidth: CGFloat = 1.7

    /// A path and its role.
    struct Piece: Sendable {
        enum Role: Character, Sendable {
            /// A line around an area, which the filled variant fills.
            case outline = "s"
            /// A line in all variants.
            case line = "o"
            /// A line that is pale below a variable value: each next one at a larger value.
            case variable = "v"
            /// A line that the filled variant cuts out.
            case detail = "d"
            /// An area.
            case area = "f"
            /// An area that the filled variant cuts out.
            case spot = "g"
            /// A line around a hole, which the filled variant cuts out.
            case hole = "h"
            /// An area of letters or icons, which grows and shrinks with the weight.
            case letter = "l"
            /// The same in an enclosing shape: the filled variant cuts it out.
            case letterSpot = "m"
            /// The same, cut out.
            case letterCut = "n"
            /// An area and the line around it.
            case solid = "b"
            /// A line that removes what is below it.
            case cutLine = "k"
            /// An area that removes what is below it.
            case cut = "x"

            var isCut: Bool { self == .cutLine || self == .cut || self == .letterCut }
        }

        private var outline: Path
        var role: Role
        var width: CGFloat
        /// The hierarchical level: 0 is the primary one.
        var level = 0
        /// Whether the piece is drawn where several colors are, after it was cut out.
        var isKnockout = false

        init(path: CGPath, role: Role, width: CGFloat = SymbolGlyph.lineWidth) {
            (outline, self.role, self.width) = (path.outline, role, width)
        }

        var path: CGPath {
            get { CGPath(outline) }
            set { outline = newValue.outline }
        }
    }

    var pieces: [Piece]
    /// Whether the symbol is mirrored in layouts from right to left.
    var isDirectional = false

    init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Reads a symbol of the table: pieces separated by bars, each the letter of its role, an optional line width, and
    /// its path.
    init(text: String) {
        pieces = text.split(separator: "|").compactMap { part in
            guard let role = part.first.flatMap(Piece.Role.init) else { return nil }
            let head = part.dropFirst().prefix { $0 != " " }
            let path = SymbolPath.path(part.dropFirst(1 + head.count))
            return Piece(path: path, role: role, width: Double(head).map { CGFloat($0) } ?? Self.lineWidth)
        }
    }

    private func changed(_ change: (inout Piece) -> Void) -> SymbolGlyph {
        var result = self
        for index in pieces.indices { change(&result.pieces[index]) }
        return result
    }

    // MARK: Variants

    /// The variant with areas in place of outlines.
    var filled: SymbolGlyph {
        var result = changed { piece in
            switch piece.role {
            case .outline: piece.role = .solid
            case .detail: (piece.role, piece.isKnockout) = (.cutLine, true)
            case .letterSpot: (piece.role, piece.isKnockout) = (.letterCut, true)
            case .spot, .hole: (piece.role, piece.isKnockout) = (.cut, piece.role == .spot)
            default: break
            }
        }
        // Cuts apply to the areas below them, so what stays is drawn first.
        result.pieces = result.pieces.filter { !$0.role.isCut } + result.pieces.filter(\.role.isCut)
        return result
    }

    /// The variant in an enclosing shape.
    ///
    /// - Parameter shift: The offset of the symbol from the shape's center, down.
    func enclosed(in shape: SymbolGlyph, size: CGFloat, shift: CGFloat = 0) -> SymbolGlyph {
        let place = CGAffineTransform(
            a: size, b: 0, c: 0, d: size, tx: Self.center.x * (1 - size), ty: Self.center.y * (1 - size) + shift)
        let inner = changed { piece in
            piece.path = piece.path.transformed(by: place)
            // Lines get thinner, but not as much as the symbol gets smaller.
            piece.width *= 0.35 + 0.65 * size
            switch piece.role {
            case .outline, .line, .variable: piece.role = .detail
            case .area: piece.role = .spot
            case .letter: piece.role = .letterSpot
            default: break
            }
        }
        // A solid part is an area and its line.
        let pieces = inner.pieces.flatMap { piece -> [Piece] in
            guard piece.role == .solid else { return [piece] }
            var (area, line) = (piece, piece)
            (area.role, line.role) = (.spot, .detail)
            return [area, line]
        }
        return SymbolGlyph(shape.changed { $0.level = 1 }.pieces + pieces)
    }

    /// The variant with a diagonal line through it.
    var slashed: SymbolGlyph {
        let line = SymbolPath.path("M3.2 2.8L20.8 21.2")
        var result = SymbolGlyph(changed { $0.level = 1 }.pieces)
        let gap = Piece(path: SymbolPath.path("M4.9 1.4L22.5 19.8"), role: .cutLine, width: 2.4)
        result.pieces += [gap, Piece(path: line, role: .line)]
        return result
    }

    /// The variant with a small sign at its bottom right, in a gap.
    func badged(_ sign: SymbolGlyph?) -> SymbolGlyph {
        let center = sign == nil ? CGPoint(x: 18.4, y: 5.6) : CGPoint(x: 18, y: 18)
        let radius: CGFloat = sign == nil ? 3.6 : 4.8
        func disc(_ radius: CGFloat) -> CGPath {
            CGPath(
                ellipseIn: CGRect(
                    x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), transform: nil)
        }
        var result = SymbolGlyph(changed { $0.level = 1 }.pieces)
        result.pieces += [
            Piece(path: disc(radius + 1.5), role: .cut), Piece(path: disc(radius), role: .area),
        ]
        guard let sign else { return result }
        let size: CGFloat = 0.26
        let place = CGAffineTransform(
            a: size, b: 0, c: 0, d: size, tx: center.x - Self.center.x * size, ty: center.y - Self.center.y * size)
        result.pieces += sign.pieces.map { piece in
            var small = piece
            small.path = piece.path.transformed(by: place)
            small.width *= 0.8
            small.role = piece.role == .area || piece.role == .letter ? .cut : .cutLine
            return small
        }
        return result
    }

    /// The glyph turned clockwise by degrees about the center.
    func turned(by degrees: CGFloat) -> SymbolGlyph {
        let angle = degrees * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let place = CGAffineTransform(
            a: c, b: s, c: -s, d: c, tx: Self.center.x * (1 - c) + Self.center.y * s,
            ty: Self.center.y * (1 - c) - Self.center.x * s)
        return changed { $0.path = $0.path.transformed(by: place) }
    }

    /// The glyph with left and right exchanged.
    var mirrored: SymbolGlyph {
        changed { $0.path = $0.path.transformed(by: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 24, ty: 0)) }
    }
}

extension CGPath {
    func transformed(by transform: CGAffineTransform) -> CGPath {
        var transform = transform
        return copy(using: &transform) ?? self
    }
}
