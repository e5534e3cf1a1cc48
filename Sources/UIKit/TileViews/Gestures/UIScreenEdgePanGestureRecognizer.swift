import Foundation
public import TileDrawing
import TileGeometry

/// A recognizer for a pan that begins at an edge of the screen and moves away from it.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges at which the pan may begin. The default is none.
    open var edges: UIRectEdge = []

    private var near: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard progress.state == .possible, let touch = self.touches.first, let window = view?.window else { return }
        near = edges.intersection(Self.edges(near: touch, in: window, within: policy.edgeWidth))
        if near.isEmpty { state = .failed }
    }

    private static func edges(near touch: UITouch, in window: UIWindow, within width: CGFloat) -> UIRectEdge {
        let place = window.convert(touch.location(in: nil), to: nil as UIWindow?)
        let screen = window.screen.bounds
        var edges: UIRectEdge = []
        if place.x - screen.minX <= width { edges.insert(.left) }
        if screen.maxX - place.x <= width { edges.insert(.right) }
        if place.y - screen.minY <= width { edges.insert(.top) }
        if screen.maxY - place.y <= width { edges.insert(.bottom) }
        return edges
    }

    override func mayBegin(after gone: CGVector) -> Bool {
        let slop = policy.panSlop
        return near.contains(.left) && gone.dx >= slop || near.contains(.right) && gone.dx <= -slop
            || near.contains(.top) && gone.dy >= slop || near.contains(.bottom) && gone.dy <= -slop
    }

    open override func reset() {
        super.reset()
        near = []
    }
}
