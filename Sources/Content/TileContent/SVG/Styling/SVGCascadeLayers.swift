/// The cascade layers of a document's style sheets: CSS Cascading and Inheritance Level 5, 6.4.
struct SVGCascadeLayers {
    /// The number of a layer in the order of their first mention. The number of rules without a layer is 0.
    typealias Number = Int32

    private struct Layer {
        var names: [[UInt8]: Number] = [:]
        /// The layers within this one, in the order of their first mention.
        var children: [Number] = []
    }

    private var layers = [Layer()]

    /// The maximum number of layers, which a priority has room for: a thousand times as many as frameworks use.
    static let maxCount = 1 << 14

    /// The number of layers, including the one of rules without a layer.
    var count: Int { layers.count }

    /// Returns the layer of a name within another, and creates it at its first mention; nil if there are too many.
    ///
    /// - Parameter path: The names of the layer and of those that contain it, outermost first. An empty path is a new
    ///   layer without a name.
    mutating func layer(_ path: [[UInt8]], in parent: Number) -> Number? {
        if path.isEmpty { return add(to: parent) }
        var number = parent
        for name in path {
            if let known = layers[Int(number)].names[name] {
                number = known
            } else {
                guard let made = add(to: number) else { return nil }
                layers[Int(number)].names[name] = made
                number = made
            }
        }
        return number
    }

    private mutating func add(to parent: Number) -> Number? {
        guard layers.count < Self.maxCount else { return nil }
        let number = Number(layers.count)
        layers.append(Layer())
        layers[Int(parent)].children.append(number)
        return number
    }

    /// The rank of each layer by its number; the highest rank wins. A layer's own rules win over those of the layers in
    /// it, and rules without a layer win over all.
    ///
    /// - Complexity: O(layers).
    var ranks: [Number] {
        var ranks = [Number](repeating: 0, count: layers.count)
        var rank: Number = 0
        // Each layer with the number of its children that are done.
        var open: [(layer: Number, done: Int)] = [(0, 0)]
        while let (layer, done) = open.last {
            let children = layers[Int(layer)].children
            if done < children.count {
                open[open.count - 1].done += 1
                open.append((children[done], 0))
            } else {
                open.removeLast()
                ranks[Int(layer)] = rank
                rank += 1
            }
        }
        return ranks
    }
}
