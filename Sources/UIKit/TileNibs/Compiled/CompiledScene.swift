/// The nib of a controller in a compiled storyboard, together with the nib of its view.
struct CompiledScene {
    let element: NibElement?

    init(
        _ nib: String, _ archive: NibArchive, archives: [String: NibArchive], names: [String: String],
        limits: NibLimits
    ) {
        let prefix = "\(nib)#"
        guard let root = archive.objects.first,
            let place = archive.list(root["UINibTopLevelObjectsKey"]).first(where: { Self.isController($0, archive) })
        else {
            element = nil
            return
        }
        let segues = { (place: Int) -> NibElement? in Self.segue(place, archive, prefix: prefix, names: names) }
        let external = ["UIStoryboardPlaceholder": "storyboard", "IBFirstResponder": "\(prefix)first"]
        var own = CompiledElements(archive, prefix: prefix, external: external, limits: limits)
        own.readConnections(segues: segues)
        guard var controller = own.element(place) else {
            element = nil
            return
        }
        controller.attributes["id"] = NibDocument.id(nib)
        let rest = Self.others(of: archive, &own, but: place)
        Self.rename("\(prefix)\(place)", to: NibDocument.id(nib), in: &controller)
        // The controller's own segues are performed by name.
        let templates = archive.list(archive.objects[place]["UIStoryboardSegueTemplates"])
        let extra = templates.compactMap(segues)
        if !extra.isEmpty {
            var connections = NibElement("connections")
            connections.children = extra
            Self.add(connections, to: &controller)
        }
        var objects = NibElement("objects")
        if let name = archive.text(archive.objects[place]["UINibName"]), let view = archives[name] {
            let table = Self.external(archive.objects[place]["UIExternalObjectsTableForViewLoading"], archive)
            var known = ["IBFilesOwner": NibDocument.id(nib), "IBFirstResponder": "\(prefix)first"]
            for (identifier, place) in table { known[identifier] = own.id(place) }
            var inner = CompiledElements(view, prefix: "\(name)#", external: known, limits: limits)
            let innerSegues = { (target: Int) -> NibElement? in
                let object = view.objects[target]
                guard object.type == "UIProxyObject",
                    let identifier = view.text(object["UIProxiedObjectIdentifier"]), let template = table[identifier]
                else { return nil }
                return segues(template)
            }
            inner.readConnections(segues: innerSegues)
            for element in inner.top() {
                if element.name == "placeholder" {
                    if let connections = element.child("connections"), element.id == NibDocument.id(nib) {
                        // The first view that the owner's outlet refers to is its view.
                        Self.add(connections, to: &controller)
                    }
                    continue
                }
                let isView = Self.viewID(of: controller) == element.id
                if isView {
                    var view = element
                    view.attributes["key"] = "view"
                    controller.children.append(view)
                } else {
                    objects.children.append(element)
                }
            }
            Self.removeViewOutlet(from: &controller)
        }
        objects.children.insert(controller, at: 0)
        objects.children += rest
        objects.children.append(
            NibElement("placeholder", ["placeholderIdentifier": "IBFirstResponder", "id": "\(prefix)first"]))
        var scene = NibElement("scene")
        scene.children = [objects]
        element = scene
    }

    private static func isController(_ place: Int, _ archive: NibArchive) -> Bool {
        let object = archive.objects[place]
        let type = archive.text(object["UIOriginalClassName"]) ?? object.type
        return type.hasSuffix("Controller") || object["UIStoryboardIdentifier"] != nil
    }

    private static func others(of archive: NibArchive, _ own: inout CompiledElements, but place: Int) -> [NibElement] {
        archive.list(archive.objects[0]["UINibTopLevelObjectsKey"]).compactMap { $0 == place ? nil : own.element($0) }
    }

    /// Returns the external objects of a dictionary by their identifiers.
    private static func external(_ value: NibArchive.Value?, _ archive: NibArchive) -> [String: Int] {
        let entries = archive.list(value)
        var table: [String: Int] = [:]
        for pair in stride(from: 0, to: entries.count - 1, by: 2) {
            if let name = archive.text(.object(entries[pair])) { table[name] = entries[pair + 1] }
        }
        return table
    }

    private static func segue(
        _ place: Int, _ archive: NibArchive, prefix: String, names: [String: String]
    ) -> NibElement? {
        let object = archive.objects[place]
        guard object.type.hasSuffix("SegueTemplate") else { return nil }
        let kind = object.type.lowercased()
        var attributes = ["id": "\(prefix)\(place)"]
        attributes["identifier"] = archive.text(object["UIIdentifier"])
        if let target = archive.text(object["UIDestinationViewControllerIdentifier"]) {
            attributes["destination"] = NibDocument.id(names[target] ?? target)
        }
        attributes["kind"] =
            kind.contains("unwind")
            ? "unwind"
            : kind.contains("embed")
                ? "embed"
                : kind.contains("detail")
                    ? "showDetail"
                    : kind.contains("popover")
                        ? "popover"
                        : kind.contains("push")
                            ? "push"
                            : kind.contains("modal") || kind.contains("present") ? "presentation" : "show"
        attributes["unwindAction"] = attributes["kind"] == "unwind" ? archive.text(object["UIAction"]) : nil
        if let name = archive.text(object["UISegueClassName"]) { attributes["customClass"] = name }
        return NibElement("segue", attributes)
    }

    private static func add(_ connections: NibElement, to controller: inout NibElement) {
        if let place = controller.children.firstIndex(where: { $0.name == "connections" }) {
            controller.children[place].children += connections.children
        } else {
            controller.children.append(connections)
        }
    }

    private static func viewID(of controller: NibElement) -> String? {
        controller.list("connections").first { $0.name == "outlet" && $0["property"] == "view" }?["destination"]
    }

    private static func removeViewOutlet(from controller: inout NibElement) {
        guard let place = controller.children.firstIndex(where: { $0.name == "connections" }) else { return }
        controller.children[place].children.removeAll { $0.name == "outlet" && $0["property"] == "view" }
    }

    private static func rename(_ id: String, to new: String, in element: inout NibElement) {
        element.update { element in
            if element["destination"] == id { element.attributes["destination"] = new }
        }
    }
}
