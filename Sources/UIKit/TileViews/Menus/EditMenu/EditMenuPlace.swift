import Foundation
import TileGraphics

/// The position of an edit menu: above its target, or below it if there is no space.
struct EditMenuPlace: Equatable {
    let frame: CGRect
    /// The point of the frame closest to the target, relative to the size of the frame. The menu grows from it.
    let anchor: CGPoint

    /// The distance between the menu and its target, in points.
    static let gap: CGFloat = 8

    private enum Side { case above, below, left, right }

    /// Computes a position.
    ///
    /// - Parameters:
    ///   - target: The rectangle that the menu belongs to.
    ///   - room: The available area. Both are in the coordinates of the superview.
    init(_ size: CGSize, at target: CGRect, in room: CGRect, _ direction: UIEditMenuArrowDirection) {
        let seen = target.intersection(room)
        let target = seen.isNull ? target : seen
        let preferred: [Side] =
            switch direction {
            case .automatic, .down: [.above, .below]
            case .up: [.below, .above]
            case .left: [.right, .left, .above, .below]
            case .right: [.left, .right, .above, .below]
            }
        func origin(_ side: Side) -> CGPoint {
            switch side {
            case .above: CGPoint(x: target.midX - size.width / 2, y: target.minY - Self.gap - size.height)
            case .below: CGPoint(x: target.midX - size.width / 2, y: target.maxY + Self.gap)
            case .left: CGPoint(x: target.minX - Self.gap - size.width, y: target.midY - size.height / 2)
            case .right: CGPoint(x: target.maxX + Self.gap, y: target.midY - size.height / 2)
            }
        }
        func fits(_ side: Side) -> Bool {
            let origin = origin(side)
            return switch side {
            case .above: origin.y >= room.minY
            case .below: origin.y + size.height <= room.maxY
            case .left: origin.x >= room.minX
            case .right: origin.x + size.width <= room.maxX
            }
        }
        // The menu of a target that fills the area is at the edge of the area.
        let side = preferred.first(where: fits) ?? preferred[0]
        let wanted = origin(side)
        frame = CGRect(
            x: max(room.minX, min(wanted.x, room.maxX - size.width)).rounded(),
            y: max(room.minY, min(wanted.y, room.maxY - size.height)).rounded(), width: size.width, height: size.height)
        func part(_ place: CGFloat, of length: CGFloat) -> CGFloat { length > 0 ? max(0, min(1, place / length)) : 0.5 }
        let (along, down) = (
            part(target.midX - frame.minX, of: size.width), part(target.midY - frame.minY, of: size.height)
        )
        anchor =
            switch side {
            case .above: CGPoint(x: along, y: 1)
            case .below: CGPoint(x: along, y: 0)
            case .left: CGPoint(x: 1, y: down)
            case .right: CGPoint(x: 0, y: down)
            }
    }
}
