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
    private let place: Place

    /// - Returns: nil where the layer's class has no such property, or it has no such part.
    init?(_ keyPath: String, of layer: CALayer) {
        let path = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = path.first, !first.isEmpty else { return nil }
        key = String(first)
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
        switch (place, value) {
        case (.position, .numbers(let n, .point)): layer.setPosition(CGPoint(x: n.x, y: n.y))
        case (.positionX, .numbers(let n, _)): layer.setPosition(CGPoint(x: CGFloat(n.x), y: layer.positionStorage.y))
        case (.positionY, .numbers(let n, _)): layer.setPosition(CGPoint(x: layer.positionStorage.x, y: CGFloat(n.x)))
        case (.bounds, .numbers(let n, .rect)): layer.setBounds(CGRect(x: n.x, y: n.y, width: n.z, height: n.w))
        case (.boundsOrigin, .numbers(let n, .point)):
            layer.setBounds(CGRect(origin: CGPoint(x: n.x, y: n.y), size: layer.boundsStorage.size))
        case (.boundsSize, .numbers(let n, .size)):
            layer.setBounds(CGRect(origin: layer.boundsStorage.origin, size: CGSize(width: n.x, height: n.y)))
        case (.boundsPart(let index), .numbers(let n, _)):
            var bounds = layer.boundsStorage
            switch index {
            case 0: bounds.origin.x = CGFloat(n.x)
            case 1: bounds.origin.y = CGFloat(n.x)
            case 2: bounds.size.width = CGFloat(n.x)
            default: bounds.size.height = CGFloat(n.x)
            }
            layer.setBounds(bounds)
        case (.opacity, .numbers(let n, _)): layer.opacity = Float(n.x)
        case (.transform, .transform(let transform)): layer.setTransform(transform)
        case (.turn, .numbers(let n, _)): turn(layer, n.x)
        case (.transformPart(let path), let value):
            var parts = TransformParts(layer.transform)
            if parts.set(path, to: value.value ?? 0) { layer.setTransform(parts.matrix) }
        case (.backgroundColor, let value):
            guard case .numbers(_, .color) = value else {
                if case .object(let color) = value { layer.backgroundColor = color as? CGColor }
                return
            }
            layer.backgroundColor = value.value as? CGColor
        case (.named(let property), let value): _ = property.set(layer, value.value)
        case (.part(let property, let path), let value):
            guard let whole = property.get(layer), let new = CALayer.setting(path, of: whole, to: value.value) else {
                return
            }
            _ = property.set(layer, new)
        case (.value(let key), let value): layer.setValue(value.value, forKey: key)
        default: break
        }
    }

    /// Of a layer that is not turned or scaled, the turn is all of its transform.
    private func turn(_ layer: CALayer, _ angle: Double) {
        guard let current = layer.spatial?.transform, current != CATransform3DIdentity else {
            return layer.setTransform(Self.turned(angle))
        }
        var parts = TransformParts(current)
        parts.rotation.z = angle
        layer.setTransform(parts.matrix)
    }

    private static func turned(_ angle: Double) -> CATransform3D {
        let (sine, cosine) = (sin(angle), cos(angle))
        var turned = CATransform3DIdentity
        (turned.m11, turned.m12, turned.m21, turned.m22) = (cosine, sine, -sine, cosine)
        return turned
    }

    /// Sets the whole property, of which this may be a part, to what it is in another layer.
    func reset(_ layer: CALayer, to other: CALayer) {
        switch place {
        case .position, .positionX, .positionY: layer.setPosition(other.positionStorage)
        case .bounds, .boundsOrigin, .boundsSize, .boundsPart: layer.setBounds(other.boundsStorage)
        case .opacity: layer.opacity = other.opacityStorage
        case .backgroundColor: layer.backgroundColor = other.background
        case .transform, .turn, .transformPart: layer.setTransform(other.transform)
        case .named(let property), .part(let property, _): _ = property.set(layer, property.get(other))
        case .value(let key): layer.setValue(other.value(forKey: key), forKey: key)
        }
    }
}
