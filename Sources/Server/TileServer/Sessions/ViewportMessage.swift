import Foundation
import TileEngine
import TileGeometry
import TileSessions

/// The message that all viewers send: what they show now, and where they are heading.
struct ViewportMessage: Equatable, Decodable {
    struct Rect: Equatable, Decodable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        fileprivate var box: Box { Box(x: x, y: y, width: width, height: height) }
    }

    /// The visible rect, in units of content, as are all rects here.
    var visible: Rect
    /// The pixels of the screen per unit.
    var scale: Double
    /// The horizontal velocity, in units of content per second.
    var velocityX: Double
    var velocityY: Double
    /// The visible rect when the motion ends, if it is known.
    var landing: Rect?
    var isZooming: Bool

    private enum CodingKeys: String, CodingKey {
        case x, y, width, height, scale, velocityX, velocityY, landing, zooming
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        visible = Rect(
            x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y),
            width: try values.decode(Double.self, forKey: .width),
            height: try values.decode(Double.self, forKey: .height))
        scale = try values.decode(Double.self, forKey: .scale)
        velocityX = try values.decodeIfPresent(Double.self, forKey: .velocityX) ?? 0
        velocityY = try values.decodeIfPresent(Double.self, forKey: .velocityY) ?? 0
        landing = try values.decodeIfPresent(Rect.self, forKey: .landing)
        isZooming = try values.decodeIfPresent(Bool.self, forKey: .zooming) ?? false
    }

    /// Returns the viewport in the engine's form, with `time` in seconds.
    func viewport(time: Double, _ policy: SessionPolicy) throws(SessionClosure) -> Viewport {
        let viewport: Viewport
        do {
            viewport = try Viewport(
                visible: visible.box, scale: scale, velocityX: velocityX * scale, velocityY: velocityY * scale,
                landing: landing?.box, isZooming: isZooming, time: time)
        } catch {
            throw .refused("\(error)")
        }
        try check(visible, scale, "a viewport", policy)
        if let landing {
            // A zoom ends on the same screen, so the landing is as many pixels wide.
            let zoom = landing.width > 0 ? visible.width / landing.width : 1
            try check(landing, scale * zoom, "a landing", policy)
        }
        return viewport
    }

    /// - Parameter scale: The pixels of the screen per unit.
    private func check(
        _ rect: Rect, _ scale: Double, _ name: String, _ policy: SessionPolicy
    ) throws(SessionClosure) {
        let (width, height) = (rect.width * scale, rect.height * scale)
        let (side, count) = (policy.viewportSide, policy.viewportPixels)
        guard width <= side, height <= side, width * height <= count else {
            throw .refused(
                "\(name) must be at most \(Int(count)) pixels, and \(Int(side)) a side")
        }
    }
}
