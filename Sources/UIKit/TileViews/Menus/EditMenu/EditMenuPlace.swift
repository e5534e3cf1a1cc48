import Foundation
import TileGraphics

/// Where an edit menu is: above what it belongs to, or below it where there is no room.
struct EditMenuPlace: Equatable {
    let frame: CGRect
    /// The point of the frame that is nearest to what it belongs to, in parts of its size: from there it grows.
    let anchor: CGPoint

    /// Between the menu and what it belongs to, in points.
    static let gap: CGFloat = 8

    private enum Side { case above, below, left, right }

    /// - Parameters:
    ///   - target: what it belongs to.
    ///   - room: where it may be; both in the coordinates of what it is in.
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
        // Over what fills the room it is at the room's edge.
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
