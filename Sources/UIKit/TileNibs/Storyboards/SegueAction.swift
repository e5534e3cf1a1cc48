public import Foundation
import TileBars
public import TileControllers
public import TileViews

/// What a segue of one of the kinds does.
struct SegueAction {
    private let element: NibElement
    /// What a popover comes out of.
    private weak var anchor: NSObject?

    /// Nil for a class of the program's own, which says itself what it does.
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
            present(destination, over: source, sender, isAnimated)
        case "presentation", "modal": present(destination, over: source, sender, isAnimated)
        default: source.show(destination, sender: sender ?? source)
        }
    }

    private func present(
        _ destination: UIViewController, over source: UIViewController, _ sender: Any?, _ isAnimated: Bool
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

/// A method that makes a segue's destination: `@IBSegueAction`.
public final class SegueCreation {
    public let coder: NSCoder
    public let sender: Any?
    public let identifier: String?
    public fileprivate(set) var controller: UIViewController?

    fileprivate init(_ coder: NSCoder, _ sender: Any?, _ identifier: String?) {
        (self.coder, self.sender, self.identifier) = (coder, sender, identifier)
    }

    /// What has a method of the source make the destination; nil where the segue names none.
    static func creator(
        _ segue: NibElement, _ source: UIViewController, _ sender: Any?, _ notes: NibNotes
    ) -> UIStoryboard.Creator? {
        guard let name = segue["destinationCreationSelector"] else { return nil }
        return { coder in
            let creation = SegueCreation(coder, sender, segue["identifier"])
            if KnownOutlets.set(name, of: source, to: creation) == nil {
                let type = type(of: source)
                let method = name.split(separator: ":").first.map(String.init) ?? name
                notes.add(
                    .action, segue,
                    "\(type) has no \(name), which is to make the destination; add .creation(\"\(name)\", "
                        + "\(type).\(method)) to \(type).outlets")
            }
            return creation.controller
        }
    }
}

extension OutletTable.Entry {
    /// A method that makes a segue's destination of a coder: `@IBSegueAction func detail(_ coder: NSCoder)`, whose name
    /// is `detail:`.
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            if let creation = value as? SegueCreation { creation.controller = method(owner)(creation.coder) }
        }
    }

    /// One that is given the sender, too: `detail:sender:`.
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder, Any?) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            guard let creation = value as? SegueCreation else { return }
            creation.controller = method(owner)(creation.coder, creation.sender)
        }
    }

    /// One that is given the sender and the segue's identifier: `detail:sender:segueIdentifier:`.
    public static func creation<Owner: AnyObject, Controller: UIViewController>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (NSCoder, Any?, String?) -> Controller?
    ) -> OutletTable.Entry {
        .property(name) { (owner: Owner, value) in
            guard let creation = value as? SegueCreation else { return }
            creation.controller = method(owner)(creation.coder, creation.sender, creation.identifier)
        }
    }
}
