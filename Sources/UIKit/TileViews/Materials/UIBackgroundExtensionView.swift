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
/// The content is a descendant rather than a subview: each edge at which it can be mirrored has a container of its own.
open class UIBackgroundExtensionView: UIView {
    /// The blur of the mirrored content, chosen by eye. At edges that are not those of the window, what is beyond
    /// them is mixed in.
    private static let blur = LayerBackdrop(blurRadius: 12, saturation: 1)

    /// The containers of the content, from the outermost one, and the blurs of the edges. Empty without content.
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
        automaticallyPlacesContentView = coder.archivedFlag(Key.isPlaced) ?? true
        if let view = coder.archivedObject(Key.content, of: UIView.self), isFree(view) { setContent(view) }
        coder.settle(self, as: UIBackgroundExtensionView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(automaticallyPlacesContentView, forKey: Key.isPlaced)
        coder.archive(content, forKey: Key.content)
    }

    private enum Key {
        static let isPlaced = "UIBackgroundExtensionViewAutomaticallyPlacesContentView"
        static let content = "UIBackgroundExtensionViewContentView"
    }

    override var ownParts: [UIView] { mirrors + blurs }

    /// The view that is extended. It is added to this view.
    open var contentView: UIView? {
        get { content }
        set { if newValue !== content { setContent(newValue) } }
    }

    private func setContent(_ new: UIView?) {
        content?.removeFromSuperview()
        content = new
        if let new {
            if mirrors.isEmpty { build() }
            mirrors.last?.addSubview(new)
        } else {
            for view in ownParts { view.removeFromSuperview() }
            (mirrors, blurs) = ([], [])
        }
        setNeedsLayout()
    }

    /// Creates a container and a blur for each edge. The content stays in them while edges come and go, because it
    /// would lose its constraints and touches in a move.
    private func build() {
        for edge in MirrorView.Edge.allCases {
            let mirror = MirrorView(edge, frame: bounds)
            (mirrors.last ?? self).insertSubview(mirror, at: 0)
            mirrors.append(mirror)
            let blur = UIView(frame: .zero)
            (blur.isUserInteractionEnabled, blur.isHidden) = (false, true)
            blur.layer.backdrop = Self.blur
            addSubview(blur)
            blurs.append(blur)
        }
        mirrors.last?.didLayOut = { [weak self] in self?.showMirrors() }
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
        for mirror in mirrors where mirror.frame != bounds { mirror.frame = bounds }
        if automaticallyPlacesContentView, let content {
            let frame = bounds.inset(by: safeAreaInsets)
            if content.frame != frame { content.frame = frame }
        }
        showMirrors()
    }

    /// Mirrors the content at the edges beside which there is room.
    private func showMirrors() {
        guard let content else { return }
        let frame = content.frame
        for (mirror, blur) in zip(mirrors, blurs) {
            let gap = mirror.edge.gap(of: frame, in: bounds)
            let isShown = gap.width > 0.01 && !frame.isEmpty
            mirror.mirror(isShown ? frame : nil)
            blur.isHidden = !isShown
            if isShown { blur.frame = gap.frame }
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

    let edge: Edge
    /// Called after layout, which places content that has constraints.
    var didLayOut: (() -> Void)?

    init(_ edge: Edge, frame: CGRect) {
        self.edge = edge
        super.init(frame: frame)
        isOpaque = false
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        didLayOut?()
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }

    /// Shows the content a second time beside a frame, or only once if that is nil.
    func mirror(_ frame: CGRect?) {
        guard let layer = layer as? CAReplicatorLayer else { return }
        let count = frame == nil ? 1 : 2
        if layer.instanceCount != count { layer.instanceCount = count }
        guard let frame else { return }
        let center = CGPoint(x: bounds.midX, y: bounds.midY)
        let transform: CGAffineTransform =
            switch edge {
            case .left: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * (frame.minX - center.x), ty: 0)
            case .right: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * (frame.maxX - center.x), ty: 0)
            case .top: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * (frame.minY - center.y))
            case .bottom: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * (frame.maxY - center.y))
            }
        let step = CATransform3DMakeAffineTransform(transform)
        if layer.instanceTransform != step { layer.instanceTransform = step }
    }
}
