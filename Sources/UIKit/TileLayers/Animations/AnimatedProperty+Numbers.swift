import Foundation
import TileGeometry
import TileGraphics

extension AnimatedProperty {
    /// A property that is set from a few numbers, without creating a value.
    enum NumbersPlace: UInt8 {
        case position, positionX, positionY
        case bounds, boundsOrigin, boundsSize
        case boundsX, boundsY, boundsWidth, boundsHeight
        case opacity
        case turn
        case backgroundColor

        func holds(_ kind: AnimatedValue.Kind) -> Bool {
            switch self {
            case .position, .boundsOrigin: kind == .point
            case .boundsSize: kind == .size
            case .bounds: kind == .rect
            case .backgroundColor: kind == .color
            default: kind == .number
            }
        }

        /// Sets the property in a presentation. NaN and infinity are ignored.
        ///
        /// - Parameters:
        ///   - isAdded: Whether the numbers are added to the current value.
        ///   - redraws: Whether the layer's class is drawn from this property.
        @inline(__always)
        func set(_ numbers: SIMD4<Double>, adding isAdded: Bool, redraws: Bool, in layer: CALayer) {
            let rest = numbers - numbers
            guard rest == SIMD4() else { return }
            switch self {
            case .position, .positionX, .positionY: setPosition(numbers, isAdded: isAdded, on: layer)
            case .bounds, .boundsOrigin, .boundsSize, .boundsX, .boundsY, .boundsWidth, .boundsHeight:
                setBounds(numbers, isAdded: isAdded, on: layer)
            case .opacity:
                layer.opacityStorage = Float(numbers.x) + (isAdded ? layer.opacityStorage : 0)
                layer.marks.formUnion([.needsCommit, .lookChanged])
            case .turn: turn(layer, by: numbers.x, isAdded: isAdded)
            case .backgroundColor: setBackground(numbers, isAdded: isAdded, on: layer)
            }
            if redraws { layer.setNeedsDisplay() }
        }

        @inline(__always)
        private func setPosition(_ n: SIMD4<Double>, isAdded: Bool, on layer: CALayer) {
            let base = layer.positionStorage
            let added = isAdded ? base : .zero
            switch self {
            case .position: layer.positionStorage = CGPoint(x: added.x + CGFloat(n.x), y: added.y + CGFloat(n.y))
            case .positionX: layer.positionStorage.x = added.x + CGFloat(n.x)
            default: layer.positionStorage.y = added.y + CGFloat(n.x)
            }
            Self.didMove(layer)
        }

        private func setBounds(_ n: SIMD4<Double>, isAdded: Bool, on layer: CALayer) {
            var bounds = layer.boundsStorage
            let added = isAdded ? bounds : .zero
            switch self {
            case .boundsOrigin:
                bounds.origin = CGPoint(x: added.origin.x + CGFloat(n.x), y: added.origin.y + CGFloat(n.y))
            case .boundsSize:
                bounds.size = CGSize(width: added.size.width + CGFloat(n.x), height: added.size.height + CGFloat(n.y))
            case .boundsX: bounds.origin.x = added.origin.x + CGFloat(n.x)
            case .boundsY: bounds.origin.y = added.origin.y + CGFloat(n.x)
            case .boundsWidth: bounds.size.width = added.size.width + CGFloat(n.x)
            case .boundsHeight: bounds.size.height = added.size.height + CGFloat(n.x)
            default:
                bounds = CGRect(
                    x: added.origin.x + CGFloat(n.x), y: added.origin.y + CGFloat(n.y),
                    width: added.size.width + CGFloat(n.z), height: added.size.height + CGFloat(n.w))
            }
            layer.boundsStorage = bounds
            layer.marks.insert(.lookChanged)
            Self.didMove(layer)
        }

        @inline(__always)
        static func didMove(_ layer: CALayer) {
            layer.marks.insert(.needsCommit)
            // Sublayers without an intermediate plane move as well.
            if !layer.flags.isDisjoint(with: [.preservesDepth, .geometryFlipped])
                || layer.spatial?.hasSublayerTransform == true
            {
                layer.marks.insert(.allChanged)
            }
        }

        /// Sets the rotation. For a layer that is not rotated or scaled, it is the whole transform.
        private func turn(_ layer: CALayer, by angle: Double, isAdded: Bool) {
            let spatial = layer.makeSpatial()
            if spatial.isFlat {
                spatial.turn(SineCosine(angle), isAdded: isAdded)
            } else {
                var parts = TransformParts(spatial.transform)
                parts.rotation.z = isAdded ? parts.rotation.z + angle : angle
                spatial.transform = parts.matrix
            }
            Self.didMove(layer)
        }

        private func setBackground(_ n: SIMD4<Double>, isAdded: Bool, on layer: CALayer) {
            var value = n
            if isAdded, let base = layer.background?.output {
                value += SIMD4(base.red, base.green, base.blue, base.alpha)
            }
            value.clamp(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
            let color = Color(red: value.x, green: value.y, blue: value.z, alpha: value.w)
            if let spare = layer.extras?.spareColor.take() { layer.background = spare }
            CGColor.set(&layer.background, to: color)
            layer.marks.formUnion([.needsCommit, .lookChanged])
        }
    }
}
