package import Foundation
import TileGraphics

/// Symbols in the square of the table, all of one size, as standard items of bars show them.
package enum SymbolSquare {
    /// Fills a symbol of the regular weight with the current color. Does nothing for an unknown name.
    package static func fill(_ name: String, in square: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), let symbol = SymbolLibrary.part(named: name) else { return }
        context.saveGState()
        context.translateBy(x: square.minX, y: square.minY)
        context.scaleBy(x: square.width / SymbolShape.side, y: square.height / SymbolShape.side)
        context.addPath(SymbolShape.shape(symbol, thickness: 1).area { !$0.isKnockout })
        context.fillPath()
        context.restoreGState()
    }
}
