import Foundation
import TileDrawing
import TileViews

/// The `<userDefinedRuntimeAttribute>` elements.
enum RuntimeAttributes {
    static func apply(_ element: NibElement, to object: NSObject, _ reading: NibReading) {
        for attribute in element.list("userDefinedRuntimeAttributes") {
            guard let path = attribute["keyPath"], !path.isEmpty else { continue }
            let value = value(of: attribute, reading)
            switch KnownOutlets.set(keyPath: path, of: object, to: value) {
            case .done: break
            case .mismatch(let expected):
                reading.notes.add(
                    .attribute, about: element,
                    "the runtime attribute \(path) is a \(value.map { "\(type(of: $0))" } ?? "nil"), "
                        + "and \(type(of: object)) takes \(expected)")
            case nil:
                reading.notes.add(
                    .attribute, about: element,
                    "the runtime attribute \(path) has no property; "
                        + "add .value(\"\(path)\", \\\(type(of: object)).\(path)) to \(type(of: object)).outlets")
            }
        }
    }

    private static func value(of element: NibElement, _ reading: NibReading) -> Any? {
        let reader = ElementReader(element, reading)
        switch element["type"] {
        case "boolean": return element["value"] == "YES"
        case "number":
            guard let child = element.child(key: "value"), let text = child["value"] else { return nil }
            if child.name == "integer" { return Int(text) }
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        case "string", "localizedString": return element["value"] ?? element.child(key: "value")?.text ?? ""
        case "color": return reader.color("value")
        case "rect": return reader.rect("value")
        case "point": return reader.point("value")
        case "size": return reader.size("value")
        case "image": return element["value"].flatMap { reading.image($0, for: element) }
        case "range":
            guard let range = element.child(key: "value"), let location = range["location"].flatMap({ Int($0) }),
                let length = range["length"].flatMap({ Int($0) }), location >= 0, length >= 0
            else { return nil }
            return NSRange(location: location, length: length)
        case "nil": return nil
        case let other:
            reading.notes.add(
                .property, about: element, "a runtime attribute of the type \(other ?? "?") is unknown here")
            return nil
        }
    }
}
