import Foundation
import TileDrawing

/// The frames of a configured button's image, title and subtitle, relative to the top left corner of their union.
struct ConfiguredArrangement {
    private(set) var imageFrame: CGRect
    private(set) var titleFrame: CGRect
    private(set) var subtitleFrame: CGRect
    /// The size of the union.
    let size: CGSize

    init(
        image: CGSize, title: CGSize, subtitle: CGSize, placement: NSDirectionalRectEdge, imagePadding: CGFloat,
        titlePadding: CGFloat, alignment: NSTextAlignment, isRightToLeft: Bool
    ) {
        let padding = title.height > 0 && subtitle.height > 0 ? titlePadding : 0
        let text = CGSize(
            width: max(title.width, subtitle.width), height: title.height + padding + subtitle.height)
        let isPadded = image.width > 0 && image.height > 0 && text.height > 0
        let gap = isPadded ? imagePadding : 0
        var textOrigin = CGPoint.zero
        var imageOrigin = CGPoint.zero
        if placement == .all {
            size = CGSize(width: max(image.width, text.width), height: max(image.height, text.height))
            textOrigin = CGPoint(x: (size.width - text.width) / 2, y: (size.height - text.height) / 2)
            imageOrigin = CGPoint(x: (size.width - image.width) / 2, y: (size.height - image.height) / 2)
        } else if !placement.isDisjoint(with: [.top, .bottom]) {
            size = CGSize(width: max(image.width, text.width), height: image.height + gap + text.height)
            textOrigin.x = (size.width - text.width) / 2
            imageOrigin.x = (size.width - image.width) / 2
            if placement.contains(.top) { textOrigin.y = image.height + gap } else { imageOrigin.y = text.height + gap }
        } else {
            size = CGSize(width: image.width + gap + text.width, height: max(image.height, text.height))
            textOrigin.y = (size.height - text.height) / 2
            imageOrigin.y = (size.height - image.height) / 2
            // Every placement that is not trailing is leading.
            let isLeft = placement.contains(.trailing) == isRightToLeft
            if isLeft { textOrigin.x = image.width + gap } else { imageOrigin.x = text.width + gap }
        }
        func x(_ width: CGFloat) -> CGFloat {
            let isRight = alignment == .right || (alignment == .natural && isRightToLeft)
            return alignment == .center ? (text.width - width) / 2 : isRight ? text.width - width : 0
        }
        imageFrame = CGRect(origin: imageOrigin, size: image)
        titleFrame = CGRect(
            origin: CGPoint(x: textOrigin.x + x(title.width), y: textOrigin.y), size: title)
        subtitleFrame = CGRect(
            origin: CGPoint(x: textOrigin.x + x(subtitle.width), y: textOrigin.y + title.height + padding),
            size: subtitle)
    }

    /// Returns the arrangement's origin in an area, as the content is aligned. Filling content is centered.
    func origin(
        in room: CGRect, _ horizontal: UIControl.ContentHorizontalAlignment,
        _ vertical: UIControl.ContentVerticalAlignment
    ) -> CGPoint {
        let x =
            switch horizontal {
            case .left, .leading: room.minX
            case .right, .trailing: room.maxX - size.width
            case .center, .fill: room.midX - size.width / 2
            }
        let y =
            switch vertical {
            case .top: room.minY
            case .bottom: room.maxY - size.height
            case .center, .fill: room.midY - size.height / 2
            }
        return CGPoint(x: x, y: y)
    }
}
