public import Foundation
public import TileGraphics

// UIKit's functions for the current context. They start with capitals there, and so they do here. The stack of contexts
// is the thread's own.

/// The context that drawing goes to; nil when there is none. In a view's `draw(_:)` it is the view's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.top?.context }

/// Makes a context the current one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.push(.pushed(context)) }

/// Takes the current context off, when `UIGraphicsPushContext(_:)` put it there.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() {
    _ = ContextStack.pop {
        if case .pushed = $0 { true } else { false }
    }
}

// MARK: Rects. In the current context; without one nothing happens.

/// Fills a rect with the fill color, which replaces what was there (`CGBlendMode.copy`).
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.fill([rect], blendMode: blendMode)
}

/// Draws a frame of one point inside of a rect's edges with the fill color, which replaces what was there.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.fill(rect.frameEdges(1), blendMode: blendMode)
}

/// Lets through only what is inside of a rect too, until the context's state is restored.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
    fileprivate func fill(_ rects: [CGRect], blendMode: CGBlendMode) {
        saveGState()
        setBlendMode(blendMode)
        fill(rects)
        restoreGState()
    }
}

extension CGRect {
    /// Four rects along the inside of the edges that do not overlap; the rect itself when it is too small for them.
    func frameEdges(_ width: CGFloat) -> [CGRect] {
        guard size.width > 2 * width, size.height > 2 * width else { return [self] }
        let inner = size.height - 2 * width
        return [
            CGRect(x: minX, y: minY, width: size.width, height: width),
            CGRect(x: minX, y: maxY - width, width: size.width, height: width),
            CGRect(x: minX, y: minY + width, width: width, height: inner),
            CGRect(x: maxX - width, y: minY + width, width: width, height: inner),
        ]
    }
}
