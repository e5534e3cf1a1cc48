import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The insets that a controller adds to its view's safe area.
struct ControllerInsets {
    /// The insets that the program has set.
    var additional = UIEdgeInsets.zero
    /// The insets of a container's bars.
    var bars = UIEdgeInsets.zero
    /// The content scroll views that were set, with their edges.
    var scrollViews: [(edges: NSDirectionalRectEdge, view: WeakScrollView)] = []
}

struct WeakScrollView {
    weak var view: UIScrollView?
}

extension UIViewController {
    package var addedSafeArea: UIEdgeInsets {
        let (own, bars) = (insets.additional, insets.bars)
        return UIEdgeInsets(
            top: own.top + bars.top, left: own.left + bars.left, bottom: own.bottom + bars.bottom,
            right: own.right + bars.right)
    }

    func setAdditionalInsets(_ new: UIEdgeInsets) {
        guard new != insets.additional else { return }
        insets.additional = new
        shownView?.noteAddedSafeArea()
    }

    /// Sets the insets that bars cover of the view, in points.
    func setBarInsets(_ new: UIEdgeInsets) {
        guard new != insets.bars else { return }
        insets.bars = new
        shownView?.noteAddedSafeArea()
    }

    package var minimumMargins: NSDirectionalEdgeInsets? {
        viewRespectsSystemMinimumLayoutMargins ? systemMinimumLayoutMargins : nil
    }

    /// The standard margins: 16 points on phones and in narrow windows, 20 in wide ones, the same as in UIKit.
    var standardMargins: NSDirectionalEdgeInsets {
        let width = shownView?.bounds.width ?? UIScreen.main.bounds.width
        let side: CGFloat = width >= 414 ? 20 : 16
        return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
    }

    func noteEdges() { parent?.shownView?.setNeedsLayout() }

    func setScrollView(_ view: UIScrollView?, for edge: NSDirectionalRectEdge) {
        for index in insets.scrollViews.indices { insets.scrollViews[index].edges.subtract(edge) }
        insets.scrollViews.removeAll { $0.edges.isEmpty || $0.view.view == nil }
        if let view { insets.scrollViews.append((edge, WeakScrollView(view: view))) }
        parent?.shownView?.setNeedsLayout()
    }

    func scrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
        if let named = insets.scrollViews.first(where: { $0.edges.contains(edge) })?.view.view { return named }
        return shownView as? UIScrollView ?? shownView?.subviews.first as? UIScrollView
    }

    func barSupport(atTop isAtTop: Bool) -> any UILayoutSupport { BarSupport(view, isAtTop: isAtTop) }
}

/// The layout guides of the older API, derived from the safe area.
private final class BarSupport: NSObject, UILayoutSupport {
    private let view: UIView
    private let isAtTop: Bool

    init(_ view: UIView, isAtTop: Bool) {
        self.view = view
        self.isAtTop = isAtTop
    }

    var length: CGFloat { isAtTop ? view.safeAreaInsets.top : view.safeAreaInsets.bottom }
    var topAnchor: NSLayoutYAxisAnchor { isAtTop ? view.topAnchor : view.safeAreaLayoutGuide.bottomAnchor }
    var bottomAnchor: NSLayoutYAxisAnchor { isAtTop ? view.safeAreaLayoutGuide.topAnchor : view.bottomAnchor }
    /// The height anchor of a guide between the two edges, created on first use.
    var heightAnchor: NSLayoutDimension {
        let name = isAtTop ? "UIViewControllerTop" : "UIViewControllerBottom"
        if let known = view.layoutGuides.first(where: { $0.identifier == name }) { return known.heightAnchor }
        let guide = UILayoutGuide()
        guide.identifier = name
        view.addLayoutGuide(guide)
        NSLayoutConstraint.activate([
            guide.topAnchor.constraint(equalTo: topAnchor), guide.bottomAnchor.constraint(equalTo: bottomAnchor),
        ])
        return guide.heightAnchor
    }
}
