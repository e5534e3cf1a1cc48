public import Foundation
import TileDrawing
public import TileEngine
import TileGeometry
import TileLayers

/// A view for one tile in a `TiledScrollView`. The scroll view creates as many as fit on the screen and reuses them.
open class TileView: UIView {
    /// The tile that the view displays; nil while it is not in use.
    public private(set) final var appearance: TileAppearance?
    /// The frame of the tile in the content.
    private final var place = CGRect.null

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        autoresizesSubviews = false
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Called when the view displays another tile, or the same one with another appearance. The default implementation
    /// does nothing.
    open func appearanceDidChange() {}

    /// Displays a tile in a rectangle of the content.
    ///
    /// - Returns: Whether the view was at another place before.
    func show(_ appearance: TileAppearance, at place: CGRect, failureColor: UIColor?) -> Bool {
        let isElsewhere = place != self.place && !self.place.isNull
        self.appearance = appearance
        if place != self.place {
            self.place = place
            frame = place
        }
        let box = Box(x: 0, y: 0, width: Double(place.width), height: Double(place.height))
        let pieces = TileMosaic.pieces(of: appearance.contents)
        layer.contents =
            pieces.isEmpty ? nil : TileMosaic([TileMosaic.Cell(box: box, pieces: pieces, fingerprint: 0)])
        colorFailure(failureColor)
        isHidden = false
        appearanceDidChange()
        return isElsewhere
    }

    /// Sets the background color for a tile that could not be drawn.
    func colorFailure(_ failureColor: UIColor?) {
        let hasFailed = if case .failed = appearance?.contents { true } else { false }
        let color = hasFailed ? failureColor : nil
        if backgroundColor != color { backgroundColor = color }
    }

    /// Releases the tile and hides the view.
    func rest() {
        appearance = nil
        layer.contents = nil
        isHidden = true
    }
}
