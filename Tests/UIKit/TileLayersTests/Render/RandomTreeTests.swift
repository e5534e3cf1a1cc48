import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Random trees")
struct RandomTreeTests {
    /// Creates and changes random trees, reproducible by seed.
    private struct Gardener {
        var generator: SeededGenerator
        var layers: [CALayer] = []
        let root = makeLayer(CGRect(x: 0, y: 0, width: 96, height: 96), .white)

        init(_ seed: UInt64) {
            generator = SeededGenerator(seed)
            layers = [root]
            for _ in 0..<60 { grow() }
        }

        mutating func number(_ range: ClosedRange<Double>) -> CGFloat {
            CGFloat(Double.random(in: range, using: &generator))
        }
        mutating func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

        mutating func color() -> CGColor {
            let alpha: CGFloat = choose(3) == 0 ? 0.5 : 1
            return CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: alpha)
        }

        mutating func grow() {
            let layer = make()
            layer.frame = CGRect(
                x: number(-10...80), y: number(-10...80), width: number(5...40), height: number(5...40))
            layer.backgroundColor = color()
            let parent = layers[choose(layers.count)]
            parent.insertSublayer(layer, at: UInt32(choose((parent.sublayers?.count ?? 0) + 1)))
            layers.append(layer)
        }

        /// Returns a layer of a random kind.
        private mutating func make() -> CALayer {
            switch choose(10) {
            case 0:
                let shape = CAShapeLayer()
                shape.path = CGPath(ellipseIn: CGRect(x: 2, y: 1, width: 20, height: 14), transform: nil)
                shape.strokeColor = color()
                shape.fillColor = color()
                return shape
            case 1:
                let gradient = CAGradientLayer()
                gradient.colors = [color(), color()]
                return gradient
            case 2:
                let replicator = CAReplicatorLayer()
                replicator.instanceCount = 3
                replicator.instanceTransform = CATransform3DMakeTranslation(7, 3, 0)
                replicator.instanceRedOffset = -0.2
                return replicator
            case 3: return CATransformLayer()
            case 4:
                let image = CALayer()
                let bitmap = Bitmap(width: 6, height: 4)
                for y in 0..<4 { for x in 0..<6 { bitmap[x, y] = (x + y) % 2 == 0 ? .pureRed : .pureBlue } }
                image.contents = CGImage(bitmap: bitmap)
                image.contentsScale = 0.5
                return image
            default:
                let drawing = DrawingLayer()
                let ink = color()
                drawing.body = { context, rect in
                    context.setFillColor(ink)
                    context.fillEllipse(in: CGRect(x: 0, y: 0, width: 12, height: 9))
                }
                return drawing
            }
        }

        /// Makes one random change.
        mutating func change() {
            let layer = layers[1 + choose(layers.count - 1)]
            switch choose(34) {
            case 0: layer.position.x += number(-9...9)
            case 1: layer.bounds.size.width = number(4...40)
            case 2: layer.bounds.origin.y = number(-5...5)
            case 3: layer.setAffineTransform(CGAffineTransform(rotationAngle: Double(number(-1...1))))
            case 4: layer.transform = CATransform3DIdentity
            case 5: layer.backgroundColor = choose(2) == 0 ? nil : color()
            case 6: layer.cornerRadius = number(0...9)
            case 7: layer.masksToBounds.toggle()
            case 8: layer.opacity = Float(number(0...1))
            case 9: layer.isHidden.toggle()
            case 10: layer.borderWidth = number(0...3)
            case 11: layer.zPosition = CGFloat(choose(3))
            case 12: layer.setNeedsDisplay()
            case 13: layer.setNeedsDisplay(CGRect(x: number(0...9), y: number(0...9), width: 5, height: 4))
            case 14: layer.shadowOpacity = choose(2) == 0 ? 0 : 0.7
            case 15:
                layer.mask = choose(2) == 0 ? nil : makeLayer(CGRect(x: 2, y: 2, width: 15, height: 15), .black)
            case 16: layer.contents = nil
            case 17: layer.allowsGroupOpacity.toggle()
            case 18:
                layer.sublayerTransform =
                    choose(2) == 0 ? CATransform3DIdentity : CATransform3DMakeTranslation(Double(number(-3...3)), 2, 0)
            case 19: layer.isGeometryFlipped.toggle()
            case 20: grow()
            case 21:
                var tilted = CATransform3DMakeRotation(Double(number(-1...1)), 1, Double(number(-1...1)), 0.2)
                tilted.m34 = -0.004
                layer.transform = tilted
            case 22: layer.sublayerTransform.m34 = choose(2) == 0 ? 0 : -0.005
            case 23: layer.zPosition = number(-20...20)
            case 24: layer.maskedCorners = [[.layerMinXMinYCorner], [.layerMaxXMaxYCorner], []][choose(3)]
            case 25: layer.cornerCurve = layer.cornerCurve == .circular ? .continuous : .circular
            case 26:
                layer.shadowOffset = CGSize(width: number(-5...5), height: number(-5...5))
                layer.shadowRadius = number(0...4)
            case 27:
                layer.shadowPath =
                    choose(2) == 0 ? nil : CGPath(rect: CGRect(x: 1, y: 1, width: 9, height: 9), transform: nil)
            case 28:
                layer.contentsGravity = [.resize, .center, .resizeAspect, .topLeft, .resizeAspectFill][choose(5)]
            case 29: layer.contentsRect = CGRect(x: 0, y: 0, width: number(0.3...1), height: 1)
            case 30: layer.compositingFilter = choose(2) == 0 ? nil : "multiplyBlendMode"
            case 31: if let mask = layer.mask { mask.position.x += number(-4...4) }
            case 32:
                // Moves the layer behind or in front of its siblings.
                if let parent = layer.superlayer {
                    parent.insertSublayer(layer, at: choose(2) == 0 ? 0 : UInt32(parent.sublayers?.count ?? 0))
                }
            case 33:
                switch layer {
                case let shape as CAShapeLayer: shape.strokeEnd = number(0...1)
                case let gradient as CAGradientLayer: gradient.endPoint = CGPoint(x: number(0...1), y: 1)
                case let replicator as CAReplicatorLayer: replicator.instanceCount = choose(5)
                default: layer.isDoubleSided.toggle()
                }
            default:
                let parent = layers[choose(layers.count)]
                var above: CALayer? = parent
                while let each = above, each !== layer { above = each.superlayer }
                if above == nil { parent.addSublayer(layer) }
            }
        }

        /// Returns the same tree, made of new layers.
        func copy(_ layer: CALayer) -> CALayer {
            let copy =
                switch layer {
                case is CAShapeLayer: CAShapeLayer(layer: layer)
                case is CAGradientLayer: CAGradientLayer(layer: layer)
                case is CAReplicatorLayer: CAReplicatorLayer(layer: layer)
                case is CATransformLayer: CATransformLayer(layer: layer)
                default: CALayer(layer: layer)
                }
            for child in layer.sublayers ?? [] { copy.addSublayer(self.copy(child)) }
            if let mask = layer.mask { copy.mask = self.copy(mask) }
            return copy
        }
    }

    @Test(
        "after any changes, a tree looks as one made anew, and only where the damage says does it differ from before",
        arguments: UInt64(1)...24)
    func staysTrue(seed: UInt64) throws {
        var gardener = Gardener(seed)
        let host = LayerHost(gardener.root)
        var last = host.frame()
        var lastPixels = try last.pixels()
        for step in 0..<40 {
            for _ in 0...gardener.choose(3) { gardener.change() }
            let tree = host.frame()
            let pixels = try tree.pixels()
            let fresh = try gardener.copy(gardener.root).pixels()
            let differing = pixels.differences(from: fresh)
            let undeclared = pixels.differences(from: lastPixels, outside: tree.damage(since: last))
            #expect(differing == 0, "step \(step)")
            #expect(undeclared == 0, "step \(step)")
            if differing + undeclared > 0 { return }
            (last, lastPixels) = (tree, pixels)
        }
    }
}
