import Foundation
import TileGeometry
import TileGraphics

/// Copies of a layer's sublayers (`CAReplicatorLayer`), back to front.
struct Replication: Sendable {
    /// As asked for.
    var count: Int
    /// From one copy to the next, in the layer's plane.
    var step: CATransform3D
    /// About which the steps go.
    var anchor: CGPoint
    /// The first copy's colors are multiplied by `tint`, each later one's by so much more.
    var tint: SIMD4<Double>
    var tintStep: SIMD4<Double>
    /// Whether the frame has too many layers for more.
    var showsOneCopy = false

    /// Copies beyond this are not drawn: so many, in a picture that holds each of them, are a mistake.
    private static let maxCopies = 100_000

    private func tint(_ index: Int) -> Color {
        let sum = (tint + tintStep * Double(index)).clamped(lowerBound: .zero, upperBound: .one)
        return Color(red: sum.x, green: sum.y, blue: sum.z, alpha: sum.w)
    }

    /// What is made of some sublayers.
    struct Plan {
        var copies: Int
        /// Drawing operations that are made for them.
        var operations: Int
        /// What comes to show.
        var layers: LayerCount
    }

    /// - Parameters:
    ///   - layers: of one copy.
    ///   - content: one copy. Looked through only when copies differ in color, each being a drawing of its own then;
    ///     it counts as many layers as it has operations.
    func plan(_ layers: LayerCount, _ content: Picture) -> Plan {
        var operations = 1
        if tintStep != .zero {
            let most = Int(LayerCount.maxPerReplicator)
            var rest = most
            operations = content.takesTintFrom(&rest) ? max(1, most - rest) : most
        }
        func copies(_ weight: Float) -> Int {
            max(0, min(count, Self.maxCopies, max(1, Int(LayerCount.maxPerReplicator / weight))))
        }
        let asked = max(1, layers.asked, Float(operations))
        let drawn = max(1, layers.drawn, Float(operations))
        let copiesDrawn = showsOneCopy ? min(1, max(0, count)) : copies(drawn)
        // Where nothing was left out, both come to the same.
        return Plan(
            copies: copiesDrawn, operations: copiesDrawn > 1 ? copiesDrawn * operations : 0,
            layers: LayerCount(asked: asked * Float(copies(asked)), drawn: drawn * Float(copiesDrawn)))
    }

    /// Draws the first copies.
    func record(_ content: Picture, copies: Int, opacity: Double, into recorder: inout PictureRecorder) {
        let about = CATransform3DMakeTranslation(Double(-anchor.x), Double(-anchor.y), 0)
        let back = CATransform3DMakeTranslation(Double(anchor.x), Double(anchor.y), 0)
        var power = CATransform3DIdentity
        var known = Color.white
        var group = PictureGroup(content: content, opacity: opacity)
        for index in 0..<copies {
            let tint = tint(index)
            if tint != known {
                known = tint
                group = PictureGroup(content: content.tinted(by: tint), opacity: opacity)
            }
            let projection = about.concatenating(power).concatenating(back).projection
            if let affine = projection.affine {
                recorder.draw(group, transform: affine)
            } else {
                recorder.draw(ProjectedPicture(content: group.content, projection: projection))
            }
            power = step.concatenating(power)
            if !power.isFinite { break }
        }
    }
}
