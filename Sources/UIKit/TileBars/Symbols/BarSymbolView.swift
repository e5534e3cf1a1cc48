import Foundation
import TileDrawing
import TileViews

/// A view that draws a symbol in the tint color, sharp at any scale.
final class BarSymbolView: UIView, ViewPart {
    var symbol: BarSymbol { didSet { if symbol != oldValue { setNeedsDisplay() } } }
    /// The color; nil for the tint color.
    var color: UIColor? { didSet { if color != oldValue { setNeedsDisplay() } } }

    init(_ symbol: BarSymbol) {
        self.symbol = symbol
        super.init(frame: CGRect(x: 0, y: 0, width: BarSymbol.side, height: BarSymbol.side))
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        guard symbol == .closeDisc else {
            return symbol.draw(in: bounds, isMirrored: isMirrored, color: color ?? tintColor)
        }
        // A disc in its own grays, like the button of that kind.
        UIColor.tertiarySystemFill.setFill()
        UIBezierPath(ovalIn: bounds).fill()
        symbol.draw(in: bounds, color: .secondaryLabel)
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsDisplay()
    }
}
