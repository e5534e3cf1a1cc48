import TileDrawing

extension NibElement {
    /// A Boolean value that indicates whether the element has values for particular size classes.
    var hasVariations: Bool { children.contains { $0.name == "variation" } }

    /// Returns the element for a trait collection. Attributes and properties of matching variations replace the
    /// element's own, and variations that name more size classes are applied last.
    func varied(for traits: UITraitCollection) -> NibElement {
        guard hasVariations else { return self }
        var copy = self
        for variation in fittingVariations(traits) {
            for (name, value) in variation.attributes where name != "key" { copy.attributes[name] = value }
            for child in variation.children where child.name != "mask" {
                guard let key = child.key else { continue }
                copy.children.removeAll { $0.key == key }
                copy.children.append(child)
            }
        }
        copy.children.removeAll { $0.name == "variation" }
        return copy
    }

    /// Returns the identifiers in a list, `subviews` or `constraints`, that aren't installed for a trait collection.
    func excluded(from list: String, for traits: UITraitCollection) -> Set<String> {
        var excluded: Set<String> = []
        for variation in fittingVariations(traits) {
            for mask in variation.children where mask.name == "mask" && mask.key == list {
                for entry in mask.children {
                    guard let id = entry["reference"] else { continue }
                    if entry.name == "exclude" { excluded.insert(id) }
                    if entry.name == "include" { excluded.remove(id) }
                }
            }
        }
        return excluded
    }

    /// The names of the attributes and the keys of the properties that variations change.
    var variedNames: Set<String> {
        var names: Set<String> = []
        for variation in children("variation") {
            names.formUnion(variation.attributes.keys.filter { $0 != "key" })
            names.formUnion(variation.children.compactMap { $0.name == "mask" ? nil : $0.key })
        }
        return names
    }

    private func fittingVariations(_ traits: UITraitCollection) -> [NibElement] {
        var fitting: [(classes: Int, variation: NibElement)] = []
        for variation in children("variation") {
            guard let key = variation.key, let count = Self.classes(key, fitting: traits) else { continue }
            fitting.append((count, variation))
        }
        // The order is stable, so that among variations with equally many size classes the later one is used.
        return fitting.enumerated().sorted { ($0.element.classes, $0.offset) < ($1.element.classes, $1.offset) }
            .map(\.element.variation)
    }

    /// Returns the number of size classes that a key names, if all of them match; 0 for "default".
    private static func classes(_ key: String, fitting traits: UITraitCollection) -> Int? {
        if key == "default" { return 0 }
        var count = 0
        for part in key.split(separator: "-") {
            let pair = part.split(separator: "=")
            guard pair.count == 2 else { return nil }
            let own: UIUserInterfaceSizeClass
            switch pair[0] {
            case "heightClass": own = traits.verticalSizeClass
            case "widthClass": own = traits.horizontalSizeClass
            default: return nil
            }
            guard own == (pair[1] == "compact" ? .compact : pair[1] == "regular" ? .regular : .unspecified) else {
                return nil
            }
            count += 1
        }
        return count
    }
}
