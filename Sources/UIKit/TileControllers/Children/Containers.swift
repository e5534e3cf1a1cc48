import TileViews

/// What containers of the library say of themselves, which those of programs say by `addChild` and their like.
protocol ChildContainer: UIViewController {
    /// Those of its children that come and go with it.
    var shownChildren: [UIViewController] { get }
}

extension UIViewController {
    var appearingChildren: [UIViewController] { (self as? any ChildContainer)?.shownChildren ?? children }

    /// Whether it tells its children itself when they come and go, whatever their views do.
    var tellsChildrenItself: Bool { self is any ChildContainer }

    func showAnywhere(_ other: UIViewController, _ sender: Any?) {
        if let parent { parent.show(other, sender: sender) } else { present(other, animated: true) }
    }

    func showDetailAnywhere(_ other: UIViewController, _ sender: Any?) {
        if let parent { parent.showDetailViewController(other, sender: sender) } else { present(other, animated: true) }
    }
}
