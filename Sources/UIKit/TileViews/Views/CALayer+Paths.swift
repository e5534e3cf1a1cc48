import TileLayers

extension CALayer {
    /// The name of the layer in paths: the type of its view, its own name, or its type.
    package var pathName: String {
        if let view = delegate as? UIView { return "\(type(of: view))" }
        return name ?? "\(type(of: self))"
    }

    /// The paths of the layer and all its sublayers, from this one down, by `renderNumber`. They consist of
    /// `pathName`s, each with an index if siblings have the same name.
    ///
    /// - Complexity: O(n) for n layers.
    package var paths: [UInt: String] {
        var paths: [UInt: String] = [:]
        var open = [(layer: self, path: pathName)]
        while let (layer, path) = open.popLast() {
            paths[layer.renderNumber] = path
            if let mask = layer.mask { open.append((mask, "\(path)/mask")) }
            let sublayers = layer.sublayers ?? []
            let names = sublayers.map(\.pathName)
            let alike = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
            var places: [String: Int] = [:]
            for (sublayer, name) in zip(sublayers, names) {
                let place = places[name, default: 0]
                places[name] = place + 1
                open.append((sublayer, alike[name] == 1 ? "\(path)/\(name)" : "\(path)/\(name)[\(place)]"))
            }
        }
        return paths
    }
}
