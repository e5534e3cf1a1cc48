import TileGraphics
import TileViews

extension UIViewController {
    /// Creates the view from the controller's storyboard or nib; false if there is none. It is for controllers that
    /// otherwise create a view of their own.
    package final func loadViewFromNib() -> Bool {
        if let scene { return scene.loadView(of: self) }
        return NibRoom.loader?.loadView(of: self, name: nibName, in: nibBundle) ?? false
    }

    func startSegue(_ identifier: String, _ sender: Any?) {
        if scene?.performSegue(withIdentifier: identifier, of: self, sender: sender) == true { return }
        ControllerLog.note("Receiver (\(self)) has no segue with identifier '\(identifier)'")
    }
}

/// The path of an unwind segue: its destination and the containers in between.
package struct UnwindPath {
    package let destination: UIViewController
    let source: UIViewController

    /// Finds the path of an unwind segue; nil if no controller responds to the action.
    ///
    /// As in UIKit, the search visits the ancestors and presenters of the source. In each, it searches the permitted
    /// children depth first, then the controller itself.
    package init?(from unwind: UIStoryboardUnwindSegueSource) {
        source = unwind.source
        var current = unwind.source
        while let around = current.parent ?? current.presenter {
            if let found = Self.end(of: unwind, in: around) {
                destination = found
                return
            }
            current = around
        }
        return nil
    }

    /// Creates a path to a known destination.
    init(from source: UIViewController, to destination: UIViewController) {
        (self.source, self.destination) = (source, destination)
    }

    fileprivate static func end(of unwind: UIStoryboardUnwindSegueSource, in controller: UIViewController)
        -> UIViewController?
    {
        for child in controller.allowedChildrenForUnwinding(from: unwind) {
            if let found = end(of: unwind, in: child) { return found }
        }
        let isEnd = controller.canPerformUnwindSegueAction(
            unwind.unwindAction, from: unwind.source, sender: unwind.sender)
        return isEnd ? controller : nil
    }

    /// Follows the path: dismisses everything presented over the destination, and lets containers show it.
    package func follow(_ segue: UIStoryboardSegue) {
        let around = Array(sequence(first: destination, next: \.parent))
        // Only controllers over the destination are dismissed, not those over a common ancestor.
        let presenters = Set(
            sequence(first: source as UIViewController?) { $0?.parent ?? $0?.presenter }
                .compactMap { $0 }.map(ObjectIdentifier.init))
        if let base = around.first(where: { presenters.contains(ObjectIdentifier($0)) || $0.presentsItself }),
            base.presentedViewController != nil, !isInSamePresentation(base)
        {
            base.dismiss(animated: UIView.areAnimationsEnabled)
        }
        for (child, container) in zip(around, around.dropFirst()).reversed() {
            container.unwind(for: segue, towards: child)
        }
    }

    /// Whether source and base belong to the same presentation, so that no dismissal is needed.
    private func isInSamePresentation(_ base: UIViewController) -> Bool {
        let root = sequence(first: source, next: \.parent).reversed().first
        return sequence(first: base, next: \.parent).contains { $0 === root }
    }
}

extension UIViewController {
    fileprivate var presenter: UIViewController? { modality.isCurrent ? modality.presenter : nil }
    fileprivate var presentsItself: Bool { presentedViewController != nil }

    func unwindEnd(for action: Selector, from source: UIViewController, sender: Any?) -> UIViewController? {
        let unwind = UIStoryboardUnwindSegueSource(source: source, unwindAction: action, sender: sender)
        return allowedChildrenForUnwinding(from: unwind).lazy.compactMap { UnwindPath.end(of: unwind, in: $0) }.first
    }

    func unwindSegue(
        to destination: UIViewController, from source: UIViewController, _ identifier: String?
    ) -> UIStoryboardSegue {
        let segue = UIStoryboardSegue(identifier: identifier, source: source, destination: destination)
        segue.action = { UnwindPath(from: source, to: destination).follow($0) }
        return segue
    }

    func unwindableChildren(_ source: UIStoryboardUnwindSegueSource) -> [UIViewController] {
        let from = childContaining(source.source)
        return children.reversed().filter { $0 !== from }
    }
}
