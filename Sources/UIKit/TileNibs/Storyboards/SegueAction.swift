public import Foundation
import TileBars
public import TileControllers
public import TileViews

/// The action of a segue of one of the standard kinds.
struct SegueAction {
    private let element: NibElement
    /// The source of a popover.
    private weak var anchor: NSObject?

    /// Creates the action, or returns `nil` for a class of the program, which has its own behavior.
    init?(_ element: NibElement, _ objects: [String: NSObject]) {
        guard element["customClass"] == nil else { return nil }
        self.element = element
        anchor = (element["popoverAnchorView"] ?? element["popoverAnchorBarButtonItem"]).flatMap { objects[$0] }
    }

    func perform(_ segue: UIStoryboardSegue, sender: Any?) {
        let isAnimated = element["animates"] != "NO" && UIView.areAnimationsEnabled
        let (source, destination) = (segue.source, segue.destination)
        if let style = element["modalPresentationStyle"].flatMap({ ControllerKind.presentations[$0] }) {
            destination.modalPresentationStyle = style
        }
        if let style = element["modalTransitionStyle"].flatMap({ ControllerKind.transitions[$0] }) {
            destination.modalTransitionStyle = style
        }
        switch element["kind"] {
        case "show": source.show(destination, sender: sender ?? source)
        case "push":
            if let navigation = source.navigationController {
                navigation.pushViewController(destination, animated: isAnimated)
            } else {
                source.show(destination, sender: sender ?? source)
            }
        case "showDetail", "replace": source.showDetailViewController(destination, sender: sender ?? source)
        case "popover", "popoverPresentation":
            destination.modalPresentationStyle = .popover
            present(destination, over: source, sender, isAnimated: isAnimated)
        case "presentation", "modal": present(destination, over: source, sender, isAnimated: isAnimated)
        default: source.show(destination, sender: sender ?? source)
        }
    }

    private func present(
        _ destination: UIViewController, over source: UIViewController, _ sender: Any?, isAnimated: Bool
    ) {
        if let popover = destination.popoverPresentationController {
            switch anchor ?? sender as? NSObject {
            case let item as UIBarButtonItem: popover.barButtonItem = item
            case let view as UIView: popover.sourceView = view
            case let recognizer as UIGestureRecognizer: popover.sourceView = recognizer.view
            default: popover.sourceView = source.view
            }
        }
        source.present(destination, animated: isAnimated)
    }
}

/// The arguments for a method that creates the destination of a segue, marked `@IBSegueAction`.
public final class SegueCreation {
    public let coder: NSCoder
    public let sender: Any?
    public let identifier: String?
    public fileprivate(set) var controller: UIViewController?

    fileprivate init(_ coder: NSCoder, _ sender: Any?, identifier: String?) {
        (self.coder, self.sender, self.identifier) = (coder, sender, identifier)
    }

    /// Returns a closure that creates the destination with a method of the source, or `nil` if the segue names no
    /// method.
    static func creator(
        _ segue: NibElement, _ source: UIViewController, sender: Any?, notes: NibNotes
    ) -> UIStoryboard.Creator? {
        guard let name = segue["destinationCreationSelector"] else { return nil }
        return { coder in
            let creation = SegueCreation(coder, sender, identifier: segue["identifier"])
            if KnownOutlets.set(name, of: source, to: creation) == nil {
                let type = type(of: source)
                let method = name.split(separator: ":").first.map(String.init) ?? name
                notes.add(
                    .action, about: segue,
                    "\(type) has no \(name), which is to make the destination; add .creation(\"\(name)\", "
                        + "\(type).\(method)) to \(type).outlets")
            }
            return creation.controller
        }
    }
}

extension OutletTable.Entry {
    /// Registers a method that creates the destination of a segue from a coder. The name of this one is `detail:`.
    ///
    ///     @IBSegueAction func detail(_ coder: NSCoder) -> Detail?
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            if let creation = value as? SegueCreation { creation.controller = method(owner)(creation.coder) }
        }
    }

    /// Registers a method that also receives the sender, such as `detail:sender:`.
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder, Any?) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            guard let creation = value as? SegueCreation else { return }
            creation.controller = method(owner)(creation.coder, creation.sender)
        }
    }

    /// Registers a method that also receives the sender and the identifier of the segue, such as
    /// `detail:sender:segueIdentifier:`.
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder, Any?, String?) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            guard let creation = value as? SegueCreation else { return }
            creation.controller = method(owner)(creation.coder, creation.sender, creation.identifier)
        }
    }
}
