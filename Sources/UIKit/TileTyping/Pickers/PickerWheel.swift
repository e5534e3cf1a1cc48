import Foundation
import TileDrawing
import TileGeometry
import TileLayers
import TileViews

/// One wheel of a picker: a scroll view that stops with a row in its middle and displays the rows as on a drum.
final class PickerWheel: UIScrollView, ViewPart, UIScrollViewDelegate {
    /// The rotation of adjacent rows relative to each other, in radians.
    private static let turn: CGFloat = 0.36

    let number: Int
    private unowned let picker: UIPickerView
    private(set) var count = 0
    /// The row that was chosen last.
    private(set) var selected = 0
    var rowHeight = UIPickerView.rowHeight {
        didSet {
            guard rowHeight != oldValue else { return }
            positionRows()
        }
    }
    private var shown: [Int: UIView] = [:]
    private var spare: [UIView] = []
    private var knownHeight: CGFloat = 0

    init(number: Int, picker: UIPickerView) {
        self.number = number
        self.picker = picker
        super.init(frame: .zero)
        delegate = self
        showsVerticalScrollIndicator = false
        showsHorizontalScrollIndicator = false
        contentInsetAdjustmentBehavior = .never
        decelerationRate = .fast
        alwaysBounceVertical = true
        let tap = UITapGestureRecognizer()
        tap.addAction(UIAction { [unowned self, unowned tap] _ in self.tapped(at: tap.location(in: self)) })
        addGestureRecognizer(tap)
    }

    required init?(coder: NSCoder) { nil }

    // MARK: Rows

    func reload(count: Int) {
        self.count = count
        for view in shown.values { view.removeFromSuperview() }
        shown = [:]
        spare = []
        selected = min(max(0, selected), max(0, count - 1))
        positionRows()
    }

    func view(of row: Int) -> UIView? { shown[row] }

    func turn(to row: Int, animated: Bool) {
        guard (0..<count).contains(row) else { return }
        selected = row
        if knownHeight > 0 { setContentOffset(offset(of: row), animated: animated) }
    }

    private func offset(of row: Int) -> CGPoint {
        CGPoint(x: 0, y: CGFloat(row) * rowHeight - contentInset.top)
    }

    private func row(at offset: CGFloat) -> Int {
        let place = ((offset + contentInset.top) / rowHeight).rounded()
        return place.isFinite ? min(max(0, Int(min(max(place, 0), 1e9))), max(0, count - 1)) : 0
    }

    // MARK: Layout

    private func positionRows() {
        let inset = max(0, (bounds.height - rowHeight) / 2)
        contentInset = UIEdgeInsets(top: inset, left: 0, bottom: inset, right: 0)
        contentSize = CGSize(width: bounds.width, height: CGFloat(count) * rowHeight)
        knownHeight = bounds.height
        guard bounds.height > 0 else { return }
        if !isDragging, !isDecelerating, !isScrollAnimating { contentOffset = offset(of: selected) }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        if bounds.height != knownHeight || contentSize.width != bounds.width { positionRows() }
        super.layoutSubviews()
        guard bounds.height > 0, count > 0 else { return }
        let middle = bounds.midY
        // Rows past the edge of the drum are invisible.
        let reach = Int((CGFloat.pi / 2 / Self.turn).rounded(.up))
        let centre = Int(min(max((middle / rowHeight - 0.5).rounded(), -1e9), 1e9))
        let rows = max(0, centre - reach)..<max(0, min(count, centre + reach + 1))
        for (row, view) in shown where !rows.contains(row) {
            view.removeFromSuperview()
            shown[row] = nil
            spare.append(view)
        }
        for row in rows {
            if shown[row] == nil {
                let view = picker.makeView(row: row, component: number, reusing: spare.popLast())
                addSubview(view)
                shown[row] = view
            }
            if let view = shown[row] { positionRow(view, row: row, middle: middle) }
        }
    }

    /// Positions a row on the drum. The further it is turned away, the flatter and fainter it is.
    private func positionRow(_ view: UIView, row: Int, middle: CGFloat) {
        let flat = (CGFloat(row) + 0.5) * rowHeight - middle
        let angle = min(max(flat / rowHeight * Self.turn, -CGFloat.pi / 2), CGFloat.pi / 2)
        let radius = rowHeight / Self.turn
        view.bounds = CGRect(x: 0, y: 0, width: bounds.width, height: rowHeight)
        view.center = CGPoint(x: bounds.midX, y: middle + radius * sin(angle))
        view.transform = CGAffineTransform(scaleX: 0.86 + 0.14 * cos(angle), y: max(0.01, cos(angle)))
        let away = abs(flat) / rowHeight
        view.alpha = away < 0.5 ? 1 : max(0, 0.55 * cos(angle) * cos(angle))
    }

    // MARK: Turning

    private func tapped(at point: CGPoint) {
        let row = min(max(0, selected + Int(((point.y - bounds.midY) / rowHeight).rounded())), count - 1)
        guard count > 0, row != selected else { return }
        turn(to: row, animated: true)
        picker.wheelDidStop(self)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { setNeedsLayout() }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        targetContentOffset.pointee = offset(of: row(at: targetContentOffset.pointee.y))
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { settle() }
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }

    private func settle() {
        guard count > 0 else { return }
        let row = row(at: contentOffset.y)
        if contentOffset != offset(of: row) { setContentOffset(offset(of: row), animated: window != nil) }
        guard row != selected else { return }
        selected = row
        picker.wheelDidStop(self)
    }
}
