import Foundation
import Testing
import TileGeometry
import TileGraphics

@testable import TileLayers

/// Layers that differ from the previous frame only by opacity and colors. They are not composed again, which must
/// affect nothing but the time.
@Suite("Layers that fade and change colors")
struct RestyledLayersTests {
    /// The style of a layer in one frame.
    private struct Style {
        var opacity: Float
        var background: CGColor
        var border: CGColor
        var shadow: Float

        /// One of a row that goes through all that may matter: nothing, all and between, opaque colors and others.
        init(_ number: Int) {
            opacity = [0.25, 0.5, 0.75, 1, 1, 0.5, 0.5, 0, 0.3, 0.9][number % 10]
            let alpha = [1.0, 1, 1, 1, 0.5, 0.5, 0.25, 0.25, 0, 0.75, 1][number % 11]
            background = CGColor(red: Double(number % 7) / 7, green: 0.5, blue: 0.25, alpha: alpha)
            border = CGColor(gray: Double(number % 3) / 3, alpha: number.isMultiple(of: 4) ? 1 : 0.5)
            shadow = [0, 0.5, 0.5, 0.75][number % 4]
        }
    }

    /// Layers of every make, each with other styles at the same time.
    private struct Stage {
        let root = CALayer()
        let layers: [CALayer]
        let host: LayerHost

        init() {
            root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
            layers = (0..<24).map { index in
                let layer = CALayer()
                layer.frame = CGRect(x: index % 5 * 40 + 3, y: index / 5 * 40 + 3, width: 30, height: 30)
                if index & 1 != 0 { layer.cornerRadius = 8 }
                if index & 2 != 0 { layer.borderWidth = 3 }
                if index & 4 != 0 {
                    let inner = CALayer()
                    inner.frame = CGRect(x: 12, y: 12, width: 30, height: 8)
                    inner.backgroundColor = CGColor(gray: 0, alpha: 1)
                    layer.addSublayer(inner)
                    layer.masksToBounds = index & 3 != 0
                }
                switch index / 8 {
                case 1:
                    let mask = CALayer()
                    mask.frame = CGRect(x: 4, y: 4, width: 20, height: 20)
                    mask.backgroundColor = CGColor(gray: 0, alpha: 0.75)
                    layer.mask = mask
                case 2:
                    layer.compositingFilter = index & 4 == 0 ? "multiplyBlendMode" : nil
                    layer.allowsGroupOpacity = index & 8 != 0
                default: break
                }
                return layer
            }
            for layer in layers { root.addSublayer(layer) }
            host = LayerHost(root)
        }

        func style(_ number: Int) {
            for (index, layer) in layers.enumerated() {
                let style = Style(number + index)
                layer.opacity = style.opacity
                // Not all at once: some fade and keep their color, some change it and do not fade.
                layer.backgroundColor = (index.isMultiple(of: 3) ? Style(index) : style).background
                layer.borderColor = (index.isMultiple(of: 4) ? Style(index) : style).border
                if index.isMultiple(of: 5) { layer.shadowOpacity = style.shadow }
                if index.isMultiple(of: 6) { layer.opacity = 0.5 }
            }
        }
    }

    private static func bytes(_ tree: RenderTree) throws -> [UInt8] {
        let bitmap = try tree.bitmap(CGRect(x: 0, y: 0, width: 200, height: 200), scale: 1)
        return (0..<200).flatMap { y in Array(UnsafeRawBufferPointer(bitmap.row(y))) }
    }

    @Test("look in each frame as layers that never looked otherwise, and as they did in frames that are kept")
    func likeNewOnes() throws {
        let stage = Stage()
        var kept: [(tree: RenderTree, bytes: [UInt8])] = []
        for number in 0..<60 {
            stage.style(number)
            let tree = stage.host.frame()
            let fresh = Stage()
            fresh.style(number)
            let bytes = try Self.bytes(tree)
            #expect(try bytes == Self.bytes(fresh.host.frame()), "frame \(number)")
            if number.isMultiple(of: 7) { kept.append((tree, bytes)) }
        }
        for (tree, bytes) in kept { #expect(try Self.bytes(tree) == bytes) }
    }

    @Test("cost damage where they are, and nothing when they stay as they were")
    func damage() {
        let stage = Stage()
        stage.style(0)
        var last = stage.host.frame()
        for number in 1..<20 {
            let layer = stage.layers[number]
            layer.opacity = 0.4
            layer.backgroundColor = CGColor(red: 1, green: Double(number) / 20, blue: 0, alpha: 1)
            let next = stage.host.frame()
            let damage = next.damage(since: last).reduce(CGRect.null) { $0.union($1) }
            #expect(damage.isNull || damage.intersects(layer.frame))
            last = next
        }
        #expect(stage.host.frame().damage(since: last).isEmpty)
    }

    @Test("of any size, also none and all there is, are drawn as they say", arguments: [0, 1e-120, 1e120, 1e308])
    func sizes(_ side: Double) {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        (layer.cornerRadius, layer.borderWidth) = (8, 2)
        root.addSublayer(layer)
        let host = LayerHost(root)
        for number in 0..<4 {
            layer.opacity = 0.5
            layer.backgroundColor = CGColor(gray: Double(number) / 4, alpha: 1)
            layer.borderColor = CGColor(gray: 1 - Double(number) / 4, alpha: 1)
            _ = host.frame()
        }
        #expect(layer.node != nil)
    }
}
