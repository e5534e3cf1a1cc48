import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// The card of a sheet: with corners that meet the screen's edge, and the bar to drag it by.
final class SheetView: CardView {
    enum Corners {
        case none, top, all
    }

    private let grabber = UIView()

    var radius: CGFloat = 10 { didSet { setNeedsLayout() } }
    var corners = Corners.all { didSet { if corners != oldValue { setNeedsLayout() } } }
    var showsGrabber = false { didSet { grabber.isHidden = !showsGrabber } }

    init(_ content: UIView) {
        super.init(content, shadow: Shadow(opacity: 0.15, radius: 12, offset: 2))
        grabber.backgroundColor = .tertiaryLabel
        grabber.isUserInteractionEnabled = false
        grabber.layer.cornerRadius = Self.grabberSize.height / 2
        grabber.isHidden = true
        addSubview(grabber)
    }

    required init?(coder: NSCoder) { nil }

    /// In points; of a grabber as it was measured.
    static let grabberSize = CGSize(width: 36, height: 5)

    override func layoutSubviews() {
        super.layoutSubviews()
        placeContent(bounds)
        clip.layer.cornerRadius = corners == .none ? 0 : radius
        clip.layer.maskedCorners =
            corners == .top
            ? [.layerMinXMinYCorner, .layerMaxXMinYCorner]
            : [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
        // The shadow of a path takes a fraction of that of all that the card holds, in each tile that it is drawn for.
        layer.shadowPath = outline.cgPath
        let size = Self.grabberSize
        grabber.frame = CGRect(x: bounds.midX - size.width / 2, y: 5, width: size.width, height: size.height)
    }

    private var outline: UIBezierPath {
        switch corners {
        case .none: UIBezierPath(rect: bounds)
        case .top:
            UIBezierPath(
                roundedRect: bounds, byRoundingCorners: [.topLeft, .topRight],
                cornerRadii: CGSize(width: radius, height: radius))
        case .all: UIBezierPath(roundedRect: bounds, cornerRadius: radius)
        }
    }
}
