import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// A card with an arrow and the popover's content.
final class PopoverView: CardView {
    private let outline = OutlineView()
    private var place: PopoverPlace?

    /// The background color; nil for the standard one.
    var color: UIColor? { didSet { outline.color = color } }

    init(_ content: UIView) {
        super.init(content, shadow: Shadow(opacity: 0.2, radius: 20, offset: 6))
        clip.layer.cornerRadius = PopoverPlace.radius
        insertSubview(outline, at: 0)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ place: PopoverPlace) {
        guard place != self.place else { return }
        self.place = place
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let place else { return }
        let arrow = PopoverPlace.arrow.height
        let insets =
            switch place.direction {
            case .up: UIEdgeInsets(top: arrow, left: 0, bottom: 0, right: 0)
            case .down: UIEdgeInsets(top: 0, left: 0, bottom: arrow, right: 0)
            case .left: UIEdgeInsets(top: 0, left: arrow, bottom: 0, right: 0)
            case .right: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: arrow)
            default: UIEdgeInsets.zero
            }
        outline.frame = bounds
        placeContent(bounds.inset(by: insets))
        outline.show(card: clip.frame, place)
    }
}

/// The shape of the card with its arrow.
private final class OutlineView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }

    var color: UIColor? { didSet { fill() } }

    private var shape: CAShapeLayer? { layer as? CAShapeLayer }

    func show(card: CGRect, _ place: PopoverPlace) {
        let path = UIBezierPath(roundedRect: card, cornerRadius: PopoverPlace.radius)
        if let tip = tip(card, place) {
            path.move(to: tip.0)
            path.addLine(to: tip.1)
            path.addLine(to: tip.2)
            path.close()
        }
        shape?.path = path.cgPath
        fill()
    }

    private func tip(_ card: CGRect, _ place: PopoverPlace) -> (CGPoint, CGPoint, CGPoint)? {
        let (half, height, at) = (PopoverPlace.arrow.width / 2, PopoverPlace.arrow.height, place.tip)
        // The arrow overlaps the card by one point, so that no seam is visible.
        return switch place.direction {
        case .up:
            (
                CGPoint(x: at - half, y: card.minY + 1), CGPoint(x: at, y: card.minY - height),
                CGPoint(x: at + half, y: card.minY + 1)
            )
        case .down:
            (
                CGPoint(x: at + half, y: card.maxY - 1), CGPoint(x: at, y: card.maxY + height),
                CGPoint(x: at - half, y: card.maxY - 1)
            )
        case .left:
            (
                CGPoint(x: card.minX + 1, y: at + half), CGPoint(x: card.minX - height, y: at),
                CGPoint(x: card.minX + 1, y: at - half)
            )
        case .right:
            (
                CGPoint(x: card.maxX - 1, y: at - half), CGPoint(x: card.maxX + height, y: at),
                CGPoint(x: card.maxX - 1, y: at + half)
            )
        default: nil
        }
    }

    private func fill() {
        shape?.fillColor = (color ?? .systemBackground).resolvedColor(with: traitCollection).cgColor
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { fill() }
}
