import Foundation
import TileDrawing
import TileViews

/// Converts the objects of a compiled nib into the elements of a document, so that one reader creates both.
///
/// The identifiers are the positions of the objects with a prefix.
struct CompiledElements {
    let archive: NibArchive
    let prefix: String
    let limits: NibLimits
    /// The objects that already have an element. Other references to them contain only the identifier.
    private(set) var placed: Set<Int> = []
    /// The names of external objects, by their identifiers.
    let external: [String: String]

    init(_ archive: NibArchive, prefix: String, external: [String: String] = [:], limits: NibLimits) {
        (self.archive, self.prefix, self.external, self.limits) = (archive, prefix, external, limits)
    }

    func id(_ place: Int) -> String {
        let object = archive.objects[place]
        if object.type == "UIProxyObject", let name = archive.text(object["UIProxiedObjectIdentifier"]),
            let known = external[name]
        {
            return known
        }
        return "\(prefix)\(place)"
    }

    /// Returns the elements of a standalone nib, placeholders first.
    mutating func top() -> [NibElement] {
        guard let root = archive.objects.first else { return [] }
        let top = archive.list(root["UINibTopLevelObjectsKey"])
        let all = archive.list(root["UINibObjectsKey"])
        var elements: [NibElement] = []
        for place in top + all where archive.objects[place].type == "UIProxyObject" {
            guard placed.insert(place).inserted else { continue }
            let name = archive.text(archive.objects[place]["UIProxiedObjectIdentifier"]) ?? ""
            elements.append(
                element(
                    NibElement("placeholder", ["placeholderIdentifier": name, "id": id(place)]), connectionsOf: place))
        }
        for place in top + all {
            if let element = element(place) { elements.append(element) }
        }
        return elements
    }

    /// Returns the element of an object, or `nil` if it already has one or the object isn't an element.
    mutating func element(_ place: Int, key: String? = nil, depth: Int = 0) -> NibElement? {
        guard depth < limits.depth, let name = name(of: archive.objects[place]), placed.insert(place).inserted else {
            return nil
        }
        let object = archive.objects[place]
        var element = NibElement(name, ["id": id(place)])
        element.attributes["key"] = key
        setClass(of: &element, object)
        for (own, value) in object.values { set(own, value, object: object, element: &element, depth: depth) }
        return self.element(element, connectionsOf: place)
    }

    private func name(of object: NibArchive.Object) -> String? {
        let type =
            object.type == "UIClassSwapper"
            ? archive.text(object["UIOriginalClassName"]) ?? "UIView" : object.type
        switch type {
        case "UICustomObject", "NSObject": return "customObject"
        case "_UILayoutGuide", "UIViewControllerPlaceholder", "UIProxyObject": return nil
        default: break
        }
        guard type.hasPrefix("UI"), !Self.values.contains(type), !type.hasSuffix("Template"),
            !type.hasPrefix("UIRuntime")
        else { return nil }
        let rest = type.dropFirst(2)
        if type == "UILongPressGestureRecognizer" { return "pongPressGestureRecognizer" }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }

    /// The classes whose objects are values of other objects.
    private static let values: Set<String> = [
        "UIColor", "UIFont", "UIFontDescriptor", "UIButtonContent", "UIImage", "UINib", "UIImageNibPlaceholder",
        "UITraitCollection", "UISegment",
    ]

    private func setClass(of element: inout NibElement, _ object: NibArchive.Object) {
        guard let name = archive.text(object["UIClassName"]) else { return }
        if name == archive.text(object["UIOriginalClassName"]) { return }
        element.attributes["customClass"] = name
    }

    // MARK: Properties

    private mutating func set(
        _ key: String, _ value: NibArchive.Value, object: NibArchive.Object, element: inout NibElement, depth: Int
    ) {
        if let property = CompiledKeys.all[key] {
            return set(property, to: value, in: &element)
        }
        switch key {
        case "UISubviews":
            for place in archive.list(value) { setBarGuide(place, &element) }
            append("subviews", value, element: &element, depth: depth)
        case "UIContentView": addChild("contentView", value: value, to: &element, depth: depth)
        case "UINavigationItem": addChild("navigationItem", value: value, to: &element, depth: depth)
        case "UITabBarItem": addChild("tabBarItem", value: value, to: &element, depth: depth)
        case "UITitleView": addChild("titleView", value: value, to: &element, depth: depth)
        case "UICustomView": addChild("customView", value: value, to: &element, depth: depth)
        case "UILeftBarButtonItem": addChild("leftBarButtonItem", value: value, to: &element, depth: depth)
        case "UIRightBarButtonItem": addChild("rightBarButtonItem", value: value, to: &element, depth: depth)
        case "UIBackBarButtonItem": addChild("backBarButtonItem", value: value, to: &element, depth: depth)
        case "UIItems": append("items", value, element: &element, depth: depth)
        case "UIToolbarItems": append("toolbarItems", value, element: &element, depth: depth)
        case "UIBounds": setFrame(object, &element)
        case "UIFrame":
            if let n = NibArchive.numbers(value), n.count == 4, element.child(key: "frame") == nil {
                element.children.append(rect("frame", n))
            }
        case "UIAutoresizingMask": setMask(value, &element)
        case "UIViewDoesNotTranslateAutoresizingMaskIntoConstraints":
            if value == .flag(true) { element.attributes["translatesAutoresizingMaskIntoConstraints"] = "NO" }
        case "UIViewAutolayoutConstraints": setConstraints(value, &element)
        case "UIButtonStatefulContent": setStates(value, &element)
        case "UISegments": setSegments(value, &element)
        default: break
        }
    }

    private func set(_ property: CompiledKeys.Property, to value: NibArchive.Value, in element: inout NibElement) {
        switch (property, value) {
        case (.flag(let name), .flag(let isOn)): element.attributes[name] = isOn ? "YES" : "NO"
        case (.opposite(let name), .flag(let isOn)): element.attributes[name] = isOn ? "NO" : "YES"
        case (.number(let name), .integer(let number)): element.attributes[name] = "\(number)"
        case (.number(let name), .number(let number)): element.attributes[name] = "\(number)"
        case (.text(let name), _): element.attributes[name] = archive.text(value)
        case (.choice(let name, let words), .integer(let number)): element.attributes[name] = words[number]
        case (.color(let name), .object(let place)):
            if let color = color(archive.objects[place], name) { element.children.append(color) }
        case (.font(let name), .object(let place)): element.children.append(font(archive.objects[place], name))
        case (.image(let name), .object(let place)):
            element.attributes[name] = archive.text(archive.objects[place]["UIResourceName"])
        case (.size(let name), _):
            if let n = NibArchive.numbers(value), n.count == 2 {
                element.children.append(NibElement("size", ["key": name, "width": "\(n[0])", "height": "\(n[1])"]))
            }
        case (.insets(let name), _):
            if let n = NibArchive.numbers(value), n.count == 4 {
                element.children.append(
                    NibElement(
                        "inset",
                        ["key": name, "minY": "\(n[0])", "minX": "\(n[1])", "maxY": "\(n[2])", "maxX": "\(n[3])"]))
            }
        default: break
        }
    }

    private mutating func append(
        _ name: String, _ value: NibArchive.Value, element: inout NibElement, depth: Int
    ) {
        var list = NibElement(name, ["key": name])
        for place in archive.list(value) {
            if let child = self.element(place, depth: depth + 1) { list.children.append(child) }
        }
        element.children.append(list)
    }

    private mutating func addChild(_ key: String, value: NibArchive.Value, to element: inout NibElement, depth: Int) {
        guard case .object(let place) = value, let child = self.element(place, key: key, depth: depth + 1) else {
            return
        }
        element.children.append(child)
    }

    private func rect(_ key: String, _ n: [Double]) -> NibElement {
        NibElement("rect", ["key": key, "x": "\(n[0])", "y": "\(n[1])", "width": "\(n[2])", "height": "\(n[3])"])
    }

    private func setFrame(_ object: NibArchive.Object, _ element: inout NibElement) {
        guard let bounds = NibArchive.numbers(object["UIBounds"]), bounds.count == 4 else { return }
        let center = NibArchive.numbers(object["UICenter"]) ?? [bounds[2] / 2, bounds[3] / 2]
        guard center.count == 2 else { return }
        element.children.append(
            rect("frame", [center[0] - bounds[2] / 2, center[1] - bounds[3] / 2, bounds[2], bounds[3]]))
    }

    /// Adds a layout guide of older documents, which is a subview here. The constraints that position it are left out,
    /// because it follows the edge of the safe area.
    private mutating func setBarGuide(_ place: Int, _ element: inout NibElement) {
        let object = archive.objects[place]
        guard object.type == "_UILayoutGuide", placed.insert(place).inserted else { return }
        placed.formUnion(archive.list(object["_UILayoutGuideConstraintsToRemove"]))
        let isTop = archive.text(object["_UILayoutGuideIdentifier"])?.hasSuffix("Top") ?? true
        element.children.append(
            NibElement("viewControllerLayoutGuide", ["id": id(place), "type": isTop ? "top" : "bottom"]))
    }

    private func setMask(_ value: NibArchive.Value, _ element: inout NibElement) {
        guard case .integer(let mask) = value else { return }
        let names = ["flexibleMinX", "widthSizable", "flexibleMaxX", "flexibleMinY", "heightSizable", "flexibleMaxY"]
        var child = NibElement("autoresizingMask", ["key": "autoresizingMask"])
        for (bit, name) in names.enumerated() where mask & (1 << bit) != 0 { child.attributes[name] = "YES" }
        element.children.append(child)
    }

    private func setStates(_ value: NibArchive.Value, _ element: inout NibElement) {
        guard case .object(let place) = value else { return }
        let entries = archive.list(.object(place))
        for pair in stride(from: 0, to: entries.count - 1, by: 2) {
            guard case .integer(let state)? = archive.objects[entries[pair]]["NS.intval"] else { continue }
            let content = archive.objects[entries[pair + 1]]
            let names = [0: "normal", 1: "highlighted", 2: "disabled", 4: "selected"]
            guard let name = names[state] else { continue }
            var child = NibElement("state", ["key": name])
            child.attributes["title"] = archive.text(content["UITitle"])
            for (key, attribute) in [("UIImage", "image"), ("UIBackgroundImage", "backgroundImage")] {
                guard case .object(let image)? = content[key] else { continue }
                child.attributes[attribute] = archive.text(archive.objects[image]["UIResourceName"])
            }
            for (key, name) in [("UITitleColor", "titleColor"), ("UIShadowColor", "titleShadowColor")] {
                guard case .object(let color)? = content[key], let made = self.color(archive.objects[color], name)
                else {
                    continue
                }
                child.children.append(made)
            }
            element.children.append(child)
        }
    }

    private func setSegments(_ value: NibArchive.Value, _ element: inout NibElement) {
        var list = NibElement("segments")
        for place in archive.list(value) {
            let object = archive.objects[place]
            let title = archive.text(object["UISegmentInfo"]) ?? archive.text(object["UITitle"]) ?? ""
            list.children.append(NibElement("segment", ["title": title]))
        }
        element.children.append(list)
    }

    private func color(_ object: NibArchive.Object, _ key: String) -> NibElement? {
        func part(_ name: String) -> String? {
            switch object[name] {
            case .number(let number): "\(number)"
            case .integer(let number): "\(number)"
            default: nil
            }
        }
        var attributes = ["key": key, "alpha": part("UIAlpha") ?? "1"]
        if let name = archive.text(object["UISystemColorName"]) ?? archive.text(object["UIColorName"]),
            NibColor.system(name) != nil
        {
            attributes["systemColor"] = name
        } else if let white = part("UIWhite") {
            attributes["white"] = white
        } else if let red = part("UIRed") {
            (attributes["red"], attributes["green"], attributes["blue"]) = (
                red, part("UIGreen") ?? "0", part("UIBlue") ?? "0"
            )
        } else {
            return nil
        }
        return NibElement("color", attributes)
    }

    private func font(_ object: NibArchive.Object, _ key: String) -> NibElement {
        var attributes = ["key": key]
        if case .number(let size)? = object["UIFontPointSize"] { attributes["pointSize"] = "\(size)" }
        var isBold = false
        if case .integer(let traits)? = object["UIFontTraits"] { isBold = traits & 2 != 0 }
        let name = archive.text(object["UIFontName"]) ?? ""
        if object["UISystemFont"] == .flag(true) || name.hasPrefix(".") {
            attributes["type"] = isBold || name.contains("Bold") ? "boldSystem" : "system"
        } else {
            attributes["name"] = name
        }
        return NibElement("fontDescription", attributes)
    }

    // MARK: Constraints

    private mutating func setConstraints(_ value: NibArchive.Value, _ element: inout NibElement) {
        var list = NibElement("constraints")
        for place in archive.list(value) where placed.insert(place).inserted {
            if let made = constraint(place) { list.children.append(made) }
        }
        element.children.append(list)
    }

    private func constraint(_ place: Int) -> NibElement? {
        let object = archive.objects[place]
        guard object.type == "NSLayoutConstraint" else { return nil }
        var attributes = ["id": id(place)]
        for (key, item, attribute) in [
            ("First", "firstItem", "firstAttribute"), ("Second", "secondItem", "secondAttribute"),
        ] {
            guard case .object(let end)? = object["NS\(key)Item"] else { continue }
            guard case .integer(let number)? = object["NS\(key)AttributeV2"] ?? object["NS\(key)Attribute"],
                let name = CompiledKeys.attributes[number]
            else { return nil }
            attributes[item] = id(end)
            attributes[attribute] = name
        }
        if case .integer(let relation)? = object["NSRelation"] {
            attributes["relation"] = relation < 0 ? "lessThanOrEqual" : relation > 0 ? "greaterThanOrEqual" : nil
        }
        for (key, name) in [
            ("NSConstantV2", "constant"), ("NSConstant", "constant"), ("NSMultiplier", "multiplier"),
            ("NSPriority", "priority"),
        ] where attributes[name] == nil {
            switch object[key] {
            case .number(let number): attributes[name] = "\(number)"
            case .integer(let number): attributes[name] = "\(number)"
            default: break
            }
        }
        if object["NSSymbolicConstant"] != nil { attributes["symbolic"] = "YES" }
        return NibElement("constraint", attributes)
    }

    // MARK: Connections

    /// Returns the element with the connections of an object added to it.
    private func element(_ element: NibElement, connectionsOf place: Int) -> NibElement {
        guard let own = connections[place] else { return element }
        var element = element
        element.children.append(own)
        return element
    }

    /// The `<connections>` element of each object.
    private(set) var connections: [Int: NibElement] = [:]

    /// Reads the connections. Call this before creating elements.
    mutating func readConnections(segues: (Int) -> NibElement? = { _ in nil }) {
        guard let root = archive.objects.first else { return }
        var all: [Int: NibElement] = [:]
        for place in archive.list(root["UINibConnectionsKey"]) {
            let object = archive.objects[place]
            guard case .object(let source)? = object["UISource"],
                case .object(let destination)? = object["UIDestination"],
                let label = archive.text(object["UILabel"])
            else { continue }
            var made: [NibElement] = []
            switch object.type {
            case "UIRuntimeOutletConnection":
                if archive.objects[source].type.hasSuffix("SegueTemplate") || label == "sceneViewController" {
                    continue
                }
                made = [NibElement("outlet", ["property": label, "destination": id(destination)])]
            case "UIRuntimeOutletCollectionConnection":
                made = archive.list(.object(destination)).map {
                    NibElement("outletCollection", ["property": label, "destination": id($0)])
                }
            case "UIRuntimeEventConnection":
                if let segue = segues(destination) {
                    made = [segue]
                } else {
                    made = events(object["UIEventMask"]).map {
                        NibElement("action", ["selector": label, "destination": id(destination), "eventType": $0])
                    }
                }
            default: continue
            }
            all[source, default: NibElement("connections")].children += made
        }
        connections = all
    }

    private func events(_ value: NibArchive.Value?) -> [String] {
        guard case .integer(let mask)? = value, mask != 0 else { return ["touchUpInside"] }
        return NibWords.events.filter { Int($0.value.rawValue) & mask != 0 }.map(\.key).sorted()
    }
}
