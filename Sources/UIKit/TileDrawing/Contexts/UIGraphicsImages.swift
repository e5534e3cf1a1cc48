public import Foundation
import TileGraphics

/// Begins an image of one pixel per point, and makes its context the current one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image, and makes its context the current one.
///
/// - Parameters:
///   - size: the size in points. No image is made if it can't have the size (no pixel, or more than 32,767 in a
///     direction).
///   - opaque: whether the background is black instead of clear.
///   - scale: pixels per point; 0 for the display scale of the current traits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    ContextStack.push(
        .image(
            ImageDrawing(
                bounds: CGRect(origin: .zero, size: size), scale: scale == 0 ? ImageDrawing.currentScale : scale,
                isOpaque: opaque)))
}

/// Returns the image drawn so far; nil if the current context is not an image's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard case .image(let drawing) = ContextStack.top else { return nil }
    return drawing.image()
}

/// Ends the image that was begun last and restores the context before it. Does nothing if the current context is not an
/// image's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() {
    _ = ContextStack.pop {
        if case .image = $0 { true } else { false }
    }
}
