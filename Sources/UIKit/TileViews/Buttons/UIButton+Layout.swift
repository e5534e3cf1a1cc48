import Foundation
import TileDrawing

/// The margin in points above and below a title without an image when `contentEdgeInsets` is zero, as in UIKit. It
/// makes a system button with a 15 point title 30 points high. The width is the minimum for such a button and for an
/// empty one.
private let customaryMargin: CGFloat = 6
private let customaryWidth: CGFloat = 30

extension UIButton {
    /// Returns the title's frame. The image comes first in reading order, then the title. Each is placed in the space
    /// that the other leaves, so they stay together for every alignment of the content.
    func placeTitle(in contentRect: CGRect) -> CGRect {
        let room = contentRect.inset(by: titleEdgeInsets).trimmed(by: shownImageSize.width, at: leadingEdge)
        return alignedFrame(of: titleSize(within: room.width), in: room)
    }

    func placeImage(in contentRect: CGRect) -> CGRect {
        let size = shownImageSize
        if size == .zero { return alignedFrame(of: .zero, in: contentRect.inset(by: imageEdgeInsets)) }
        let title = titleSize(within: contentRect.inset(by: titleEdgeInsets).width - size.width)
        let room = contentRect.inset(by: imageEdgeInsets).trimmed(by: title.width, at: leadingEdge.opposite)
        return alignedFrame(of: size, in: room)
    }

    private var leadingEdge: HorizontalEdge {
        effectiveUserInterfaceLayoutDirection == .rightToLeft ? .right : .left
    }

    /// Returns a frame of a size in an area, as the content is aligned, reduced to fit the area.
    private func alignedFrame(of size: CGSize, in room: CGRect) -> CGRect {
        var rect = CGRect(
            x: room.minX, y: room.minY, width: min(size.width, max(room.width, 0)),
            height: min(size.height, max(room.height, 0)))
        switch effectiveContentHorizontalAlignment {
        case .right, .trailing: rect.origin.x = room.maxX - rect.width
        case .fill: rect.size.width = max(room.width, 0)
        case .left, .leading: break
        case .center: rect.origin.x += ((room.width - rect.width) / 2).rounded(.down)
        }
        switch contentVerticalAlignment {
        case .bottom: rect.origin.y = room.maxY - rect.height
        case .fill: rect.size.height = max(room.height, 0)
        case .top: break
        case .center: rect.origin.y += ((room.height - rect.height) / 2).rounded(.down)
        }
        return rect
    }

    private var shownImageSize: CGSize { shownImage?.size ?? .zero }

    private func titleSize(within width: CGFloat) -> CGSize {
        guard hasTitle else { return .zero }
        let size = shownLabel.sizeThatFits(CGSize(width: max(width, 0), height: .greatestFiniteMagnitude))
        return CGSize(width: min(size.width, max(width, 0)), height: size.height)
    }

    func fittingSize() -> CGSize {
        if let configured { return configured.fittingSize(of: self) }
        let image = shownImageSize
        let title = titleSize(within: .greatestFiniteMagnitude)
        let insets = contentEdgeInsets
        let background = currentBackgroundImage?.size ?? .zero
        var content = CGSize(width: image.width + title.width, height: max(image.height, title.height))
        if insets == .zero, shownImage == nil, hasTitle || background == .zero {
            // An empty button is as high as one with a line of text.
            if !hasTitle { content.height = shownLabel.font.lineHeight.rounded(.up) }
            content.width = max(content.width, customaryWidth)
            content.height += 2 * customaryMargin
        }
        return CGSize(
            width: max(content.width + insets.left + insets.right, background.width),
            height: max(content.height + insets.top + insets.bottom, background.height))
    }

    /// Returns the first or the last baseline of the title for any height of the button: a place in the height, from 0
    /// to 1, and the distance in points below it. Constraints need it before the title has its frame. Nil if a subclass
    /// names another view for its baseline.
    func titleBaseline(isFirst: Bool) -> (place: CGFloat, distance: CGFloat)? {
        let text = isFirst ? forFirstBaselineLayout : forLastBaselineLayout
        guard text === titleLabel, let distances = shownLabel.baselineDistances else { return nil }
        // The content has room in this size, and moves with the height of a larger button.
        let bounds = CGRect(origin: .zero, size: fittingSize())
        let title =
            configured?.titleFrame(of: self, in: bounds) ?? titleRect(forContentRect: contentRect(forBounds: bounds))
        let place: CGFloat =
            switch contentVerticalAlignment {
            case .top: 0
            case .bottom: 1
            case .center, .fill: 0.5
            }
        let baseline = isFirst ? title.minY + distances.first : title.maxY - distances.last
        return (place, baseline - place * bounds.height)
    }

    /// Lays out the button's subviews.
    func arrange() {
        if needsUpdate {
            needsUpdate = false
            tracking(.configuration) {
                $0.setNeedsUpdateConfiguration()
            } _: {
                updateConfiguration()
            }
        }
        // A subclass with additional states requests layout when they change.
        if state != shownState { updateContents() }
        if let configured { return configured.arrange(in: self) }
        backgroundView?.frame = backgroundRect(forBounds: bounds)
        let content = contentRect(forBounds: bounds)
        picture?.frame = imageRect(forContentRect: content)
        label?.frame = titleRect(forContentRect: content)
    }
}

private enum HorizontalEdge {
    case left, right

    var opposite: HorizontalEdge { self == .left ? .right : .left }
}

extension CGRect {
    /// Returns the rectangle without a strip at an edge. The width can become negative.
    fileprivate func trimmed(by width: CGFloat, at edge: HorizontalEdge) -> CGRect {
        inset(by: UIEdgeInsets(top: 0, left: edge == .left ? width : 0, bottom: 0, right: edge == .right ? width : 0))
    }
}
