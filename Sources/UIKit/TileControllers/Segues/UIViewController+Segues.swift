import TileGraphics
import TileViews

extension UIViewController {
    /// Makes the view of the controller's storyboard or nib; false when it has none. For controllers that have a view
    /// of their own otherwise.
    package final func loadViewFromNib() -> Bool {
        if let scene { return scene.loadView(of: self) }
        return NibRoom.loader?.loadView(of: self, name: nibName, in: nibBundle) ?? false
    }

    func startSegue(_ identifier: String, _ sender: Any?) {
        if scene?.performSegue(withIdentifier: identifier, of: self, sender: sender) == true { return }
        ControllerLog.note("Receiver (\(self)) has no segue with identifier '\(identifier)'")
    }
}

/// The way back that an unwind segue takes: who ends it, and which containers lie between.
package struct UnwindPath {
    package let destination: UIViewController
    let source: UIViewController

    /// Nil where nobody answers to the action.
    ///
    /// UIKit's search: the containers around the source, and who presents them; of each the children that it allows,
    /// in depth, then itself.
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

    /// A way that is known.
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

    /// Goes the way: dismisses what is presented over the destination, and has containers show it.
    package func follow(_ segue: UIStoryboardSegue) {
        let around = Array(sequence(first: destination, next: \.parent))
        // Who lies over the destination, and not over what both are in.
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

    /// Whether source and base lie in one tree of children: then nothing is to be dismissed.
    private func isInSamePresentation(_ base: UIViewController) -> Bool {
        let root = sequence(first: source, next: \.parent).reversed().first
        return sequence(first: base, next: \.parent).contains { $0 === root }
    }
}

extension UIViewController {
    fileprivate var presenter: UIViewController? { modality.isCurrent ? modality.presenter : nil }
    fileprivate var presentsItself: Bool { presentedViewController != nil }

    func unwindEnd(_ action: Selector, _ source: UIViewController, _ sender: Any?) -> UIViewController? {
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
