import Foundation
import TileBars
import TileControllers
import TileGraphics
import TileViews

/// The `<connections>` of one loading: outlets and outlet collections first, in order, then actions and segues.
///
/// Connections to objects that don't exist yet wait. The outlets of a controller wait until its view is loaded.
struct NibConnections {
    private var waiting: [(owner: NibElement, object: NSObject, connection: NibElement)] = []

    mutating func add(_ objects: [(element: NibElement, object: NSObject)]) {
        for (element, object) in objects {
            for connection in element.list("connections") { waiting.append((element, object, connection)) }
        }
    }

    mutating func connect(in reading: NibReading, isLast: Bool) {
        var later: [(owner: NibElement, object: NSObject, connection: NibElement)] = []
        var collections: [(owner: NibElement, object: NSObject, property: String, values: [NSObject])] = []
        var actions: [(owner: NibElement, object: NSObject, connection: NibElement)] = []
        for entry in waiting {
            let (owner, object, connection) = entry
            switch connection.name {
            case "outlet", "outletCollection":
                guard let property = connection["property"], let id = connection["destination"] else { continue }
                guard let destination = reading.objects[id] else {
                    if isLast {
                        reading.notes.add(
                            .reference, about: owner, "the outlet \(property) leads to \(id), which is not there")
                    } else {
                        later.append(entry)
                    }
                    continue
                }
                if connection.name == "outlet" {
                    Self.set(property, of: object, owner, to: destination, in: reading)
                } else if let place = collections.firstIndex(where: {
                    $0.object === object && $0.property == property
                }) {
                    collections[place].values.append(destination)
                } else {
                    collections.append((owner, object, property, [destination]))
                }
            case "action", "segue": actions.append(entry)
            default:
                reading.notes.add(.element, about: connection, "<\(connection.name)> among connections is unknown here")
            }
        }
        for (owner, object, property, values) in collections {
            Self.set(property, of: object, owner, to: values, in: reading)
        }
        for entry in actions {
            let (owner, object, connection) = entry
            if connection.name == "segue" {
                reading.scene?.connect(connection, to: object, owner)
                continue
            }
            guard let id = connection["destination"], let name = connection["selector"] else { continue }
            guard let destination = reading.objects[id] else {
                if isLast {
                    reading.notes.add(.reference, about: owner, "the action \(name) leads to \(id), which is not there")
                } else {
                    later.append(entry)
                }
                continue
            }
            Self.connect(Selector(name), connection, from: object, owner: owner, to: destination, in: reading)
        }
        waiting = later
    }

    private static func set(
        _ property: String, of object: NSObject, _ owner: NibElement, to value: Any, in reading: NibReading
    ) {
        let type = type(of: object)
        switch KnownOutlets.set(property, of: object, to: value) {
        case .done: break
        case .mismatch(let expected):
            reading.notes.add(
                .outlet, about: owner,
                "the outlet \(property) of \(type) takes \(expected), and leads to a \(Swift.type(of: value))")
        case nil:
            // Outlets of UIKit that have no use here.
            if silent.contains(property) { return }
            let kind = value is [NSObject] ? "collection" : "outlet"
            reading.notes.add(
                .outlet, about: owner,
                "\(type) has no outlet \(property); add .\(kind)(\"\(property)\", \\\(type).\(property)) to "
                    + "\(type).outlets")
        }
    }

    private static let silent: Set<String> = [
        "searchDisplayController", "nextFirstResponder", "inputAccessoryView", "inputView", "searchContentsController",
    ]

    /// The target of actions that a nib sends to its first responder.
    final class FirstResponder: NSObject {}

    private static func connect(
        _ action: Selector, _ connection: NibElement, from object: NSObject, owner: NibElement,
        to destination: NSObject, in reading: NibReading
    ) {
        let target: (any ActionTarget)?
        if destination is FirstResponder {
            target = nil
        } else if let known = destination as? any ActionTarget, known.responds(to: action) {
            target = known
        } else {
            let type = type(of: destination)
            let method = action.name.split(separator: ":").first.map(String.init) ?? action.name
            reading.notes.add(
                .action, about: owner,
                "\(type) has no action \(action); add .action(\"\(action)\", \(type).\(method)) to \(type).actions")
            return
        }
        switch object {
        case let control as UIControl:
            let name = connection["eventType"] ?? "touchUpInside"
            guard let event = NibWords.events[name] else {
                reading.notes.add(.action, about: owner, "the action \(action) is for \(name), which is unknown here")
                return
            }
            control.addTarget(target, action: action, for: event)
        case let item as UIBarButtonItem:
            item.target = target
            item.action = action
        case let recognizer as UIGestureRecognizer:
            if let target { recognizer.addTarget(target, action: action) }
        default:
            reading.notes.add(.action, about: owner, "a \(type(of: object)) sends no actions; \(action) is left out")
        }
    }
}
