import Foundation
import TileDrawing

/// The images of standard items: system symbols in a square of 24 by 24 points.
enum BarSymbol: String, CaseIterable {
    case chevron = "chevron.left"
    case plus
    case cross = "xmark"
    case closeDisc = "_close"
    case refresh = "arrow.clockwise"
    case magnifier = "magnifyingglass"
    case share = "square.and.arrow.up"
    case reply = "arrowshape.turn.up.left"
    case trash, folder, book
    case compose = "square.and.pencil"
    case pencilLines = "pencil.line"
    case camera
    case pageCurl = "_curl"
    case play = "play.fill"
    case pause = "pause.fill"
    case backward = "backward.fill"
    case forward = "forward.fill"
    case ellipsis
    case star = "star.fill"
    case starLine = "star"
    case clock
    case person = "person.crop.circle"
    case download = "arrow.down.circle"
    case flame, eye

    /// The side of the square in which symbols are drawn.
    static let side: CGFloat = 24

    /// Whether the symbol points in the reading direction and is mirrored in right-to-left layouts.
    var isDirectional: Bool { self == .chevron || self == .reply }

    /// Draws the symbol in a color.
    func draw(in rect: CGRect, isMirrored: Bool = false, color: UIColor) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0 else { return }
        context.saveGState()
        if isMirrored, isDirectional {
            context.translateBy(x: rect.midX * 2, y: 0)
            context.scaleBy(x: -1, y: 1)
        }
        color.setFill()
        SymbolSquare.fill(rawValue, in: rect)
        context.restoreGState()
    }
}
