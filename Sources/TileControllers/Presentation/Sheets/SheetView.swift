import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// The card that a presented view is on: its corners, and the bar to drag it by.
final class SheetView: UIView {
    enum Corners {
        case none, top, all
    }

    let content: UIView
    private let clip = UIView()
    private let grabber = UIView()

    var radius: CGFloat = 10 { didSet { setNeedsLayout() } }
    var corners = Corners.all { didSet { if corners != oldValue { setNeedsLayout() } } }
    var showsGrabber = false { didSet { grabber.isHidden = !showsGrabber } }

    init(_ content: UIView) {
        self.content = content
        super.init(frame: .zero)
        clip.clipsToBounds = true
        content.frame = clip.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        clip.addSubview(content)
        addSubview(clip)
        grabber.backgroundColor = .tertiaryLabel
        grabber.isUserInteractionEnabled = false
        grabber.layer.cornerRadius = Self.grabberSize.height / 2
        grabber.isHidden = true
        addSubview(grabber)
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowOpacity = 0.15
        layer.shadowRadius = 12
        layer.shadowOffset = CGSize(width: 0, height: 2)
    }

    required init?(coder: NSCoder) { nil }

    /// In points; of a grabber as it was measured.
    static let grabberSize = CGSize(width: 36, height: 5)

    override func layoutSubviews() {
        super.layoutSubviews()
        clip.frame = bounds
        clip.layer.cornerRadius = corners == .none ? 0 : radius
        clip.layer.maskedCorners =
            corners == .top
            ? [.layerMinXMinYCorner, .layerMaxXMinYCorner]
            : [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
        // The shadow of a path takes a fraction of that of all that the card holds, in each tile that it is drawn for.
        layer.shadowPath = outline.cgPath
        let size = Self.grabberSize
        grabber.frame = CGRect(x: bounds.midX - size.width / 2, y: 5, width: size.width, height: size.height)
        if content.superview === clip, content.frame != clip.bounds { content.frame = clip.bounds }
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

    /// Lets go of the content.
    func release() { if content.superview === clip { content.removeFromSuperview() } }
}

/// What lies between a presented view and what it is presented over: darkens it, and dismisses at a touch.
final class DimmingView: UIView {
    private let touched: () -> Void

    init(_ touched: @escaping () -> Void) {
        self.touched = touched
        super.init(frame: .zero)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        backgroundColor = UIColor { traits in
            UIColor(white: 0, alpha: traits.userInterfaceStyle == .dark ? 0.48 : 0.2)
        }
        addGestureRecognizer(UITapGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.touched() }))
        isAccessibilityElement = true
        accessibilityLabel = "Dismiss"
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }
}
