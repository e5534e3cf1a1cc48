import Foundation
import TileGraphics

/// Where a menu opens: below what it belongs to, or above where there is more room.
struct MenuPlace: Equatable {
    let frame: CGRect
    let isAbove: Bool
    /// The point of the frame that is nearest to what it belongs to, in parts of its size: from there it grows.
    let anchor: CGPoint

    /// Between the menu and what it belongs to, in points.
    static let gap: CGFloat = 6
    /// No menu is made lower than this, whatever it covers.
    private static let leastHeight: CGFloat = 132

    /// - Parameters:
    ///   - size: that the menu would like to have.
    ///   - source: what it belongs to.
    ///   - room: where it may be; all in the coordinates of what it is in.
    init(_ size: CGSize, at source: CGRect, in room: CGRect) {
        let below = room.maxY - source.maxY - Self.gap
        let above = source.minY - Self.gap - room.minY
        isAbove = size.height > below && above > below
        let least = min(size.height, Self.leastHeight, room.height)
        let height = min(size.height, max(least, isAbove ? above : below))
        let width = min(size.width, room.width)
        // Flush with the nearer side; in the middle below what is there.
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
