public import Foundation
import TileGraphics

/// Begins an image of one pixel a point, and makes its context the current one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image, and makes its context the current one.
///
/// - Parameters:
///   - size: in points. Of a size that an image cannot have (no pixel, or more than 32,767 each way) there is no image.
///   - opaque: whether it is black where nothing is drawn, and not clear.
///   - scale: pixels a point; 0 for that of the current traits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    ContextStack.push(
        .image(
            ImageDrawing(
                bounds: CGRect(origin: .zero, size: size), scale: scale == 0 ? ImageDrawing.currentScale : scale,
                isOpaque: opaque)))
}

/// The image so far; nil when the current context is none of an image.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard case .image(let drawing) = ContextStack.top else { return nil }
    return drawing.image()
}

/// Ends the image that was begun last and makes the context before the current one; nothing when the current context is
/// none of an image.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() {
    _ = ContextStack.pop {
        if case .image = $0 { true } else { false }
    }
}
