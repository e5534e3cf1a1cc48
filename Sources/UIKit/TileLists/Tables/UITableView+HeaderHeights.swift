import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// The heights of headers and footers.
extension UITableView {
    /// Returns the space above a header in a plain table.
    func padding(of header: TableLength) -> Double {
        guard style == .plain, header.value > 0 else { return 0 }
        return sectionHeaderTopPadding == Self.automaticDimension ? 22 : Self.sound(sectionHeaderTopPadding)
    }

    /// Returns the space between the sections of a grouped table, or above the first one, in place of a header or
    /// footer.
    private func spacing(isHeader: Bool, section: Int) -> Double { isHeader && section == 0 ? 35 : 17.5 }

    func headerLength(_ section: Int) -> TableLength {
        let said = table.delegate?.tableView(self, heightForHeaderInSection: section)
        let estimate = table.delegate?.tableView(self, estimatedHeightForHeaderInSection: section)
        return length(
            said, sectionHeaderHeight, saidEstimate: estimate, ownEstimate: estimatedSectionHeaderHeight,
            isHeader: true, section: section)
    }

    func footerLength(_ section: Int) -> TableLength {
        let said = table.delegate?.tableView(self, heightForFooterInSection: section)
        let estimate = table.delegate?.tableView(self, estimatedHeightForFooterInSection: section)
        return length(
            said, sectionFooterHeight, saidEstimate: estimate, ownEstimate: estimatedSectionFooterHeight,
            isHeader: false, section: section)
    }

    private func length(
        _ said: CGFloat?, _ own: CGFloat, saidEstimate: CGFloat?, ownEstimate: CGFloat, isHeader: Bool,
        section: Int
    ) -> TableLength {
        if let said, said != Self.unanswered, said != Self.automaticDimension {
            // In a grouped table, 0 means the standard space.
            if style == .plain || said > 0 { return TableLength(value: Self.sound(said), isKnown: true) }
        }
        let title =
            isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section)
            : dataSource?.tableView(self, titleForFooterInSection: section)
        let hasTitle = title?.isEmpty == false
        if own != Self.automaticDimension, said == nil || said == Self.unanswered {
            if style != .plain || hasTitle { return TableLength(value: Self.sound(own), isKnown: true) }
            // The delegate may still provide a view.
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

    /// Returns the height of a section's header or footer for its actual view.
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

    /// Rounds a length up to whole pixels.
    func onPixel(_ length: CGFloat) -> CGFloat {
        let scale = max(traitCollection.displayScale, 1)
        guard length.isFinite else { return length }
        return (length * scale - 1e-6).rounded(.up) / scale
    }
}
