import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UICollectionView {
    func goToItem(_ path: IndexPath, at position: ScrollPosition, animated: Bool) {
        prepareLayoutIfNeeded()
        guard let attributes = askForItem(at: path), attributes.isSound else { return }
        let scroller = scroller(for: attributes)
        if let scroller, let rect = scroller.innerFrame(of: attributes) {
            scroller.reveal(rect, position, animated: animated)
        }
        let insets = adjustedContentInset
        let visible = CGSize(
            width: bounds.width - insets.left - insets.right, height: bounds.height - insets.top - insets.bottom)
        let frame = attributes.frame
        var target = contentOffset
        if scroller == nil {
            target.x = Self.offset(
                frame.minX, frame.width, from: contentOffset.x + insets.left, visible: visible.width,
                wishes: [
                    position.contains(.left), position.contains(.centeredHorizontally), position.contains(.right),
                ],
                inset: insets.left)
        }
        target.y = Self.offset(
            frame.minY, frame.height, from: contentOffset.y + insets.top, visible: visible.height,
            wishes: [position.contains(.top), position.contains(.centeredVertically), position.contains(.bottom)],
            inset: insets.top)
        let most = CGPoint(
            x: max(-insets.left, contentSize.width + insets.right - bounds.width),
            y: max(-insets.top, contentSize.height + insets.bottom - bounds.height))
        target = CGPoint(
            x: min(max(target.x, -insets.left), most.x), y: min(max(target.y, -insets.top), most.y))
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }

    /// Returns the offset that shows a length at the start, in the middle or at the end, as requested; else the nearest
    /// offset that shows it.
    static func offset(
        _ start: CGFloat, _ length: CGFloat, from: CGFloat, visible: CGFloat, wishes: [Bool], inset: CGFloat
    ) -> CGFloat {
        if wishes[0] { return start - inset }
        if wishes[1] { return start + length / 2 - visible / 2 - inset }
        if wishes[2] { return start + length - visible - inset }
        if start < from { return start - inset }
        if start + length > from + visible { return min(start, start + length - visible) - inset }
        return from - inset
    }
}
