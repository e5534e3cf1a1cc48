import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// What a presented view is on: clips it to its corners, and throws a shadow.
class CardView: UIView {
    struct Shadow {
        var opacity: Float
        /// In points, as `offset`.
        var radius: CGFloat
        var offset: CGFloat
    }

    private let content: UIView
    /// Has the card's corners, and the content in it.
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

    /// Puts the content into a rect of the card.
    func placeContent(_ frame: CGRect) {
        clip.frame = frame
        if content.superview === clip, content.frame != clip.bounds { content.frame = clip.bounds }
    }

    /// Lets go of the content.
    func release() { if content.superview === clip { content.removeFromSuperview() } }
}
