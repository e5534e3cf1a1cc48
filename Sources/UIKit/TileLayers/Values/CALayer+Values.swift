import Foundation
import TileGeometry
import TileGraphics

extension CALayer {
    static let layerKeys: [String: LayerKey] = {
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        var keys: [String: LayerKey] = [
            "bounds": .of(\CALayer.bounds, .zero), "position": .of(\CALayer.position, .zero),
            "anchorPoint": .of(\CALayer.anchorPoint, CGPoint(x: 0.5, y: 0.5)),
            "frame": .of(\CALayer.frame, .zero), "transform": .of(\CALayer.transform, CATransform3DIdentity),
            "sublayerTransform": .of(\CALayer.sublayerTransform, CATransform3DIdentity),
            "zPosition": .number(\CALayer.zPosition), "anchorPointZ": .number(\CALayer.anchorPointZ),
            "hidden": .bool(\CALayer.isHidden), "doubleSided": .bool(\CALayer.isDoubleSided, true),
            "geometryFlipped": .bool(\CALayer.isGeometryFlipped), "masksToBounds": .bool(\CALayer.masksToBounds),
            "opaque": .bool(\CALayer.isOpaque), "allowsGroupOpacity": .bool(\CALayer.allowsGroupOpacity, true),
            "needsDisplayOnBoundsChange": .bool(\CALayer.needsDisplayOnBoundsChange),
            "drawsAsynchronously": .bool(\CALayer.drawsAsynchronously),
            "allowsEdgeAntialiasing": .bool(\CALayer.allowsEdgeAntialiasing),
            "shouldRasterize": .bool(\CALayer.shouldRasterize),
            "rasterizationScale": .number(\CALayer.rasterizationScale, 1),
        ]
        keys.merge([
            "contents": .optional(\CALayer.contents), "contentsScale": .number(\CALayer.contentsScale, 1),
            "contentsRect": .of(\CALayer.contentsRect, unit), "contentsCenter": .of(\CALayer.contentsCenter, unit),
            "contentsGravity": .named(\CALayer.contentsGravity, .resize),
            "contentsFormat": .named(\CALayer.contentsFormat, .RGBA8Uint),
            "magnificationFilter": .named(\CALayer.magnificationFilter, .linear),
            "minificationFilter": .named(\CALayer.minificationFilter, .linear),
            "minificationFilterBias": .float(\CALayer.minificationFilterBias),
            "opacity": .float(\CALayer.opacity, 1), "backgroundColor": .optional(\CALayer.backgroundColor),
            "cornerRadius": .number(\CALayer.cornerRadius),
            "maskedCorners": .of(\CALayer.maskedCorners, .all) {
                $0 as? CACornerMask
                    ?? LayerValue.number($0).flatMap { UInt(exactly: $0) }.map { CACornerMask(rawValue: $0) }
            },
            "cornerCurve": .named(\CALayer.cornerCurve, .circular), "borderWidth": .number(\CALayer.borderWidth),
            "borderColor": .optional(\CALayer.borderColor) { .layerBlack },
            "shadowColor": .optional(\CALayer.shadowColor) { .layerBlack },
            "shadowOpacity": .float(\CALayer.shadowOpacity),
            "shadowOffset": .of(\CALayer.shadowOffset, CGSize(width: 0, height: -3)),
            "shadowRadius": .number(\CALayer.shadowRadius, 3), "shadowPath": .optional(\CALayer.shadowPath),
            "edgeAntialiasingMask": .of(\CALayer.edgeAntialiasingMask, .all) {
                $0 as? CAEdgeAntialiasingMask
                    ?? LayerValue.number($0).flatMap { UInt32(exactly: $0) }.map {
                        CAEdgeAntialiasingMask(rawValue: $0)
                    }
            },
            "compositingFilter": .optional(\CALayer.compositingFilter), "filters": .optional(\CALayer.filters),
            "backgroundFilters": .optional(\CALayer.backgroundFilters), "mask": .optional(\CALayer.mask),
            "sublayers": .optional(\CALayer.sublayers), "delegate": .optional(\CALayer.delegate),
        ]) { $1 }
        keys.merge([
            "name": .optional(\CALayer.name), "actions": .optional(\CALayer.actions),
            "style": .optional(\CALayer.style), "beginTime": .of(\CALayer.beginTime, 0) { LayerValue.number($0) },
            "duration": .of(\CALayer.duration, 0) { LayerValue.number($0) }, "speed": .float(\CALayer.speed, 1),
            "timeOffset": .of(\CALayer.timeOffset, 0) { LayerValue.number($0) },
            "repeatCount": .float(\CALayer.repeatCount),
            "repeatDuration": .of(\CALayer.repeatDuration, 0) { LayerValue.number($0) },
            "autoreverses": .bool(\CALayer.autoreverses), "fillMode": .named(\CALayer.fillMode, .removed),
        ]) { $1 }
        keys["cornerRadii"] = .of(\CALayer.cornerRadiusList, []) { value in
            guard let list = value as? [Any] else { return nil }
            return list.compactMap { LayerValue.number($0) }.map { CGFloat($0) }
        }
        keys["backdrop"] = .of(\CALayer.backdropList, []) { value in
            guard let list = value as? [Any] else { return nil }
            return list.compactMap { LayerValue.number($0) }.map { CGFloat($0) }
        }
        // Key-value coding supports these names as well.
        for name in ["hidden", "doubleSided", "geometryFlipped", "opaque"] {
            keys["is" + name.prefix(1).uppercased() + name.dropFirst()] = keys[name]
        }
        return keys
    }()

    static func standardValue(forKey key: String) -> Any? { keys[key]?.standard() }

    func differsFromStandard(_ key: String) -> Bool {
        guard let property = type(of: self).keys[key] else { return false }
        switch (property.get(self), property.standard()) {
        case (nil, nil): return false
        case (let value as any Equatable, let standard?): return !value.isEqual(to: standard)
        default: return true
        }
    }

    func storedValue(forKey key: String) -> Any? {
        if let property = type(of: self).keys[key] { return property.get(self) }
        if key == "superlayer" { return superlayer }
        if key == "visibleRect" { return visibleRect }
        if let value = extras?.values[key] { return value }
        var style = extras?.style
        while let each = style {
            if let value = each[key] { return value }
            style = each["style"] as? [AnyHashable: Any]
        }
        return type(of: self).defaultValue(forKey: key)
    }

    func store(_ value: Any?, forKey key: String) {
        if let property = type(of: self).keys[key] {
            precondition(
                property.set(self, value),
                "the property \(key) can't be set to \(value.map { String(describing: $0) } ?? "nil")")
            return
        }
        let action = willChange(key)
        makeExtras().values[key] = value
        didChange(key, action)
    }

    func storedValue(forKeyPath keyPath: String) -> Any? {
        var path = keyPath.split(separator: ".")[...]
        guard let first = path.popFirst() else { return nil }
        guard var current = value(forKey: String(first)) else { return nil }
        while !path.isEmpty {
            if let layer = current as? CALayer { return layer.value(forKeyPath: path.joined(separator: ".")) }
            if let transform = current as? CATransform3D { return TransformParts(transform).value(Array(path)) }
            guard let next = LayerValue.field(path.removeFirst(), of: current) else { return nil }
            current = next
        }
        return current
    }

    func store(_ value: Any?, forKeyPath keyPath: String) {
        let path = keyPath.split(separator: ".").map { $0 }
        guard path.count > 1 else { return setValue(value, forKey: keyPath) }
        let first = String(path[0])
        let rest = Array(path.dropFirst())
        let current = self.value(forKey: first)
        if let layer = current as? CALayer { return layer.setValue(value, forKeyPath: rest.joined(separator: ".")) }
        let new = current.flatMap { Self.setting(rest, of: $0, to: value) }
        precondition(
            new != nil,
            "there is no property at \(keyPath), or it can't be \(value.map { String(describing: $0) } ?? "nil")")
        setValue(new, forKey: first)
    }

    /// Returns a value with a field at a path changed; nil if there is no such field, or it can't hold the value.
    static func setting(_ path: [Substring], of value: Any, to new: Any?) -> Any? {
        if let transform = value as? CATransform3D {
            var parts = TransformParts(transform)
            return parts.set(path, to: new ?? 0) ? parts.matrix : nil
        }
        guard let field = path.first else { return nil }
        if path.count == 1 { return LayerValue.setting(field, of: value, to: new ?? 0) }
        guard let inner = LayerValue.field(field, of: value),
            let changed = setting(Array(path.dropFirst()), of: inner, to: new)
        else { return nil }
        return LayerValue.setting(field, of: value, to: changed)
    }
}

extension Equatable {
    /// Returns whether `other` is of this type and equal.
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
