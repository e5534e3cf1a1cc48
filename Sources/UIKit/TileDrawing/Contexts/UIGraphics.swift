public import Foundation
public import TileGraphics

// UIKit's functions for the current context, with the capitalized names of UIKit. Each thread has its own stack of
// contexts.

/// Returns the current context; nil if there is none. In a view's `draw(_:)` it is the view's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.top?.context }

/// Makes a context the current one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.push(.pushed(context)) }

/// Removes the current context if `UIGraphicsPushContext(_:)` pushed it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() {
    _ = ContextStack.pop {
        if case .pushed = $0 { true } else { false }
    }
}

// MARK: Rects. In the current context; without one nothing happens.

/// Fills a rect with the fill color, which replaces the pixels (`CGBlendMode.copy`).
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.fill([rect], blendMode: blendMode)
}

/// Draws a frame of one point inside a rect's edges with the fill color, which replaces the pixels.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.fill(rect.frameEdges(1), blendMode: blendMode)
}

/// Intersects the clip with a rect, until the context's state is restored.
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
    /// Returns four rects along the inside of the edges that do not overlap; the rect itself if it is too small for
    /// them.
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
