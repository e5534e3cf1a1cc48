import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// What the data source and the delegate say of the whole.
extension UITableView {
    func setUpTable() {
        alwaysBounceVertical = true
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
        delegateFollower = { scrollView in
            guard let self = scrollView as? UITableView else { return }
            let delegate = (self as UIScrollView).delegate as? any UITableViewDelegate
            guard delegate !== self.table.delegate || delegate == nil else { return }
            self.table.delegate = delegate
            self.dataSourceChanged()
        }
        let swipe = SwipePan(of: self)
        table.swipePan = swipe
        addGestureRecognizer(swipe)
        traitOverrides.listEnvironment =
            switch style {
            case .plain: .plain
            case .grouped: .grouped
            case .insetGrouped: .insetGrouped
            }
    }

    func noteMissing(_ method: MissingMethods) { table.missing.insert(method) }
    func isMissing(_ method: MissingMethods) -> Bool { table.missing.contains(method) }

    func dataSourceChanged() {
        table.missing = []
        reloadAll()
    }

    func heightsChanged(_ new: CGFloat, _ old: CGFloat) { if new != old { invalidateCounts() } }

    func traitsChanged(from previous: UITraitCollection?) {
        guard let previous,
            previous.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory
        else { return }
        table.geometry.forgetMeasures()
        forgetShownMeasures()
        invalidateLayout()
    }

    /// Everything anew: nothing is selected, what shows goes.
    func reloadAll() {
        cancelSwipe(animated: false)
        cancelReordering()
        table.selected = []
        table.highlighted = nil
        table.touch = nil
        table.batch = ListBatch()
        table.target = nil
        table.prefetch = RowPrefetch()
        table.hasAskedForIndex = false
        removeShown()
        invalidateCounts()
    }

    /// Has the data source asked again at the next layout, or question. What shows stays until then.
    func invalidateCounts() {
        table.isLoaded = false
        table.epoch += 1
        invalidateLayout()
    }

    /// Has the rows that show looked at again at the next layout.
    func invalidateLayout() {
        table.settled = nil
        table.needsPlacing = true
        setNeedsLayout()
    }

    var loadedGeometry: TableGeometry {
        loadIfNeeded()
        return table.geometry
    }

    func loadIfNeeded() {
        guard !table.isLoaded, !table.isLoading else { return }
        table.isLoading = true
        noteWidth()
        let counts = askCounts()
        let first = counts.firstIndex { $0 > 0 }.map { RowID($0, 0) }
        findHeightSource(first)
        let answersEstimates = first.map { estimate(of: $0) != nil } ?? false
        let sections = counts.enumerated().map { section, count in
            makeSection(section, count, answersEstimates: answersEstimates)
        }
        table.geometry = TableGeometry(sections)
        table.geometry.head = Double(endHeight(table.headView))
        table.geometry.foot = Double(endHeight(table.footView))
        table.isLoading = false
        table.isLoaded = true
        table.epoch += 1
        table.settled = nil
        table.needsPlacing = true
        takeContentHeight()
        loadIndex()
    }

    /// How many rows each section has, as the data source says now.
    func askCounts() -> [Int] {
        guard let dataSource else { return [] }
        let sections = max(0, dataSource.numberOfSections(in: self))
        return (0..<sections).map { max(0, dataSource.tableView(self, numberOfRowsInSection: $0)) }
    }

    func takeContentHeight() {
        let size = CGSize(width: bounds.width, height: CGFloat(table.geometry.height))
        if contentSize != size { contentSize = size }
    }

    // MARK: Rows

    /// The height of rows of which nobody says anything, in points.
    static let standardRowHeight = 44.0
    /// More is taken for this: a content's size is finite.
    private static let greatestHeight = 1e7

    /// What a program says as a height; NaN and what is below zero count as nothing.
    static func sound(_ height: CGFloat) -> Double {
        let height = Double(height)
        return height > 0 ? min(height, greatestHeight) : 0
    }

    private func findHeightSource(_ first: RowID?) {
        var source = RowHeightSource()
        if let first, let delegate = table.delegate {
            source.asksDelegate = delegate.tableView(self, heightForRowAt: first.path) != Self.unanswered
        }
        if !source.asksDelegate {
            if rowHeight != Self.automaticDimension {
                source.fixed = Self.sound(rowHeight)
            } else if estimatedRowHeight == 0 {
                source.fixed = Self.standardRowHeight
            }
        }
        table.heights = source
    }

    /// The delegate's estimate; nil when it does not say.
    private func estimate(of row: RowID) -> Double? {
        guard table.heights.fixed == nil, let delegate = table.delegate else { return nil }
        let height = delegate.tableView(self, estimatedHeightForRowAt: row.path)
        if height == Self.unanswered { return nil }
        return height == Self.automaticDimension ? Self.standardRowHeight : Self.sound(height)
    }

    private var standardEstimate: Double {
        if estimatedRowHeight > 0 { return Self.sound(estimatedRowHeight) }
        return rowHeight > 0 ? Self.sound(rowHeight) : Self.standardRowHeight
    }

    private func makeRows(_ section: Int, _ count: Int, answersEstimates: Bool) -> RowHeights {
        if let fixed = table.heights.fixed { return RowHeights(count: count, standard: fixed, isKnown: true) }
        let standard = standardEstimate
        if answersEstimates {
            return RowHeights(count: count, standard: standard, isKnown: false) { row in
                self.estimate(of: RowID(section, row)) ?? standard
            }
        }
        if table.heights.asksDelegate, estimatedRowHeight == 0, let delegate = table.delegate {
            return RowHeights(count: count, standard: standard, isKnown: true) { row in
                let height = delegate.tableView(self, heightForRowAt: RowID(section, row).path)
                return height == Self.automaticDimension ? Self.standardRowHeight : Self.sound(height)
            }
        }
        return RowHeights(count: count, standard: standard, isKnown: false)
    }

    func makeSection(_ section: Int, _ count: Int, answersEstimates: Bool? = nil) -> SectionGeometry {
        let answers = answersEstimates ?? (count > 0 && estimate(of: RowID(section, 0)) != nil)
        var geometry = SectionGeometry(rows: makeRows(section, count, answersEstimates: answers))
        geometry.header = headerLength(section)
        geometry.footer = footerLength(section)
        geometry.padding = padding(of: geometry.header)
        return geometry
    }

    // MARK: Headers and footers

    /// Above the header of a plain table's section.
    func padding(of header: TableLength) -> Double {
        guard style == .plain, header.value > 0 else { return 0 }
        return sectionHeaderTopPadding == Self.automaticDimension ? 22 : Self.sound(sectionHeaderTopPadding)
    }

    /// What is between sections of a grouped table, and above its first, where nothing stands there.
    private func spacing(isHeader: Bool, section: Int) -> Double { isHeader && section == 0 ? 35 : 17.5 }

    private func headerLength(_ section: Int) -> TableLength {
        let said = table.delegate?.tableView(self, heightForHeaderInSection: section)
        let estimate = table.delegate?.tableView(self, estimatedHeightForHeaderInSection: section)
        return length(
            said, sectionHeaderHeight, estimate, estimatedSectionHeaderHeight, isHeader: true, section)
    }

    private func footerLength(_ section: Int) -> TableLength {
        let said = table.delegate?.tableView(self, heightForFooterInSection: section)
        let estimate = table.delegate?.tableView(self, estimatedHeightForFooterInSection: section)
        return length(
            said, sectionFooterHeight, estimate, estimatedSectionFooterHeight, isHeader: false, section)
    }

    private func length(
        _ said: CGFloat?, _ own: CGFloat, _ saidEstimate: CGFloat?, _ ownEstimate: CGFloat, isHeader: Bool,
        _ section: Int
    ) -> TableLength {
        if let said, said != Self.unanswered, said != Self.automaticDimension {
            // In a grouped table 0 stands for the usual space.
            if style == .plain || said > 0 { return TableLength(value: Self.sound(said), isKnown: true) }
        }
        let title =
            isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section)
            : dataSource?.tableView(self, titleForFooterInSection: section)
        let hasTitle = title?.isEmpty == false
        if own != Self.automaticDimension, said == nil || said == Self.unanswered {
            if style != .plain || hasTitle { return TableLength(value: Self.sound(own), isKnown: true) }
            // The delegate may still have a view for it.
            return TableLength(value: 0, isKnown: table.delegate == nil)
        }
        let nothing = style == .plain ? 0 : spacing(isHeader: isHeader, section: section)
        if !hasTitle, table.delegate == nil { return TableLength(value: nothing, isKnown: true) }
        if let estimate = saidEstimate, estimate > 0 {
            return TableLength(value: Self.sound(estimate), isKnown: false)
        }
        if ownEstimate > 0 { return TableLength(value: Self.sound(ownEstimate), isKnown: false) }
        return TableLength(value: hasTitle ? (style == .plain ? 28 : 38) : nothing, isKnown: false)
    }

    /// How high a section's header or footer is, with the view that it has.
    func resolvedLength(of view: UIView?, isHeader: Bool, _ section: Int) -> Double {
        let said =
            isHeader
            ? table.delegate?.tableView(self, heightForHeaderInSection: section)
            : table.delegate?.tableView(self, heightForFooterInSection: section)
        if let said, said != Self.unanswered, said != Self.automaticDimension, style == .plain || said > 0 {
            return Self.sound(said)
        }
        let own = isHeader ? sectionHeaderHeight : sectionFooterHeight
        let nothing = style == .plain ? 0 : spacing(isHeader: isHeader, section: section)
        guard let view else {
            return own > 0 && style != .plain ? Self.sound(own) : nothing
        }
        if own != Self.automaticDimension, said == nil || said == Self.unanswered { return Self.sound(own) }
        let width = cellWidth
        var height: CGFloat
        if view is UITableViewHeaderFooterView || view.hasConstraints {
            height =
                view.systemLayoutSizeFitting(
                    CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
                    verticalFittingPriority: .fittingSizeLevel
                ).height
        } else {
            height = view.bounds.height
        }
        if height <= 0, style == .plain { height = 28 }
        return max(Self.sound(onPixel(height)), height > 0 ? 0 : nothing)
    }

    /// At least as much, in whole pixels.
    func onPixel(_ length: CGFloat) -> CGFloat {
        let scale = max(traitCollection.displayScale, 1)
        guard length.isFinite else { return length }
        return (length * scale - 1e-6).rounded(.up) / scale
    }

    // MARK: Ends

    private func endHeight(_ view: UIView?) -> CGFloat {
        guard let height = view?.frame.height, height.isFinite else { return 0 }
        return max(0, height)
    }

    func setEnd(_ view: UIView?, _ end: WritableKeyPath<TableState, UIView?>) {
        // Set again, a view counts by its new height.
        let old = table[keyPath: end]
        if old !== view { old?.removeFromSuperview() }
        table[keyPath: end] = view
        if let view, view.superview !== self { addSubview(view) }
        noteEnds()
    }

    /// Takes on the heights of the views above and below the sections.
    func noteEnds() {
        let (head, foot) = (Double(endHeight(table.headView)), Double(endHeight(table.footView)))
        guard head != table.geometry.head || foot != table.geometry.foot else { return invalidateLayout() }
        (table.geometry.head, table.geometry.foot) = (head, foot)
        invalidateLayout()
        if table.isLoaded { takeContentHeight() }
    }

    func placeEnds() {
        let geometry = table.geometry
        func place(_ view: UIView?, _ top: Double, _ height: Double) {
            let frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
            if let view, view.frame != frame { view.frame = frame }
        }
        place(table.headView, 0, geometry.head)
        place(table.footView, geometry.footStart, geometry.foot)
    }

    func setBackgroundView(_ view: UIView?) {
        guard view !== table.backgroundView else { return }
        table.backgroundView?.removeFromSuperview()
        table.backgroundView = view
        if let view { insertSubview(view, at: 0) }
        invalidateLayout()
    }

    // MARK: Archives

    private enum Key {
        static let rowHeight = "UIRowHeight"
        static let header = "UISectionHeaderHeight"
        static let footer = "UISectionFooterHeight"
        static let estimate = "UIEstimatedRowHeight"
        static let headerEstimate = "UIEstimatedSectionHeaderHeight"
        static let footerEstimate = "UIEstimatedSectionFooterHeight"
        static let separator = "UISeparatorStyle"
        static let color = "UISeparatorColor"
        static let inset = "UISeparatorInset"
        static let selection = "UIAllowsSelection"
        static let editingSelection = "UIAllowsSelectionDuringEditing"
        static let multiple = "UIAllowsMultipleSelection"
        static let editingMultiple = "UIAllowsMultipleSelectionDuringEditing"
        static let head = "UITableHeaderView"
        static let foot = "UITableFooterView"
        static let background = "UITableViewBackgroundView"
    }

    func storeTable(in coder: NSCoder) {
        coder.encode(style.rawValue, forKey: "UIStyle")
        for (length, key) in [
            (rowHeight, Key.rowHeight), (sectionHeaderHeight, Key.header), (sectionFooterHeight, Key.footer),
            (estimatedRowHeight, Key.estimate), (estimatedSectionHeaderHeight, Key.headerEstimate),
            (estimatedSectionFooterHeight, Key.footerEstimate),
        ] { coder.encode(Double(length), forKey: key) }
        coder.encode(separatorStyle.rawValue, forKey: Key.separator)
        coder.archive(separatorColor, forKey: Key.color)
        if let inset = table.separatorInset { coder.archive(inset, forKey: Key.inset) }
        coder.encode(allowsSelection, forKey: Key.selection)
        coder.encode(allowsSelectionDuringEditing, forKey: Key.editingSelection)
        coder.encode(allowsMultipleSelection, forKey: Key.multiple)
        coder.encode(allowsMultipleSelectionDuringEditing, forKey: Key.editingMultiple)
        coder.archive(table.headView, forKey: Key.head)
        coder.archive(table.footView, forKey: Key.foot)
        coder.archive(table.backgroundView, forKey: Key.background)
    }

    // What an archive lacks, or holds wrongly, keeps its standard value.

    func restoreTable(from coder: NSCoder) {
        if let height = coder.archivedLength(Key.rowHeight) { rowHeight = height }
        if let height = coder.archivedLength(Key.header) { sectionHeaderHeight = height }
        if let height = coder.archivedLength(Key.footer) { sectionFooterHeight = height }
        if let height = coder.archivedLength(Key.estimate) { estimatedRowHeight = height }
        if let height = coder.archivedLength(Key.headerEstimate) { estimatedSectionHeaderHeight = height }
        if let height = coder.archivedLength(Key.footerEstimate) { estimatedSectionFooterHeight = height }
        if let value = coder.archivedCase(Key.separator, UITableViewCell.SeparatorStyle.self) { separatorStyle = value }
        if let color = coder.archivedObject(Key.color, of: UIColor.self) { separatorColor = color }
        if let inset = coder.archivedInsets(Key.inset) { separatorInset = inset }
        if let isOn = coder.archivedFlag(Key.selection) { allowsSelection = isOn }
        if let isOn = coder.archivedFlag(Key.editingSelection) { allowsSelectionDuringEditing = isOn }
        if let isOn = coder.archivedFlag(Key.multiple) { allowsMultipleSelection = isOn }
        if let isOn = coder.archivedFlag(Key.editingMultiple) { allowsMultipleSelectionDuringEditing = isOn }
        // What is among the subviews of the archive is there already: cells of another run are not to be.
        for view in subviews where view is UITableViewCell { view.removeFromSuperview() }
        if let view = coder.archivedObject(Key.head, of: UIView.self) { tableHeaderView = view }
        if let view = coder.archivedObject(Key.foot, of: UIView.self) { tableFooterView = view }
        if let view = coder.archivedObject(Key.background, of: UIView.self) { backgroundView = view }
    }
}
