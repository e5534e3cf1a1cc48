import Foundation
import TileGeometry
import TileViews

// The views above the first section, below the last one, and behind the rows.
extension UITableView {
    func endHeight(_ view: UIView?) -> CGFloat {
        guard let height = view?.frame.height, height.isFinite else { return 0 }
        return max(0, height)
    }

    func setEnd(_ view: UIView?, _ end: WritableKeyPath<TableState, UIView?>) {
        // Setting the same view again updates its height.
        let old = table[keyPath: end]
        if old !== view { old?.removeFromSuperview() }
        table[keyPath: end] = view
        if let view, view.superview !== self { addSubview(view) }
        noteEnds()
    }

    /// Applies the heights of the views above and below the sections.
    func noteEnds() {
        let (head, foot) = (Double(endHeight(table.headView)), Double(endHeight(table.footView)))
        guard head != table.geometry.head || foot != table.geometry.foot else { return invalidateLayout() }
        (table.geometry.head, table.geometry.foot) = (head, foot)
        invalidateLayout()
        if table.isLoaded { takeContentHeight() }
    }

    func placeEnds() {
        let geometry = table.geometry
        func setFrame(of view: UIView?, top: Double, height: Double) {
            let frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
            if let view, view.frame != frame { view.frame = frame }
        }
        setFrame(of: table.headView, top: 0, height: geometry.head)
        setFrame(of: table.footView, top: geometry.footStart, height: geometry.foot)
    }

    func setBackgroundView(_ view: UIView?) {
        guard view !== table.backgroundView else { return }
        table.backgroundView?.removeFromSuperview()
        table.backgroundView = view
        if let view { insertSubview(view, at: 0) }
        invalidateLayout()
    }
}
