import Foundation
import TileDrawing
import TileViews

extension UISplitViewController {
    /// The duration in seconds.
    private static let duration = 0.35

    /// Updates the visible controllers and their frames, collapsing or expanding if required.
    func arrange(animated: Bool) {
        guard isViewLoaded, !showing.isArranging, appearance.isVisible else { return }
        showing.isArranging = true
        defer { showing.isArranging = false }
        showing.edgePan?.edges = isAtLeft ? .left : .right
        let isNarrow = traitCollection.horizontalSizeClass == .compact
        if isNarrow != showing.isCollapsed { if isNarrow { collapse() } else { expand() } }
        if showing.isCollapsed { placeSingle() } else { placeColumns(animated: animated && view.window != nil) }
    }

    /// Whether the children appear together with the split view controller.
    private var isWithin: Bool { appearance.stage == .coming }

    private func placeSingle() {
        for view in [curtain, showing.lines.0, showing.lines.1] { view.removeFromSuperview() }
        guard let single = showing.single else { return }
        takeIn(single)
        single.loadViewIfNeeded()
        if single.view.superview !== stage {
            single.beginAppearanceTransition(true, animated: false)
            single.view.frame = stage.bounds
            stage.addSubview(single.view)
            if !isWithin { single.endAppearanceAfterCommit() }
        } else if single.view.frame != stage.bounds {
            single.view.frame = stage.bounds
        }
    }

    private func placeColumns(animated: Bool) {
        var mode = resolvedMode
        // Empty columns aren't shown.
        let present = mode.columns(hasSupplementary: hasSupplementary).filter { columns.holder($0) != nil }
        if present.isEmpty, mode != .secondaryOnly { mode = .secondaryOnly }
        if mode != showing.mode {
            delegate?.splitViewController(self, willChangeTo: mode)
            showing.mode = mode
        }
        let arrangement = SplitArrangement(
            mode, hasSupplementary: hasSupplementary, size: stage.bounds.size, widths: widths, isMirrored: !isAtLeft)
        let places = arrangement.places.filter { columns.holder($0.column) != nil }
        let old = showing.shown
        let entering = places.map(\.column).filter { !old.contains($0) }
        let leaving = old.filter { column in !places.contains { $0.column == column } }
        showing.shown = places.map(\.column)
        showing.leaving.removeAll { entering.contains($0) }
        for column in entering {
            if column != .secondary, isWithin == false { delegate?.splitViewController(self, willShow: column) }
            bring(column, arrangement, animated: animated)
        }
        for column in leaving where columns.holder(column)?.parent === self {
            if column != .secondary { delegate?.splitViewController(self, willHide: column) }
            columns.holder(column)?.beginAppearanceTransition(false, animated: animated)
            showing.leaving.append(column)
        }
        order(places, isOverlaid: arrangement.isOverlaid)
        let move = { [self] in
            for place in places {
                guard let view = columns.holder(place.column)?.view else { continue }
                if view.transform.isIdentity, view.frame != place.frame { view.frame = place.frame }
            }
            for column in showing.leaving { placeBeyond(column, arrangement) }
            placeLines(arrangement)
            curtain.alpha = arrangement.isOverlaid ? 1 : 0
        }
        showButton()
        guard animated, !entering.isEmpty || !leaving.isEmpty else {
            move()
            return settle(entering)
        }
        stage.layoutIfNeeded()
        UIView.animate(
            withDuration: Self.duration, delay: 0, options: [.beginFromCurrentState, .layoutSubviews],
            animations: move
        ) { [weak self] _ in self?.settle(entering) }
    }

    private func bring(_ column: Column, _ arrangement: SplitArrangement, animated: Bool) {
        guard let child = columns.holder(column) else { return }
        takeIn(child)
        child.loadViewIfNeeded()
        child.beginAppearanceTransition(true, animated: animated)
        if child.view.superview !== stage {
            UIView.performWithoutAnimation {
                if animated {
                    placeBeyond(column, arrangement)
                } else {
                    child.view.frame = arrangement.frame(of: column) ?? .zero
                }
                stage.addSubview(child.view)
            }
        }
    }

    private func placeBeyond(_ column: Column, _ arrangement: SplitArrangement) {
        guard let view = columns.holder(column)?.viewIfLoaded else { return }
        let own = column == .primary ? widths.primary : widths.supplementary
        view.frame = arrangement.hiddenFrame(of: column, width: own, height: stage.bounds.height)
    }

    /// Positions a hairline at the inner edge of each column except the secondary one.
    private func placeLines(_ arrangement: SplitArrangement) {
        let thin = 1 / max(1, traitCollection.displayScale)
        for (column, line) in [(Column.primary, showing.lines.0), (.supplementary, showing.lines.1)] {
            guard let view = columns.holder(column)?.viewIfLoaded, view.superview === stage else {
                line.removeFromSuperview()
                continue
            }
            let frame = view.frame
            let place = CGRect(x: isAtLeft ? frame.maxX : frame.minX - thin, y: 0, width: thin, height: frame.height)
            if line.superview !== stage {
                UIView.performWithoutAnimation {
                    line.backgroundColor = .separator
                    line.frame = place
                    stage.addSubview(line)
                }
            }
            line.frame = place
            stage.bringSubviewToFront(line)
        }
    }

    /// Orders the views: the secondary column, then the curtain, then the other columns.
    private func order(_ places: [SplitArrangement.Place], isOverlaid: Bool) {
        var views: [UIView] = []
        for place in places {
            if let view = columns.holder(place.column)?.view { views.append(view) }
            if place.column == .secondary, isOverlaid {
                curtain.frame = stage.bounds
                views.append(curtain)
            }
        }
        if isOverlaid, curtain.superview == nil {
            curtain.alpha = 0
            stage.addSubview(curtain)
        }
        for column in showing.leaving { if let view = columns.holder(column)?.viewIfLoaded { views.append(view) } }
        let shown = stage.subviews.filter { view in views.contains { $0 === view } }
        guard !zip(shown, views).allSatisfy({ $0 === $1 }) else { return }
        for view in views { stage.bringSubviewToFront(view) }
    }

    /// Ends the appearance and disappearance of columns.
    private func settle(_ entered: [Column]) {
        for column in showing.leaving {
            guard let child = columns.holder(column) else { continue }
            child.viewIfLoaded?.removeFromSuperview()
            (column == .primary ? showing.lines.0 : showing.lines.1).removeFromSuperview()
            child.endAppearanceTransition()
        }
        showing.leaving = []
        if showing.mode.behavior != .overlay { curtain.removeFromSuperview() }
        guard !isWithin else { return }
        for column in entered where showing.shown.contains(column) {
            guard let child = columns.holder(column), child.appearance.stage == .coming else { continue }
            if child.appearance.isAnimated { child.endAppearanceTransition() } else { child.endAppearanceAfterCommit() }
        }
    }
}
