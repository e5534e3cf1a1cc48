import Foundation
import TileGraphics

/// A property of a layer, or a part of one, as animations reach it: by key path.
///
/// What is animated most is set without its value being boxed.
struct AnimatedProperty {
    private enum Place {
        case position, positionX, positionY
        case bounds, boundsOrigin, boundsSize
        /// One of the rect's four numbers.
        case boundsPart(Int)
        case opacity
        case backgroundColor
        case transform
        case turn
        /// `scale`, `translation.x` and their like.
        case transformPart([Substring])
        /// A property by its name.
        case named(LayerKey)
        /// A part of it.
        case part(LayerKey, [Substring])
        /// A value under a name that is no property.
        case value(String)
    }

    /// The property as a whole, of which `transform.scale` is a part.
    let key: String
    /// Whether the layer's class draws by it.
    let redraws: Bool
    private let place: Place

    /// - Returns: nil where the layer's class has no such property, or it has no such part.
    init?(_ keyPath: String, of layer: CALayer) {
        let path = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = path.first, !first.isEmpty else { return nil }
        key = String(first)
        redraws = type(of: layer).needsDisplay(forKey: key)
        let rest = Array(path.dropFirst())
        switch keyPath {
        case "position": place = .position
        case "position.x": place = .positionX
        case "position.y": place = .positionY
        case "bounds": place = .bounds
        case "bounds.origin": place = .boundsOrigin
        case "bounds.size": place = .boundsSize
        case "bounds.origin.x": place = .boundsPart(0)
        case "bounds.origin.y": place = .boundsPart(1)
        case "bounds.size.width": place = .boundsPart(2)
        case "bounds.size.height": place = .boundsPart(3)
        case "opacity": place = .opacity
        case "backgroundColor": place = .backgroundColor
        case "transform": place = .transform
        case "transform.rotation", "transform.rotation.z": place = .turn
        default:
            if key == "transform" {
                guard TransformParts(CATransform3DIdentity).value(rest) != nil else { return nil }
                place = .transformPart(rest)
            } else if let property = type(of: layer).keys[key] {
                if rest.isEmpty {
                    place = .named(property)
                } else {
                    guard Self.part(rest, of: property.get(layer)) != nil else { return nil }
                    place = .part(property, rest)
                }
            } else {
                guard rest.isEmpty else { return nil }
                place = .value(key)
            }
        }
    }

    var isTransform: Bool { if case .transform = place { true } else { false } }

    /// Sets the transform of a presentation.
    func setTransform(_ transform: CATransform3D, in layer: CALayer) {
        layer.makeSpatial().transform = transform
        NumbersPlace.didMove(layer)
        if redraws { layer.setNeedsDisplay() }
    }

    /// How numbers set it; nil where it takes a value.
    var numbersPlace: NumbersPlace? {
        switch place {
        case .position: .position
        case .positionX: .positionX
        case .positionY: .positionY
        case .bounds: .bounds
        case .boundsOrigin: .boundsOrigin
        case .boundsSize: .boundsSize
        case .boundsPart(let index): [.boundsX, .boundsY, .boundsWidth, .boundsHeight][index]
        case .opacity: .opacity
        case .turn: .turn
        case .backgroundColor: .backgroundColor
        case .transform, .transformPart, .named, .part, .value: nil
        }
    }

    private static func part(_ path: [Substring], of value: Any?) -> Any? {
        guard var current = value else { return nil }
        if let transform = current as? CATransform3D { return TransformParts(transform).value(path) }
        for field in path {
            guard let next = LayerValue.field(field, of: current) else { return nil }
            current = next
        }
        return current
    }

    /// Its value in a layer.
    func value(of layer: CALayer) -> AnimatedValue {
        switch place {
        case .position: return AnimatedValue(layer.positionStorage)
        case .positionX: return .number(Double(layer.positionStorage.x))
        case .positionY: return .number(Double(layer.positionStorage.y))
        case .bounds: return .rect(layer.boundsStorage)
        case .boundsOrigin: return AnimatedValue(layer.boundsStorage.origin)
        case .boundsSize: return AnimatedValue(layer.boundsStorage.size)
        case .boundsPart(let index):
            let bounds = layer.boundsStorage
            return .number(
                Double([bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height][index]))
        case .opacity: return .number(Double(layer.opacityStorage))
        case .backgroundColor:
            guard let color = layer.background, color.pattern == nil else { return .object(layer.background) }
            return .color(color.output)
        case .transform: return .transform(layer.transform)
        case .turn: return .number(TransformParts(layer.transform).rotation.z)
        case .transformPart(let path): return AnimatedValue(TransformParts(layer.transform).value(path))
        case .named(let property): return AnimatedValue(property.get(layer))
        case .part(let property, let path): return AnimatedValue(Self.part(path, of: property.get(layer)))
        case .value(let key): return AnimatedValue(layer.value(forKey: key))
        }
    }

    /// Sets it in a layer, which for a presentation asks for no actions. What the property can't hold, and numbers
    /// that are none, are left out.
    func set(_ value: AnimatedValue, in layer: CALayer) {
        guard value.isFinite else { return }
        if let place = numbersPlace, case .numbers(let n, let kind) = value, place.holds(kind) || kind == .flag {
            return place.set(n, adding: false, redraws: redraws, in: layer)
        }
        switch (place, value) {
        case (.transform, .transform(let transform)): setTransform(transform, in: layer)
        case (.transformPart(let path), let value):
            var parts = TransformParts(layer.transform)
            if parts.set(path, to: value.value ?? 0) { layer.setTransform(parts.matrix) }
        case (.backgroundColor, .object(let color)): layer.backgroundColor = color as? CGColor
        case (.named(let property), let value): _ = property.set(layer, value.value)
        case (.part(let property, let path), let value):
            guard let whole = property.get(layer), let new = CALayer.setting(path, of: whole, to: value.value) else {
                return
            }
            _ = property.set(layer, new)
        case (.value(let key), let value):
            layer.setValue(Self.typed(value.value, as: layer.value(forKey: key)), forKey: key)
        default: break
        }
    }

    /// A number of the type that the program has set under the name: it reads its own type, which on other systems each
    /// number has.
    private static func typed(_ value: Any?, as known: Any?) -> Any? {
        guard let number = value as? CGFloat else { return value }
        return switch known {
        case is Double: Double(number)
        case is Float: Float(number)
        default: number
        }
    }

    /// Sets the whole property, of which this may be a part, to what it is in another layer.
    func reset(_ layer: CALayer, to other: CALayer) {
        switch place {
        case .position, .positionX, .positionY: layer.positionStorage = other.positionStorage
        case .bounds, .boundsOrigin, .boundsSize, .boundsPart: layer.boundsStorage = other.boundsStorage
        case .opacity: layer.opacityStorage = other.opacityStorage
        case .backgroundColor:
            layer.extras?.spareColor = layer.background
            layer.background = other.background
        case .transform, .turn, .transformPart: layer.resetTransform(to: other)
        case .named(let property), .part(let property, _): _ = property.set(layer, property.get(other))
        case .value(let key): layer.setValue(other.value(forKey: key), forKey: key)
        }
    }
}

extension CALayer {
    fileprivate func resetTransform(to other: CALayer) {
        let transform = other.transform
        if spatial == nil, transform == CATransform3DIdentity { return }
        makeSpatial().transform = transform
    }
}
