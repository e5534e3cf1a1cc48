import Foundation
import TileGraphics

/// The position of a popover: beside its target, on a side with enough space.
struct PopoverPlace: Equatable {
    /// The frame with the arrow, in container coordinates.
    let frame: CGRect
    let direction: UIPopoverArrowDirection
    /// The position of the arrow's tip along its edge, from the frame's left or top.
    let tip: CGFloat

    /// The size of the arrow in points: its width along the edge, and its height.
    static let arrow = CGSize(width: 37, height: 13)
    static let radius: CGFloat = 13

    /// Computes the position of a popover.
    ///
    /// - Parameters:
    ///   - size: the size of the content.
    ///   - target: the rectangle that the popover points at.
    ///   - room: the available area.
    init(
        _ size: CGSize, at target: CGRect, in room: CGRect, permitted: UIPopoverArrowDirection, mayOverlap: Bool
    ) {
        let height = Self.arrow.height
        // Below and above come first, because most targets are wider than high.
        let sides: [(UIPopoverArrowDirection, CGSize)] = [
            (.up, CGSize(width: room.width, height: room.maxY - target.maxY - height)),
            (.down, CGSize(width: room.width, height: target.minY - room.minY - height)),
            (.left, CGSize(width: room.maxX - target.maxX - height, height: room.height)),
            (.right, CGSize(width: target.minX - room.minX - height, height: room.height)),
        ]
        let allowed = sides.filter { permitted.contains($0.0) }
        let fits = allowed.first { $0.1.width >= size.width && $0.1.height >= size.height }
        let best = fits ?? allowed.max { Self.share(of: size, in: $0.1) < Self.share(of: size, in: $1.1) }
        guard let (side, space) = best else {
            // Without an arrow, the popover is centered on its target.
            let shown = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
            let origin = CGPoint(x: target.midX - shown.width / 2, y: target.midY - shown.height / 2)
            frame = Self.moved(CGRect(origin: origin, size: shown), into: room)
            direction = []
            tip = 0
            return
        }
        direction = side
        let isUpright = side == .up || side == .down
        let limit = mayOverlap ? room.size : CGSize(width: max(1, space.width), height: max(1, space.height))
        let shown = CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height))
        let whole =
            isUpright
            ? CGSize(width: shown.width, height: shown.height + height)
            : CGSize(width: shown.width + height, height: shown.height)
        let origin: CGPoint =
            switch side {
            case .up: CGPoint(x: target.midX - whole.width / 2, y: target.maxY)
            case .down: CGPoint(x: target.midX - whole.width / 2, y: target.minY - whole.height)
            case .left: CGPoint(x: target.maxX, y: target.midY - whole.height / 2)
            default: CGPoint(x: target.minX - whole.width, y: target.midY - whole.height / 2)
            }
        let placed = Self.moved(CGRect(origin: origin, size: whole), into: room)
        frame = placed
        let (middle, length) =
            isUpright ? (target.midX - placed.minX, placed.width) : (target.midY - placed.minY, placed.height)
        let edge = Self.radius + Self.arrow.width / 2
        tip = length >= 2 * edge ? min(max(middle, edge), length - edge) : length / 2
    }

    private static func share(of size: CGSize, in space: CGSize) -> CGFloat {
        max(0, min(1, space.width / size.width)) * max(0, min(1, space.height / size.height))
    }

    private static func moved(_ rect: CGRect, into room: CGRect) -> CGRect {
        var rect = rect
        rect.origin.x = max(room.minX, min(rect.minX, room.maxX - rect.width)).rounded()
        rect.origin.y = max(room.minY, min(rect.minY, room.maxY - rect.height)).rounded()
        return rect
    }
}
