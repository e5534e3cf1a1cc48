public import Foundation
import TileDrawing
public import TileEngine
import TileGeometry
import TileLayers

/// Shows one tile in a `TiledScrollView`, which makes as many of them as fit on the screen and uses them again and
/// again.
open class TileView: UIView {
    /// What it shows; nil while it is not in use.
    public private(set) final var appearance: TileAppearance?
    /// Where on the content the tile is.
    private final var place = CGRect.null

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        autoresizesSubviews = false
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// It shows another tile, or the same one looks different. Nothing by default; for subclasses.
    open func appearanceDidChange() {}

    /// Shows a tile in a rect of the content.
    ///
    /// - Returns: Whether it was somewhere else before.
    func show(_ appearance: TileAppearance, at place: CGRect, failureColor: UIColor?) -> Bool {
        let isElsewhere = place != self.place && !self.place.isNull
        self.appearance = appearance
        if place != self.place {
            self.place = place
            frame = place
        }
        let box = Box(x: 0, y: 0, width: Double(place.width), height: Double(place.height))
        let pieces = TileMosaic.pieces(of: appearance.look)
        layer.contents =
            pieces.isEmpty ? nil : TileMosaic([TileMosaic.Cell(box: box, pieces: pieces, fingerprint: 0)])
        colorFailure(failureColor)
        isHidden = false
        appearanceDidChange()
        return isElsewhere
    }

    /// Has a color behind it if its tile could not be drawn.
    func colorFailure(_ failureColor: UIColor?) {
        let hasFailed = if case .failed = appearance?.look { true } else { false }
        let color = hasFailed ? failureColor : nil
        if backgroundColor != color { backgroundColor = color }
    }

    /// Nothing is shown; what was is let go.
    func rest() {
        appearance = nil
        layer.contents = nil
        isHidden = true
    }
}
