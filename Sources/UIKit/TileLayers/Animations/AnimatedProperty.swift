import Foundation
import TileGraphics

/// A property of a layer, or a part of one, as an animation addresses it by key path.
///
/// The properties that are animated most are set without boxing their values.
struct AnimatedProperty {
    private enum Place {
        case position, positionX, positionY
        case bounds, boundsOrigin, boundsSize
        /// One of the four numbers of the rect.
        case boundsPart(Int)
        case opacity
        case backgroundColor
        case transform
        case turn
        /// A part of the transform such as `scale` or `translation.x`.
        case transformPart([Substring])
        /// A property by name.
        case named(LayerKey)
        /// A part of a named property.
        case part(LayerKey, [Substring])
        /// A custom value under a name that is not a property.
        case value(String)
    }

    /// The whole property, of which for example `transform.scale` is a part.
    let key: String
    /// Whether the layer's class is drawn from the property.
    let redraws: Bool
    private let place: Place

    /// - Returns: nil if the layer's class has no such property, or the property has no such part.
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

    /// The way to set the property from numbers; nil if it takes a value.
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

    /// Returns the property's value in a layer.
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

    /// Sets the property in a layer; in a presentation this runs no actions. Values that the property can't hold, NaN
    /// and infinity are ignored.
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

    /// Returns a number converted to the type that the program set under the name. The program reads its own type, to
    /// which other systems convert implicitly.
    private static func typed(_ value: Any?, as known: Any?) -> Any? {
        guard let number = value as? CGFloat else { return value }
        return switch known {
        case is Double: Double(number)
        case is Float: Float(number)
        default: number
        }
    }

    /// Resets the whole property, of which this may be a part, to its value in another layer.
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
