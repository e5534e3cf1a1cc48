import Foundation
import TileGraphics

/// The position of a menu: below its target, or above it if there is more space.
struct MenuPlace: Equatable {
    let frame: CGRect
    let isAbove: Bool
    /// The point of the frame closest to the target, relative to the size of the frame. The menu grows from it.
    let anchor: CGPoint

    /// The distance between the menu and its target, in points.
    static let gap: CGFloat = 6
    /// The minimum height of a menu, even if it covers the target.
    private static let leastHeight: CGFloat = 132

    /// Computes a position.
    ///
    /// - Parameters:
    ///   - size: The preferred size of the menu.
    ///   - source: The rectangle that the menu belongs to.
    ///   - room: The available area. All are in the coordinates of the superview.
    init(_ size: CGSize, at source: CGRect, in room: CGRect) {
        let below = room.maxY - source.maxY - Self.gap
        let above = source.minY - Self.gap - room.minY
        isAbove = size.height > below && above > below
        let least = min(size.height, Self.leastHeight, room.height)
        let height = min(size.height, max(least, isAbove ? above : below))
        let width = min(size.width, room.width)
        // Aligned with the nearer side of the target, or centered if the target is near the center.
        let x: CGFloat
        if abs(source.midX - room.midX) < room.width / 6 {
            x = source.midX - width / 2
        } else {
            x = source.midX < room.midX ? source.minX : source.maxX - width
        }
        let y = isAbove ? source.minY - Self.gap - height : source.maxY + Self.gap
        frame = CGRect(
            x: max(room.minX, min(x, room.maxX - width)).rounded(),
            y: max(room.minY, min(y, room.maxY - height)).rounded(), width: width, height: height)
        let along = width > 0 ? (source.midX - frame.minX) / width : 0.5
        anchor = CGPoint(x: max(0, min(1, along)), y: isAbove ? 1 : 0)
    }
}
