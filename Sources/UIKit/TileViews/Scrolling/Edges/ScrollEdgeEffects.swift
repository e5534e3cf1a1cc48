import Foundation
import TileDrawing
import TileGraphics
import TileLayers

/// The edge effects of a scroll view.
final class ScrollEdgeEffects {
    let top: ScrollEdge
    let left: ScrollEdge
    let bottom: ScrollEdge
    let right: ScrollEdge
    /// The interactions of views that lie over the content.
    private var containers: [Container] = []

    private struct Container {
        weak var interaction: UIScrollEdgeElementContainerInteraction?
    }

    init(_ scrollView: UIScrollView) {
        func edge(_ edge: UIRectEdge) -> ScrollEdge { ScrollEdge(edge, UIScrollEdgeEffect(scrollView)) }
        (top, left, bottom, right) = (edge(.top), edge(.left), edge(.bottom), edge(.right))
    }

    func add(_ interaction: UIScrollEdgeElementContainerInteraction) {
        remove(interaction)
        containers.append(Container(interaction: interaction))
    }

    func remove(_ interaction: UIScrollEdgeElementContainerInteraction) {
        containers.removeAll { $0.interaction == nil || $0.interaction === interaction }
    }

    func place(in scrollView: UIScrollView) {
        for edge in [top, left, bottom, right] {
            let views = containers.compactMap(\.interaction).filter { $0.edge.contains(edge.edge) }.compactMap(\.view)
            edge.place(in: scrollView, below: views.filter { !$0.isHidden && $0.window === scrollView.window })
        }
    }
}

/// The effect at one edge, and the layer that shows it.
final class ScrollEdge {
    let edge: UIRectEdge
    let effect: UIScrollEdgeEffect
    private(set) var layer: CALayer?

    /// The dimensions in points, chosen by eye: a fade of about a line of text.
    static let fade: CGFloat = 20
    private static let blur = LayerBackdrop(blurRadius: 6, saturation: 1.2)
    private static let (softCover, hardCover): (CGFloat, CGFloat) = (0.4, 0.72)
    private static let lineWidth: CGFloat = 0.5

    init(_ edge: UIRectEdge, _ effect: UIScrollEdgeEffect) { (self.edge, self.effect) = (edge, effect) }

    /// Shows the effect over the content, in front of all views, or removes it.
    func place(in scrollView: UIScrollView, below views: [UIView]) {
        guard let frame = frame(in: scrollView, below: views) else {
            layer?.removeFromSuperlayer()
            layer = nil
            return
        }
        let shown = layer ?? CALayer()
        if layer == nil {
            shown.changesAtOnce = true
            shown.backdrop = Self.blur
            // In front of all content, and behind the indicators.
            shown.zPosition = 0.5
            scrollView.layer.addSublayer(shown)
            layer = shown
        }
        let isHard = effect.style == .hard
        shown.frame = frame
        let color = UIColor.systemBackground.resolvedColor(with: scrollView.traitCollection)
        shown.backgroundColor = color.withAlphaComponent(isHard ? Self.hardCover : Self.softCover).cgColor
        showEnd(of: shown, isHard: isHard, UIColor.separator.resolvedColor(with: scrollView.traitCollection))
    }

    /// Returns the frame in the scroll view's coordinates; nil if the effect is not visible.
    private func frame(in scrollView: UIScrollView, below views: [UIView]) -> CGRect? {
        guard !effect.isHidden else { return nil }
        let (bounds, insets) = (scrollView.bounds, scrollView.adjustedContentInset)
        let content = CGRect(origin: .zero, size: scrollView.contentSize)
        let isSet = effect.style != .automatic
        let frames = views.map { $0.convert($0.bounds, to: scrollView) }
        var (length, covered): (CGFloat, Bool)
        switch edge {
        case .top:
            length = frames.reduce(isSet ? insets.top : 0) { max($0, $1.maxY - bounds.minY) }
            covered = content.minY < bounds.minY + length
        case .left:
            length = frames.reduce(isSet ? insets.left : 0) { max($0, $1.maxX - bounds.minX) }
            covered = content.minX < bounds.minX + length
        case .bottom:
            length = frames.reduce(isSet ? insets.bottom : 0) { max($0, bounds.maxY - $1.minY) }
            covered = content.maxY > bounds.maxY - length
        default:
            length = frames.reduce(isSet ? insets.right : 0) { max($0, bounds.maxX - $1.minX) }
            covered = content.maxX > bounds.maxX - length
        }
        guard length > 0, length.isFinite, covered else { return nil }
        if effect.style != .hard { length += Self.fade }
        switch edge {
        case .top: return CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: length)
        case .left: return CGRect(x: bounds.minX, y: bounds.minY, width: length, height: bounds.height)
        case .bottom: return CGRect(x: bounds.minX, y: bounds.maxY - length, width: bounds.width, height: length)
        default: return CGRect(x: bounds.maxX - length, y: bounds.minY, width: length, height: bounds.height)
        }
    }

    /// Shows the line of the hard style, or the fade of the soft one.
    private func showEnd(of layer: CALayer, isHard: Bool, _ color: UIColor) {
        let bounds = layer.bounds
        guard isHard else {
            layer.sublayers = nil
            let fade = layer.mask as? CAGradientLayer ?? CAGradientLayer()
            fade.changesAtOnce = true
            fade.frame = bounds
            fade.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
            let isVertical = edge == .top || edge == .bottom
            let length = isVertical ? bounds.height : bounds.width
            fade.locations = [0, NSNumber(value: Double(max(0, 1 - Self.fade / max(length, 1)))), 1]
            let (near, far): (CGPoint, CGPoint) =
                switch edge {
                case .top: (CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1))
                case .left: (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
                case .bottom: (CGPoint(x: 0.5, y: 1), CGPoint(x: 0.5, y: 0))
                default: (CGPoint(x: 1, y: 0.5), CGPoint(x: 0, y: 0.5))
                }
            (fade.startPoint, fade.endPoint) = (near, far)
            if layer.mask == nil { layer.mask = fade }
            return
        }
        layer.mask = nil
        let line = layer.sublayers?.first ?? CALayer()
        line.changesAtOnce = true
        line.backgroundColor = color.cgColor
        let width = Self.lineWidth
        switch edge {
        case .top: line.frame = CGRect(x: 0, y: bounds.maxY - width, width: bounds.width, height: width)
        case .left: line.frame = CGRect(x: bounds.maxX - width, y: 0, width: width, height: bounds.height)
        case .bottom: line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: width)
        default: line.frame = CGRect(x: 0, y: 0, width: width, height: bounds.height)
        }
        if line.superlayer == nil { layer.addSublayer(line) }
    }
}

extension UIScrollView {
    /// The edge effects, created on first access.
    var edgeEffects: ScrollEdgeEffects {
        if let effects = rare?.edgeEffects { return effects }
        let made = ScrollEdgeEffects(self)
        rareState.edgeEffects = made
        return made
    }

    func placeEdgeEffects() { rare?.edgeEffects?.place(in: self) }
}
