import TileViews

/// A container controller of the library. Programs' own containers use `addChild` and related methods instead.
protocol ChildContainer: UIViewController {
    /// The children that appear and disappear with the container.
    var shownChildren: [UIViewController] { get }
}

extension UIViewController {
    var appearingChildren: [UIViewController] { (self as? any ChildContainer)?.shownChildren ?? children }

    /// Whether the controller informs its children of their appearance itself, independently of their views.
    var tellsChildrenItself: Bool { self is any ChildContainer }

    func showAnywhere(_ other: UIViewController, _ sender: Any?) {
        if let parent { parent.show(other, sender: sender) } else { present(other, animated: true) }
    }

    func showDetailAnywhere(_ other: UIViewController, _ sender: Any?) {
        if let parent { parent.showDetailViewController(other, sender: sender) } else { present(other, animated: true) }
    }
}
