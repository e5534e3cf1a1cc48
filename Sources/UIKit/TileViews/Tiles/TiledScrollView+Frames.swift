import Foundation
import TileEngine
import TileGeometry
package import TileLayers

extension TiledScrollView: FrameParticipant {
    /// The part of the view that its screen shows.
    struct SeenPart: Equatable {
        /// The rectangle in points from the view's top left.
        var rect: CGRect
        /// The scale from points of the view to points of the screen.
        var magnification: CGFloat
    }

    func followFrames() {
        if let followed, followed !== window?.screen { followed.layerHost.remove(self) }
        followed = window?.screen
        followed?.layerHost.add(self)
    }

    package final var frameStage: FrameStage { .animations }
    package final var wantsFrame: Bool { surface?.awaitsUpdate ?? false || seen != seenLast }

    package final func takePart(in host: LayerHost, at time: TimeInterval) {
        // A superview has moved, or clips the view differently.
        if seen != seenLast { setNeedsLayout() }
        guard let surface else { return }
        if surface.hasNews || surface.nextUpdateTime.map({ $0 <= time }) ?? false { setNeedsLayout() }
    }

    /// The visible part of the view. Nil if it is not on a screen or is completely hidden or clipped.
    var seen: SeenPart? {
        guard content != nil, let screen = window?.screen,
            let (box, scale) = layer.partOnScreen(under: screen.layer, scale: 1)
        else { return nil }
        let bounds = bounds
        // A rounding error must not determine which tiles are visible.
        func isNear(_ a: CGFloat, _ b: CGFloat) -> Bool { abs(a - b) < 1e-6 }
        let (left, top) = (CGFloat(box.minX) - bounds.minX, CGFloat(box.minY) - bounds.minY)
        let (right, bottom) = (CGFloat(box.maxX) - bounds.minX, CGFloat(box.maxY) - bounds.minY)
        let from = CGPoint(x: isNear(left, 0) ? 0 : left, y: isNear(top, 0) ? 0 : top)
        let to = CGPoint(
            x: isNear(right, bounds.width) ? bounds.width : right,
            y: isNear(bottom, bounds.height) ? bounds.height : bottom)
        return SeenPart(
            rect: CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y),
            magnification: isNear(CGFloat(scale), 1) ? 1 : CGFloat(scale))
    }

    /// Returns the visible part in units of content, and its expected motion.
    func viewport(of seen: SeenPart, on screen: UIScreen) -> Viewport? {
        let (zoom, now) = (zoomScale, screen.clock.now)
        let origin = tileContainer.frame.origin
        /// Returns the visible part of the content for an origin of the view's bounds.
        func inContent(_ corner: CGPoint, _ zoom: CGFloat) -> Box {
            Box(
                x: Double((corner.x + seen.rect.minX - origin.x) / zoom),
                y: Double((corner.y + seen.rect.minY - origin.y) / zoom),
                width: Double(seen.rect.width / zoom), height: Double(seen.rect.height / zoom))
        }
        let course = scrollMotion(at: now)
        let scale = Double(screen.scale * seen.magnification)
        return try? Viewport(
            visible: inContent(bounds.origin, zoom), scale: Double(zoom) * scale,
            velocityX: Double(course.velocity.dx) * scale, velocityY: Double(course.velocity.dy) * scale,
            landing: course.landing.map { inContent($0.bounds.origin, $0.zoomScale) }, isZooming: course.isZooming,
            time: now)
    }
}
