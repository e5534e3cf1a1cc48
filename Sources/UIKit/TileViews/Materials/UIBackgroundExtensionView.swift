public import Foundation
import TileDrawing
import TileGeometry
import TileLayers

/// A view whose content lies within the safe area and continues beside it, mirrored and blurred, for example below a
/// sidebar.
///
///     let background = UIBackgroundExtensionView()
///     background.contentView = photo
///
/// The content is a descendant rather than a subview: each edge at which it is mirrored has a container of its own.
open class UIBackgroundExtensionView: UIView {
    /// The blur of the mirrored content, chosen by eye. At edges that are not those of the window, what is beyond
    /// them is mixed in.
    private static let blur = LayerBackdrop(blurRadius: 12, saturation: 1)

    private final var mirrors: [MirrorView] = []
    private final var blurs: [UIView] = []
    private final var content: UIView?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        clipsToBounds = true
    }

    /// The view that is extended. It is added to this view.
    open var contentView: UIView? {
        get { content }
        set {
            guard newValue !== content else { return }
            content?.removeFromSuperview()
            content = newValue
            if let newValue { (mirrors.last ?? self).insertSubview(newValue, at: 0) }
            setNeedsLayout()
        }
    }

    /// A Boolean value that indicates whether the content has the frame of the safe area. Otherwise it has the frame or
    /// the constraints that it is given, and is mirrored around that.
    open var automaticallyPlacesContentView = true {
        didSet { if automaticallyPlacesContentView != oldValue { setNeedsLayout() } }
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard let content else { return show([], around: .zero) }
        if automaticallyPlacesContentView {
            let frame = bounds.inset(by: safeAreaInsets)
            if content.frame != frame { content.frame = frame }
        }
        let frame = content.frame
        let edges = MirrorView.Edge.allCases.filter { $0.gap(of: frame, in: bounds).width > 0.01 && !frame.isEmpty }
        show(edges, around: frame)
    }

    /// Mirrors the content at edges. Containers and blurs are created and removed only when the edges change.
    private func show(_ edges: [MirrorView.Edge], around frame: CGRect) {
        if edges.count != mirrors.count {
            let content = content
            content?.removeFromSuperview()
            for view in mirrors + blurs { view.removeFromSuperview() }
            mirrors = edges.map { _ in MirrorView(frame: bounds) }
            blurs = edges.map { _ in UIView(frame: .zero) }
            for (outer, inner) in zip([self] + mirrors, mirrors) { outer.insertSubview(inner, at: 0) }
            if let content { (mirrors.last ?? self).insertSubview(content, at: 0) }
            for blur in blurs {
                blur.isUserInteractionEnabled = false
                blur.layer.backdrop = Self.blur
                addSubview(blur)
            }
        }
        for (index, edge) in edges.enumerated() {
            mirrors[index].frame = bounds
            mirrors[index].mirror(at: edge, of: frame)
            blurs[index].frame = edge.gap(of: frame, in: bounds).frame
        }
    }
}

/// A container that shows its content a second time, mirrored at an edge.
final class MirrorView: UIView, ViewPart {
    enum Edge: CaseIterable {
        case left, right, top, bottom

        /// Returns the area between a frame and an edge of the bounds that contain it, and its width across the edge.
        /// The areas above and below are as wide as the frame, so that no two of them overlap.
        func gap(of frame: CGRect, in bounds: CGRect) -> (frame: CGRect, width: CGFloat) {
            let area: CGRect =
                switch self {
                case .left:
                    CGRect(x: bounds.minX, y: bounds.minY, width: frame.minX - bounds.minX, height: bounds.height)
                case .right:
                    CGRect(x: frame.maxX, y: bounds.minY, width: bounds.maxX - frame.maxX, height: bounds.height)
                case .top:
                    CGRect(x: frame.minX, y: bounds.minY, width: frame.width, height: frame.minY - bounds.minY)
                case .bottom:
                    CGRect(x: frame.minX, y: frame.maxY, width: frame.width, height: bounds.maxY - frame.maxY)
                }
            return (area, self == .left || self == .right ? area.size.width : area.size.height)
        }
    }

    override class var layerClass: AnyClass { CAReplicatorLayer.self }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        (layer as? CAReplicatorLayer)?.instanceCount = 2
    }

    required init?(coder: NSCoder) { nil }

    func mirror(at edge: Edge, of frame: CGRect) {
        let center = CGPoint(x: bounds.midX, y: bounds.midY)
        let transform: CGAffineTransform =
            switch edge {
            case .left: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * (frame.minX - center.x), ty: 0)
            case .right: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * (frame.maxX - center.x), ty: 0)
            case .top: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * (frame.minY - center.y))
            case .bottom: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * (frame.maxY - center.y))
            }
        (layer as? CAReplicatorLayer)?.instanceTransform = CATransform3DMakeAffineTransform(transform)
    }
}
