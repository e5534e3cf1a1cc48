import Foundation
import TestSupport
import Testing
import TileGeometry
import TileLayers

/// Plain matrix arithmetic to check layers against: 4-by-4 arrays, row vectors to the left.
struct Matrix {
    var m: [[Double]] = (0..<4).map { row in (0..<4).map { $0 == row ? 1 : 0 } }

    init() {}

    init(_ t: CATransform3D) {
        m = [
            [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34],
            [t.m41, t.m42, t.m43, t.m44],
        ]
    }

    init(move x: Double, _ y: Double, _ z: Double) {
        m[3] = [x, y, z, 1]
    }

    func then(_ other: Matrix) -> Matrix {
        var result = Matrix()
        for row in 0..<4 {
            for column in 0..<4 { result.m[row][column] = (0..<4).reduce(0) { $0 + m[row][$1] * other.m[$1][column] } }
        }
        return result
    }

    func project(_ p: CGPoint) -> CGPoint {
        let v = [Double(p.x), Double(p.y), 0, 1]
        func entry(_ column: Int) -> Double { (0..<4).reduce(0) { $0 + v[$1] * m[$1][column] } }
        return CGPoint(x: entry(0) / entry(3), y: entry(1) / entry(3))
    }

    /// Returns the transform from the layer's coordinates to its superlayer's, as documented for Core Animation.
    static func placing(_ layer: CALayer) -> Matrix {
        let bounds = layer.bounds
        let anchor = CGPoint(
            x: bounds.minX + layer.anchorPoint.x * bounds.width, y: bounds.minY + layer.anchorPoint.y * bounds.height)
        var matrix = Matrix(move: Double(-anchor.x), Double(-anchor.y), Double(-layer.anchorPointZ))
            .then(Matrix(layer.transform))
            .then(Matrix(move: Double(layer.position.x), Double(layer.position.y), Double(layer.zPosition)))
        if let above = layer.superlayer {
            let size = above.bounds
            let x = Double(size.minX + above.anchorPoint.x * size.width)
            let y = Double(size.minY + above.anchorPoint.y * size.height)
            matrix = matrix.then(Matrix(move: -x, -y, 0)).then(Matrix(above.sublayerTransform))
                .then(Matrix(move: x, y, 0))
        }
        return matrix
    }
}

@Suite("Conversion between layers")
struct ConversionTests {
    /// A chain of layers, each in the one before.
    private func chain(_ count: Int, spatial: Bool, _ generator: inout SeededGenerator) -> [CALayer] {
        func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        var layers: [CALayer] = []
        for index in 0..<count {
            let layer = CALayer()
            layer.bounds = CGRect(
                x: random(-50...50), y: random(-50...50), width: random(10...200), height: random(10...200))
            layer.position = CGPoint(x: random(-100...100), y: random(-100...100))
            layer.anchorPoint = CGPoint(x: random(0...1), y: random(0...1))
            switch index % 3 {
            case 0: break
            case 1: layer.setAffineTransform(CGAffineTransform(rotationAngle: random(-3...3)).scaledBy(x: 0.5, y: 1.5))
            default:
                if spatial {
                    layer.transform = CATransform3DMakeRotation(random(-0.5...0.5), 1, random(0...1), 0)
                    layer.zPosition = CGFloat(random(-5...5))
                    layer.sublayerTransform.m34 = -1 / 5000
                }
            }
            layers.last?.addSublayer(layer)
            layers.append(layer)
        }
        return layers
    }

    private func isClose(_ a: CGPoint, _ b: CGPoint) -> Bool {
        let tolerance = 1e-6 * max(1, abs(b.x), abs(b.y))
        return abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    @Test("points convert up and down as matrices say", arguments: [false, true])
    func convertsPoints(spatial: Bool) {
        var generator = SeededGenerator(spatial ? 7 : 8)
        for _ in 0..<50 {
            let layers = chain(6, spatial: spatial, &generator)
            let (outer, inner) = (layers[0], layers[5])
            let point = CGPoint(
                x: .random(in: -50...50, using: &generator), y: .random(in: -50...50, using: &generator))
            var expected = point
            for layer in layers[1...].reversed() { expected = Matrix.placing(layer).project(expected) }
            let up = inner.convert(point, to: outer)
            #expect(isClose(up, expected))
            #expect(isClose(outer.convert(point, from: inner), expected))
            #expect(isClose(outer.convert(up, to: inner), point))
            #expect(isClose(inner.convert(up, from: outer), point))
            #expect(isClose(inner.convert(point, to: nil), expected))
        }
    }

    @Test("layers of two branches convert through the layer that they share")
    func convertsAcross() {
        var generator = SeededGenerator(9)
        for _ in 0..<20 {
            let left = chain(4, spatial: false, &generator)
            let right = chain(3, spatial: false, &generator)
            let root = CALayer()
            root.bounds = CGRect(x: 5, y: 6, width: 300, height: 300)
            root.addSublayer(left[0])
            root.addSublayer(right[0])
            let point = CGPoint(x: 3, y: 4)
            let across = left[3].convert(point, to: right[2])
            #expect(isClose(right[2].convert(across, to: root), left[3].convert(point, to: root)))
        }
    }

    @Test("a rect converts to the smallest rect around its corners, not to one around each step's")
    func convertsRects() {
        let root = CALayer()
        let a = CALayer()
        let b = CALayer()
        for layer in [root, a, b] { layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }
        a.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
        b.setAffineTransform(CGAffineTransform(rotationAngle: -.pi / 4))
        root.addSublayer(a)
        a.addSublayer(b)
        a.position = CGPoint(x: 50, y: 50)
        b.position = CGPoint(x: 50, y: 50)
        let rect = b.convert(CGRect(x: 10, y: 20, width: 30, height: 40), to: root)
        #expect(abs(rect.minX - 10) < 1e-9 && abs(rect.minY - 20) < 1e-9)
        #expect(abs(rect.width - 30) < 1e-9 && abs(rect.height - 40) < 1e-9)
        let turned = a.convert(CGRect(x: 0, y: 0, width: 100, height: 100), to: root)
        #expect(abs(turned.width - 100 * 2.0.squareRoot()) < 1e-9 && abs(turned.midX - 50) < 1e-9)
    }

    @Test("flipped geometry turns sublayers upside down")
    func flips() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        root.addSublayer(layer)
        root.isGeometryFlipped = true
        #expect(layer.convert(CGPoint(x: 0, y: 0), to: root) == CGPoint(x: 10, y: 70))
        #expect(layer.contentsAreFlipped() && root.contentsAreFlipped())
        layer.isGeometryFlipped = true
        #expect(!layer.contentsAreFlipped())
    }

    @Test("a layer seen edge on is infinitely far away")
    func seesEdges() {
        let root = CALayer()
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.transform = CATransform3DMakeScale(1, 0, 1)
        root.addSublayer(layer)
        #expect(layer.convert(CGPoint(x: 3, y: 3), from: root).x == .infinity)
        #expect(layer.hitTest(CGPoint(x: 0, y: 0)) == nil)
    }
}
