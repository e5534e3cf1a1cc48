import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Headers and footers, which float above the rows of a plain table.
extension UITableView {
    /// Adds the headers and footers of the visible sections, and removes others.
    func fillHeaders() {
        let geometry = table.geometry
        guard !geometry.sections.isEmpty, bounds.height > 0 else { return removeHeaders() }
        let (first, last) = visibleSections(geometry)
        if !table.headers.isEmpty || !table.footers.isEmpty { releaseHeaders(outside: first...last) }
        let epoch = table.epoch
        for section in first...last {
            show(section, isHeader: true)
            guard table.epoch == epoch else { return }
            show(section, isHeader: false)
            guard table.epoch == epoch else { return }
        }
    }

    private func visibleSections(_ geometry: TableGeometry) -> (Int, Int) {
        let first = geometry.section(at: Double(bounds.minY))
        return (first, max(first, geometry.section(at: Double(bounds.maxY))))
    }

    private func length(_ section: Int, isHeader: Bool) -> TableLength {
        isHeader ? table.geometry.sections[section].header : table.geometry.sections[section].footer
    }

    private func shownHeader(_ section: Int, isHeader: Bool) -> ShownHeader? {
        isHeader ? table.headers[section] : table.footers[section]
    }

    private func set(_ shown: ShownHeader?, _ section: Int, isHeader: Bool) {
        if isHeader { table.headers[section] = shown } else { table.footers[section] = shown }
    }

    /// Returns the frame of a header or footer in its section, without floating.
    private func frame(_ section: Int, isHeader: Bool) -> CGRect {
        let start = isHeader ? table.geometry.headerStart(section) : table.geometry.footerStart(section)
        return CGRect(
            x: table.inset.left, y: start, width: cellWidth, height: length(section, isHeader: isHeader).value)
    }

    /// Whether a header or footer is visible, in its section or floating.
    private func isVisible(_ section: Int, isHeader: Bool) -> Bool {
        if style == .plain {
            let start = table.geometry.start(ofSection: section)
            return start < bounds.maxY && start + table.geometry.sections[section].total > bounds.minY
        }
        let frame = frame(section, isHeader: isHeader)
        return frame.minY < bounds.maxY && frame.maxY > bounds.minY
    }

    private func show(_ section: Int, isHeader: Bool) {
        let known = length(section, isHeader: isHeader)
        if known.isKnown {
            guard known.value > 0, shownHeader(section, isHeader: isHeader) == nil,
                isVisible(section, isHeader: isHeader)
            else { return }
        } else if known.value > 0, !isVisible(section, isHeader: isHeader) {
            return
        }
        let epoch = table.epoch
        var view = shownHeader(section, isHeader: isHeader)?.view
        if view == nil {
            UIView.performWithoutAnimation { view = makeHeader(section, isHeader: isHeader) }
            guard table.epoch == epoch else { return }
        }
        if !known.isKnown {
            var height = 0.0
            UIView.performWithoutAnimation { height = resolvedLength(of: view, isHeader: isHeader, section) }
            guard table.epoch == epoch else { return }
            setMeasuredHeight(height, ofSection: section, isHeader: isHeader)
        }
        guard let view, shownHeader(section, isHeader: isHeader) == nil,
            length(section, isHeader: isHeader).value > 0
        else { return }
        UIView.performWithoutAnimation {
            let frame = frame(section, isHeader: isHeader)
            view.frame = frame
            view.isHidden = false
            if view.superview !== self { addSubview(view) }
            set(ShownHeader(view: view, frame: frame), section, isHeader: isHeader)
            if isHeader {
                table.delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
            } else {
                table.delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
            }
        }
    }

    /// Sets the measured height of a header or footer. Visible content below it keeps its position.
    private func setMeasuredHeight(_ height: Double, ofSection section: Int, isHeader: Bool) {
        // A header above the visible bounds changes the offset instead of moving the rows.
        let end = isHeader ? table.geometry.start(ofSection: section) + table.geometry.sections[section].rowsStart : 0
        let isAbove = isHeader && section > 0 && end <= bounds.minY
        let growth = table.geometry.change(section) {
            if isHeader {
                $0.header = TableLength(value: height, isKnown: true)
                $0.padding = padding(of: $0.header)
            } else {
                $0.footer = TableLength(value: height, isKnown: true)
            }
        }
        guard growth != 0 else { return }
        table.settled = nil
        table.needsPlacing = true
        if isAbove { shiftContent(by: CGVector(dx: 0, dy: growth)) }
    }

    private func makeHeader(_ section: Int, isHeader: Bool) -> UIView? {
        let own =
            isHeader
            ? table.delegate?.tableView(self, viewForHeaderInSection: section)
            : table.delegate?.tableView(self, viewForFooterInSection: section)
        if let own {
            (own as? UITableViewHeaderFooterView)?.place = headerPlace(of: section, isHeader: isHeader)
            return own
        }
        let title =
            isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section)
            : dataSource?.tableView(self, titleForFooterInSection: section)
        guard let title, !title.isEmpty else { return nil }
        let view = dequeueHeader(Self.titleKey) ?? UITableViewHeaderFooterView(reuseIdentifier: nil)
        view.textLabel?.text = isHeader && style != .plain ? title.uppercased() : title
        view.place = headerPlace(of: section, isHeader: isHeader)
        return view
    }

    /// The reuse key of the headers that the table creates for titles.
    private static let titleKey = ReuseKey("", kind: "title")

    private func headerPlace(of section: Int, isHeader: Bool) -> HeaderPlace {
        HeaderPlace(
            style: style, isFooter: !isHeader, isFirst: section == 0,
            margin: style == .insetGrouped ? table.margin : table.margin + safeAreaInsets.left)
    }

    // MARK: Removal

    private func releaseHeaders(outside sections: ClosedRange<Int>) {
        func leaves(_ section: Int, isHeader: Bool) -> Bool {
            !sections.contains(section) || !isVisible(section, isHeader: isHeader)
        }
        if table.headers.keys.contains(where: { leaves($0, isHeader: true) }) {
            for section in table.headers.keys.sorted() where leaves(section, isHeader: true) {
                retireHeader(section, isHeader: true)
            }
        }
        if table.footers.keys.contains(where: { leaves($0, isHeader: false) }) {
            for section in table.footers.keys.sorted() where leaves(section, isHeader: false) {
                retireHeader(section, isHeader: false)
            }
        }
    }

    func removeHeaders() {
        for section in table.headers.keys.sorted() { retireHeader(section, isHeader: true) }
        for section in table.footers.keys.sorted() { retireHeader(section, isHeader: false) }
    }

    func retireHeader(_ section: Int, isHeader: Bool) {
        guard let shown = shownHeader(section, isHeader: isHeader) else { return }
        set(nil, section, isHeader: isHeader)
        let view = shown.view
        if isHeader {
            table.delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
        } else {
            table.delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
        }
        guard view.superview === self else { return }
        if let header = view as? UITableViewHeaderFooterView {
            let isTitle = type(of: header) == UITableViewHeaderFooterView.self && header.reuseIdentifier == nil
            let key = header.reuseIdentifier.map { ReuseKey($0) } ?? (isTitle ? Self.titleKey : nil)
            if let key, table.headerPool.give(header, for: key) {
                header.isHidden = true
                return
            }
        }
        view.removeFromSuperview()
    }

    // MARK: Placing

    func placeHeaders() {
        for isHeader in [true, false] {
            for (section, shown) in isHeader ? table.headers : table.footers
            where table.geometry.sections.indices.contains(section) {
                let frame = frame(section, isHeader: isHeader)
                if let header = shown.view as? UITableViewHeaderFooterView {
                    var place = headerPlace(of: section, isHeader: isHeader)
                    place.isPinned = header.place?.isPinned ?? false
                    header.place = place
                }
                guard frame != shown.frame || shown.view.frame != frame else { continue }
                shown.frame = frame
                shown.view.frame = frame
            }
        }
    }

    /// Pins the headers of a plain table to the top while their section is visible, and footers to the bottom.
    func floatHeaders() {
        guard style == .plain, !showsAllContent, !table.headers.isEmpty || !table.footers.isEmpty else { return }
        let insets = adjustedContentInset
        let (top, bottom) = (bounds.minY + insets.top, bounds.maxY - insets.bottom)
        for (section, shown) in table.headers where table.geometry.sections.indices.contains(section) {
            let start = CGFloat(table.geometry.headerStart(section))
            let height = CGFloat(table.geometry.sections[section].header.value)
            let last = max(start, CGFloat(table.geometry.footerStart(section)) - height)
            move(shown, to: min(max(start, top), last), isPinned: start < top)
        }
        for (section, shown) in table.footers where table.geometry.sections.indices.contains(section) {
            let start = CGFloat(table.geometry.footerStart(section))
            let height = CGFloat(table.geometry.sections[section].footer.value)
            let first = min(
                start, CGFloat(table.geometry.headerStart(section) + table.geometry.sections[section].header.value))
            let y = max(min(start, bottom - height), first)
            move(shown, to: y, isPinned: y < start)
        }
    }

    private func move(_ shown: ShownHeader, to y: CGFloat, isPinned: Bool) {
        if let header = shown.view as? UITableViewHeaderFooterView, header.place?.isPinned != isPinned {
            header.place?.isPinned = isPinned
        }
        guard shown.frame.minY != y else { return }
        shown.frame.origin.y = y
        shown.view.frame = shown.frame
    }
}
