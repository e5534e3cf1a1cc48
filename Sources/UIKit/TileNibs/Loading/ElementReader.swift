import Foundation
import TileDrawing

/// A reader for the properties of an element, which records what was read.
final class ElementReader {
    let element: NibElement
    let reading: NibReading
    /// The only attributes and keys that are returned, which are the ones that variations change when they are applied
    /// again.
    private let only: Set<String>?
    private var seen: Set<String> = []

    init(_ element: NibElement, _ reading: NibReading, only: Set<String>? = nil) {
        (self.element, self.reading, self.only) = (element, reading, only)
    }

    private func mayAnswer(_ name: String) -> Bool {
        seen.insert(name)
        return only?.contains(name) ?? true
    }

    // MARK: Attributes

    func has(_ name: String) -> Bool { element[name] != nil }

    func text(_ name: String) -> String? {
        guard mayAnswer(name) else { return nil }
        if let text = element[name] { return text }
        // Text with several lines is an element of its own.
        return element.children.first { $0.key == name && ["string", "mutableString"].contains($0.name) }?.text
    }

    func flag(_ name: String) -> Bool? {
        guard let text = word(name) else { return nil }
        switch text {
        case "YES", "true", "1": return true
        case "NO", "false", "0": return false
        default:
            note(.property, "\(name) is neither YES nor NO: \(text)")
            return nil
        }
    }

    /// Returns a finite number with a magnitude of at most `NSCoder.largestNumber`.
    func number(_ name: String) -> Double? { word(name).flatMap { number($0, of: name) } }

    func length(_ name: String) -> CGFloat? { number(name).map { CGFloat($0) } }

    func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0.rounded()) } }

    /// Returns the value for a name in a table.
    func choice<Value>(_ name: String, _ values: [String: Value]) -> Value? {
        guard let text = word(name) else { return nil }
        if let value = values[text] { return value }
        note(.property, "\(name) is \(text), which is unknown here")
        return nil
    }

    /// Marks attributes as ignored here or at run time.
    func pass(_ names: String...) { seen.formUnion(names) }

    private func word(_ name: String) -> String? { mayAnswer(name) ? element[name] : nil }

    private func number(_ text: String, of name: String) -> Double? {
        if let number = Double(text), number.isFinite {
            return min(max(number, -NSCoder.largestNumber), NSCoder.largestNumber)
        }
        note(.property, "\(name) is no number: \(text)")
        return nil
    }

    // MARK: Property elements

    /// Returns the element of a property.
    func part(_ key: String) -> NibElement? {
        guard mayAnswer(key) else { return nil }
        return element.child(key: key)
    }

    /// Returns the elements of a list, such as `subviews` or `items`.
    func list(_ name: String) -> [NibElement] {
        guard mayAnswer(name) else { return [] }
        return element.list(name)
    }

    private func numbers(_ key: String, _ names: [String]) -> [CGFloat]? {
        guard let part = part(key) else { return nil }
        return names.map { name in CGFloat(part[name].flatMap { number($0, of: "\(key).\(name)") } ?? 0) }
    }

    func rect(_ key: String) -> CGRect? {
        guard let n = numbers(key, ["x", "y", "width", "height"]) else { return nil }
        return CGRect(x: n[0], y: n[1], width: max(0, n[2]), height: max(0, n[3]))
    }

    func point(_ key: String) -> CGPoint? { numbers(key, ["x", "y"]).map { CGPoint(x: $0[0], y: $0[1]) } }
    func size(_ key: String) -> CGSize? {
        numbers(key, ["width", "height"]).map { CGSize(width: $0[0], height: $0[1]) }
    }

    func insets(_ key: String) -> UIEdgeInsets? {
        guard let part = part(key) else { return nil }
        // Older documents name the right and bottom edges like those of a rectangle.
        let names =
            part["minX"] != nil || part["maxX"] != nil || part["minY"] != nil || part["maxY"] != nil
            ? ["minY", "minX", "maxY", "maxX"] : ["top", "left", "bottom", "right"]
        return numbers(key, names).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
    }

    func directionalInsets(_ key: String) -> NSDirectionalEdgeInsets? {
        numbers(key, ["top", "leading", "bottom", "trailing"]).map {
            NSDirectionalEdgeInsets(top: $0[0], leading: $0[1], bottom: $0[2], trailing: $0[3])
        }
    }

    func color(_ key: String) -> UIColor? { part(key).flatMap { NibColor.color($0, reading) } }
    func font(_ key: String) -> UIFont? { part(key).flatMap { NibFont.font($0, reading) } }
    func image(_ name: String) -> UIImage? { word(name).flatMap { reading.image($0, for: element) } }
    func attributedText(_ key: String) -> NSAttributedString? {
        guard let part = element.children.first(where: { $0.name == "attributedString" && $0.key == key }) else {
            return nil
        }
        seen.insert(key)
        return NibText.text(part, reading)
    }

    /// Creates and returns the object of a property.
    func object(_ key: String) -> NSObject? { part(key).flatMap { reading.make($0) } }

    func note(_ kind: NibNote.Kind, _ text: String) { reading.notes.add(kind, about: element, text) }

    // MARK: Remaining elements

    /// Adds notes for the properties that weren't read.
    func noteRest() {
        for name in element.attributes.keys.sorted()
        where !seen.contains(name) && !Self.silent.contains(name) {
            note(.property, "the property \(name) of <\(element.name)> is unknown here")
        }
        for child in element.children {
            guard !Self.silentElements.contains(child.name), child.key != "freeformSize", child.key != "canvasLocation",
                !seen.contains(child.key ?? child.name),
                !seen.contains(child.name)
            else { continue }
            reading.notes.add(
                .property, about: element,
                child.key.map { "the property \($0) of <\(element.name)> is unknown here" }
                    ?? "<\(child.name)> in <\(element.name)> is unknown here")
        }
    }

    /// The names that only Interface Builder uses, or that are read elsewhere.
    private static let silent: Set<String> = [
        "id", "key", "userLabel", "customClass", "customModule", "customModuleProvider", "sceneMemberID", "ambiguous",
        "misplaced", "verifyAmbiguity", "fixedFrame", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight",
        "colorLabel", "ibDesignableClass", "propertyAccessControl", "translatesAutoresizingMaskIntoConstraints",
        "userComments", "horizontalCompressionResistancePriority", "ibShadowedAttributedTitle",
    ]
    private static let silentElements: Set<String> = [
        "connections", "constraints", "variation", "userDefinedRuntimeAttributes", "attributedString",
        "simulatedStatusBarMetrics", "simulatedTabBarMetrics", "simulatedTopBarMetrics", "simulatedToolbarMetrics",
        "simulatedNavigationBarMetrics", "simulatedBottomBarMetrics", "simulatedOrientationMetrics",
        "simulatedScreenMetrics", "simulatedMetricsContainer", "nil", "freeformSimulatedSizeMetrics", "extendedEdge",
        "string", "mutableString", "modalFormSheetSimulatedSizeMetrics", "modalPageSheetSimulatedSizeMetrics",
        "attributedText", "viewLayoutGuide", "viewControllerLayoutGuide", "animations", "point", "gestureRecognizers",
        "freeformSimulatedSizeMetrics",
        "toolbarItems", "ibDesignableInfo", "simulatedPopoverArrow", "layoutGuides",
        "accessibility", "inferredMetricsTieBreakers", "value", "placeholder", "simulatedDimensions",
    ]
}
