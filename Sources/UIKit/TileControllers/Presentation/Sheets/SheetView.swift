import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// The card of a sheet, with corners that meet the screen's edge and a grabber.
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

    /// The size of the grabber in points, as measured.
    static let grabberSize = CGSize(width: 36, height: 5)

    override func layoutSubviews() {
        super.layoutSubviews()
        placeContent(bounds)
        clip.layer.cornerRadius = corners == .none ? 0 : radius
        clip.layer.maskedCorners =
            corners == .top
            ? [.layerMinXMinYCorner, .layerMaxXMinYCorner]
            : [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
        // The shadow of a path costs a fraction of the shadow of all the card's content, in each tile that draws it.
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
