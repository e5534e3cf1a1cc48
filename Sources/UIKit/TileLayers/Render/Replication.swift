import Foundation
import TileGeometry
import TileGraphics

/// The copies of a layer's sublayers (`CAReplicatorLayer`), back to front.
struct Replication: Sendable {
    /// The requested number of copies.
    var count: Int
    /// The transform from one copy to the next, in the layer's plane.
    var step: CATransform3D
    /// The anchor point of the transform.
    var anchor: CGPoint
    /// The color that multiplies the first copy's colors, and the offset for each later one.
    var tint: SIMD4<Double>
    var tintStep: SIMD4<Double>
    /// Whether the frame has too many layers for more than one copy.
    var showsOneCopy = false

    /// The maximum number of copies; more, in a picture that holds each of them, are a mistake.
    private static let maxCopies = 100_000

    private func tint(_ index: Int) -> Color {
        let sum = (tint + tintStep * Double(index)).clamped(lowerBound: .zero, upperBound: .one)
        return Color(red: sum.x, green: sum.y, blue: sum.z, alpha: sum.w)
    }

    /// The copies to draw of some sublayers.
    struct Plan {
        var copies: Int
        /// The number of drawing operations created for them.
        var operations: Int
        /// The number of layers drawn.
        var layers: LayerCount
    }

    /// - Parameters:
    ///   - layers: The layers of one copy.
    ///   - content: The drawing of one copy. Examined only if copies differ in color, so that each is a separate
    ///     drawing, which counts as many layers as it has operations.
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
        // Equal if nothing was dropped.
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
