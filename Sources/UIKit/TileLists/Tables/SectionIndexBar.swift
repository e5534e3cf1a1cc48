import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// The index titles beside a table, each of which leads to a section.
final class SectionIndexBar: UIControl, ViewPart {
    /// The width in points, as it appears in UIKit.
    static let width: CGFloat = 15
    private static let lineHeight: CGFloat = 14
    let titles: [String]
    private var labels: [UILabel] = []
    private var shownHeight: CGFloat = -1
    private var current: Int?
    /// A closure that receives the title under the finger.
    var onTitle: ((Int) -> Void)?
    var color: UIColor? { didSet { for label in labels { label.textColor = color ?? tintColor } } }
    var restColor: UIColor? { didSet { backgroundColor = restColor } }
    var trackingColor: UIColor?

    init(_ titles: [String]) {
        self.titles = titles
        super.init(frame: .zero)
        isOpaque = false
    }

    required init?(coder: NSCoder) { nil }

    /// Returns the titles that fit: all of them, or a selection with dots in between (nil).
    static func shown(_ count: Int, height: CGFloat) -> [Int?] {
        let room = max(1, Int(height / lineHeight))
        guard count > room, room >= 3 else { return (0..<count).map { $0 } }
        // Titles and dots alternate, so the number of lines is odd.
        let kept = (room + 1) / 2
        return (0..<(2 * kept - 1)).map { line in
            line % 2 == 1 ? nil : kept == 1 ? 0 : line / 2 * (count - 1) / (kept - 1)
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard bounds.height != shownHeight else { return }
        shownHeight = bounds.height
        for label in labels { label.removeFromSuperview() }
        let lines = Self.shown(titles.count, height: bounds.height)
        let top = (bounds.height - CGFloat(lines.count) * Self.lineHeight) / 2
        labels = lines.enumerated().map { line, title in
            let label = UILabel(
                frame: CGRect(
                    x: 0, y: top + CGFloat(line) * Self.lineHeight, width: bounds.width, height: Self.lineHeight))
            label.font = .systemFont(ofSize: 11, weight: .semibold)
            label.textAlignment = .center
            label.textColor = color ?? tintColor
            label.text = title.map { titles[$0] == UITableView.indexSearch ? "⌕" : titles[$0] } ?? "•"
            addSubview(label)
            return label
        }
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        for label in labels { label.textColor = color ?? tintColor }
    }

    private func follow(_ touch: UITouch) {
        let lines = CGFloat(SectionIndexBar.shown(titles.count, height: bounds.height).count)
        let top = (bounds.height - lines * Self.lineHeight) / 2
        let part = (touch.location(in: self).y - top) / max(lines * Self.lineHeight, 1)
        let title = min(max(Int(part * CGFloat(titles.count)), 0), titles.count - 1)
        guard title != current, title >= 0 else { return }
        current = title
        onTitle?(title)
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        backgroundColor = trackingColor ?? restColor
        follow(touch)
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        current = nil
        backgroundColor = restColor
    }

    override func cancelTracking(with event: UIEvent?) {
        current = nil
        backgroundColor = restColor
    }
}

extension UITableView {
    /// The width of the index while it is visible.
    var indexWidth: CGFloat { table.index == nil || isEditing ? 0 : SectionIndexBar.width }

    func reloadIndex() {
        table.hasAskedForIndex = false
        if table.isLoaded { loadIndex() }
    }

    func loadIndex() {
        guard !table.hasAskedForIndex else { return }
        table.hasAskedForIndex = true
        let rows = table.geometry.sections.reduce(0) { $0 + $1.rows.count }
        let titles =
            style == .plain && !showsAllContent && indexDisplayMode == .automatic
                && rows >= sectionIndexMinimumDisplayRowCount
            ? dataSource?.sectionIndexTitles(for: self) ?? [] : []
        guard titles != table.index?.titles ?? [] else { return }
        table.index?.removeFromSuperview()
        table.index = nil
        if !titles.isEmpty {
            let bar = SectionIndexBar(titles)
            bar.onTitle = { [weak self] in self?.goToIndexTitle($0) }
            table.index = bar
            addSubview(bar)
            indexLooksChanged()
        }
        for row in table.shown { takePlace(row) }
        setNeedsLayout()
    }

    func indexLooksChanged() {
        guard let bar = table.index else { return }
        bar.color = sectionIndexColor
        bar.restColor = sectionIndexBackgroundColor
        bar.trackingColor = sectionIndexTrackingBackgroundColor
    }

    private func goToIndexTitle(_ index: Int) {
        guard let bar = table.index, bar.titles.indices.contains(index) else { return }
        let title = bar.titles[index]
        if title == Self.indexSearch {
            return setContentOffset(CGPoint(x: bounds.minX, y: -adjustedContentInset.top), animated: false)
        }
        let section = dataSource?.tableView(self, sectionForSectionIndexTitle: title, at: index) ?? index
        guard table.geometry.sections.indices.contains(section) else { return }
        scroll(to: IndexPath(row: NSNotFound, section: section), .top, false)
    }

    /// Keeps the index in place while the content scrolls.
    func placeIndex() {
        guard let bar = table.index else { return }
        let insets = adjustedContentInset
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let frame = CGRect(
            x: isRightToLeft ? bounds.minX : bounds.maxX - SectionIndexBar.width, y: bounds.minY + insets.top,
            width: SectionIndexBar.width, height: max(0, bounds.height - insets.top - insets.bottom))
        if bar.frame != frame { bar.frame = frame }
        if bar.isHidden != isEditing { bar.isHidden = isEditing }
        if subviews.last !== bar, table.reorder == nil { bringSubviewToFront(bar) }
    }
}
