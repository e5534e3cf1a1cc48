import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// The information about the whole table from its data source and delegate.
extension UITableView {
    func setUpTable() {
        alwaysBounceVertical = true
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
        delegateFollower = { scrollView in
            guard let self = scrollView as? UITableView else { return }
            let delegate = (self as UIScrollView).delegate as? any UITableViewDelegate
            guard delegate !== self.table.delegate || delegate == nil else { return }
            self.table.delegate = delegate
            self.noteContextMenus()
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

    /// Reloads everything: clears the selection and removes the visible rows.
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

    /// Reloads the row counts at the next layout or query. The visible rows remain until then.
    func invalidateCounts() {
        // Loading that is running ends with the new counts.
        if table.loading == .done { table.loading = .needed }
        table.epoch += 1
        invalidateLayout()
    }

    /// Requests an update of the visible rows at the next layout.
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
        guard table.loading == .needed else { return }
        table.loading = .running
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
        table.loading = .done
        table.epoch += 1
        table.settled = nil
        table.needsPlacing = true
        takeContentHeight()
        loadIndex()
    }

    /// Returns the current number of rows of each section from the data source.
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

    /// The default height of rows, in points.
    static let standardRowHeight = 44.0
    /// The maximum height, because the content size must be finite.
    private static let greatestHeight = 1e7

    /// Returns a valid height for a value from the program. NaN and negative values count as 0.
    static func sound(_ height: CGFloat) -> Double {
        let height = Double(height)
        return height > 0 ? min(height, greatestHeight) : 0
    }

    func findHeightSource(_ first: RowID?) {
        var source = RowHeightSource(isFound: first != nil)
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

    /// Returns the delegate's estimate; nil if it doesn't provide one.
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

    /// Returns the heights of a section's rows, as far as the program states them.
    ///
    /// - Parameter answersEstimates: Whether the delegate has estimates; nil to ask it.
    func makeRows(_ section: Int, _ count: Int, answersEstimates: Bool? = nil) -> RowHeights {
        let answers = answersEstimates ?? (count > 0 && estimate(of: RowID(section, 0)) != nil)
        if let fixed = table.heights.fixed { return RowHeights(count: count, standard: fixed, isKnown: true) }
        let standard = standardEstimate
        if answers, !(showsAllContent && table.heights.asksDelegate) {
            return RowHeights(count: count, standard: standard, isKnown: false) { row in
                self.estimate(of: RowID(section, row)) ?? standard
            }
        }
        if table.heights.asksDelegate, estimatedRowHeight == 0 || showsAllContent, let delegate = table.delegate {
            var unsaid: [Int] = []
            var rows = RowHeights(count: count, standard: standard, isKnown: true) { row in
                let height = delegate.tableView(self, heightForRowAt: RowID(section, row).path)
                guard height == Self.automaticDimension else { return Self.sound(height) }
                if showsAllContent { unsaid.append(row) }
                return Self.standardRowHeight
            }
            for row in unsaid { rows.set(standard, isKnown: false, for: row) }
            return rows
        }
        return RowHeights(count: count, standard: standard, isKnown: false)
    }

    func makeSection(_ section: Int, _ count: Int, answersEstimates: Bool? = nil) -> SectionGeometry {
        var geometry = SectionGeometry(rows: makeRows(section, count, answersEstimates: answersEstimates))
        geometry.header = headerLength(section)
        geometry.footer = footerLength(section)
        geometry.padding = padding(of: geometry.header)
        return geometry
    }
}
