import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// The background of a presented view, which clips it to its corners and casts a shadow.
class CardView: UIView {
    struct Shadow {
        var opacity: Float
        /// The blur radius in points, as is `offset`.
        var radius: CGFloat
        var offset: CGFloat
    }

    private let content: UIView
    /// The view with the card's corners, which contains the content.
    let clip = UIView()

    init(_ content: UIView, shadow: Shadow) {
        self.content = content
        super.init(frame: .zero)
        clip.clipsToBounds = true
        content.frame = clip.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        clip.addSubview(content)
        addSubview(clip)
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowOpacity = shadow.opacity
        layer.shadowRadius = shadow.radius
        layer.shadowOffset = CGSize(width: 0, height: shadow.offset)
    }

    required init?(coder: NSCoder) { nil }

    /// Positions the content within the card.
    func placeContent(_ frame: CGRect) {
        clip.frame = frame
        if content.superview === clip, content.frame != clip.bounds { content.frame = clip.bounds }
    }

    /// Removes the content.
    func release() { if content.superview === clip { content.removeFromSuperview() } }
}
