public import Foundation
public import TileDrawing

/// An interaction for a view with controls that lie over an edge of a scroll view: the edge's effect reaches below it.
///
///     let interaction = UIScrollEdgeElementContainerInteraction()
///     interaction.scrollView = list
///     interaction.edge = .bottom
///     buttons.addInteraction(interaction)
public final class UIScrollEdgeElementContainerInteraction: NSObject, UIInteraction {
    public private(set) weak var view: UIView?

    public weak var scrollView: UIScrollView? {
        willSet { if newValue !== scrollView { leave() } }
        didSet { join() }
    }

    /// The edge that the view lies over.
    public var edge: UIRectEdge = [] { didSet { if edge != oldValue { scrollView?.setNeedsLayout() } } }

    public override init() {}

    public func willMove(to view: UIView?) {
        guard view == nil else { return }
        leave()
        let isLast = self.view?.interactions.contains { $0 !== self && $0 is Self } == false
        if isLast { self.view?.flags.remove(.liesOverEdge) }
    }

    public func didMove(to view: UIView?) {
        self.view = view
        view?.flags.insert(.liesOverEdge)
        join()
    }

    private func join() {
        guard view != nil, let scrollView else { return }
        scrollView.edgeEffects.add(self)
        scrollView.setNeedsLayout()
    }

    private func leave() {
        scrollView?.edgeEffects.remove(self)
        scrollView?.setNeedsLayout()
    }
}

extension UIView {
    /// Schedules an update of the edge effects below the view after it moved, was hidden or entered another window.
    func noteOverEdge() {
        guard flags.contains(.liesOverEdge) else { return }
        for case let interaction as UIScrollEdgeElementContainerInteraction in interactions {
            interaction.scrollView?.setNeedsLayout()
        }
    }
}
