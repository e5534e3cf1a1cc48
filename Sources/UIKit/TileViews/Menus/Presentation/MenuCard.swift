import Foundation
import TileDrawing
import TileGraphics
import TileLayers

/// A plate with the rows of a menu, which scrolls if they do not fit.
final class MenuCard: UIView {
    let menu: UIMenu
    private let plate = UIView(frame: .zero)
    private let scroll = UIScrollView(frame: .zero)
    /// The scrolling content: the rows.
    private let content = UIView(frame: .zero)
    private let title = UILabel(frame: .zero)
    private var titleLine: UIView?
    private var header: MenuRow?
    private var sections: [Section] = []

    private struct Section {
        var title: UILabel?
        var rows: [MenuRow]
        /// The lines above all rows but the first. `band` is the band above the section.
        var lines: [UIView]
        var band: UIView?
    }

    /// The widths, radius and heights, in points.
    static let width: CGFloat = 250
    static let widthOfLargeText: CGFloat = 340
    private static let radius: CGFloat = 13
    private static let bandHeight: CGFloat = 8

    static let plateColor = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 0.16, alpha: 0.97) : UIColor(white: 0.98, alpha: 0.97)
    }
    private static let bandColor = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 0, alpha: 0.32) : UIColor(white: 0, alpha: 0.08)
    }

    /// Creates a card.
    ///
    /// - Parameter isInner: Whether the menu is a submenu, with a row that shows its title and leads back.
    init(_ menu: UIMenu, isReversed: Bool, isInner: Bool) {
        self.menu = menu
        super.init(frame: .zero)
        isOpaque = false
        plate.backgroundColor = Self.plateColor
        plate.layer.cornerRadius = Self.radius
        plate.clipsToBounds = true
        // The overlay tracks the fingers.
        scroll.delaysContentTouches = false
        content.isUserInteractionEnabled = false
        scroll.addSubview(content)
        plate.addSubview(scroll)
        addSubview(plate)
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowOpacity = 0.22
        layer.shadowRadius = 24
        layer.shadowOffset = CGSize(width: 0, height: 8)
        title.textColor = .secondaryLabel
        title.numberOfLines = 0
        fill(MenuContent(menu, isReversed: isReversed), isInner: isInner)
        updateFonts()
    }

    required init?(coder: NSCoder) { nil }

    /// The rows in the order in which they are shown.
    var rows: [MenuRow] { [header].compactMap { $0 } + sections.flatMap(\.rows) }

    /// Updates the elements.
    func update(isReversed: Bool) {
        for view in content.subviews { view.removeFromSuperview() }
        (titleLine, sections) = (nil, [])
        let isInner = header != nil
        header = nil
        fill(MenuContent(menu, isReversed: isReversed), isInner: isInner)
        updateFonts()
        setNeedsLayout()
    }

    private func fill(_ shown: MenuContent, isInner: Bool) {
        let hasMarks = shown.hasMarks || isInner
        if isInner {
            let row = MenuRow(menu, of: menu, hasMarks: true, isHeader: true)
            content.addSubview(row)
            header = row
        } else if !shown.title.isEmpty {
            title.text = shown.title
            content.addSubview(title)
            titleLine = line(.separator)
        }
        for (index, section) in shown.sections.enumerated() {
            let rows = section.elements.map { MenuRow($0, of: section.menu, hasMarks: hasMarks) }
            for row in rows { content.addSubview(row) }
            var made = Section(title: nil, rows: rows, lines: rows.dropFirst().map { _ in line(.separator) }, band: nil)
            if index > 0 || isInner { made.band = line(Self.bandColor) }
            if !section.title.isEmpty {
                let label = UILabel(frame: .zero)
                (label.text, label.textColor, label.numberOfLines) = (section.title, .secondaryLabel, 0)
                content.addSubview(label)
                made.title = label
            }
            sections.append(made)
        }
    }

    private func line(_ color: UIColor) -> UIView {
        let line = UIView(frame: .zero)
        line.backgroundColor = color
        content.addSubview(line)
        return line
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        updateFonts()
        setNeedsLayout()
    }

    private func updateFonts() {
        let font = UIFont.preferredFont(forTextStyle: .footnote, compatibleWith: traitCollection)
        for label in [title] + sections.compactMap(\.title) { label.font = font }
    }

    // MARK: Layout

    /// Returns the preferred size in the available space.
    func fittingSize(in room: CGSize) -> CGSize {
        let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        let width = min(room.width, isLarge ? Self.widthOfLargeText : Self.width)
        return CGSize(width: width, height: arrange(in: width, places: false))
    }

    /// Returns the distance of a row from the top of the card, in points.
    func offset(of row: MenuRow) -> CGFloat { row.frame.minY - scroll.contentOffset.y }

    override func layoutSubviews() {
        super.layoutSubviews()
        plate.frame = bounds
        scroll.frame = plate.bounds
        let height = arrange(in: bounds.width, places: true)
        content.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
        scroll.contentSize = content.bounds.size
        scroll.isScrollEnabled = height > bounds.height + 0.5
    }

    /// Computes the height of the rows and, if `places` is true, lays them out.
    private func arrange(in width: CGFloat, places: Bool) -> CGFloat {
        let thin = 1 / max(1, traitCollection.displayScale)
        var y: CGFloat = 0
        func append(_ view: UIView, height: CGFloat, inset: CGFloat = 0, advances: Bool = true) {
            if places { view.frame = CGRect(x: inset, y: y, width: width - 2 * inset, height: height) }
            if advances { y += height }
        }
        func append(text label: UILabel) {
            let room = CGSize(width: width - 2 * MenuRow.margin, height: .greatestFiniteMagnitude)
            y += 8
            append(label, height: label.sizeThatFits(room).height.rounded(.up), inset: MenuRow.margin)
            y += 8
        }
        if let header { append(header, height: header.height(in: width)) }
        if let titleLine {
            append(text: title)
            append(titleLine, height: thin, advances: false)
        }
        for section in sections {
            if let band = section.band { append(band, height: Self.bandHeight) }
            if let title = section.title { append(text: title) }
            for (index, row) in section.rows.enumerated() {
                let top = y
                append(row, height: row.height(in: width))
                // The line is at the top edge of the row.
                if places, index > 0 {
                    section.lines[index - 1].frame = CGRect(x: 0, y: top, width: width, height: thin)
                }
            }
        }
        return y
    }

    /// Returns the selectable row at a point of the card.
    func row(at point: CGPoint) -> MenuRow? {
        guard bounds.contains(point) else { return nil }
        let place = convert(point, to: content)
        return rows.first { $0.frame.contains(place) && !$0.element.isDisabledInMenus }
    }
}
