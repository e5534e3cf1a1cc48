import Foundation
import TileBars
import TileDrawing
import TileGeometry
import TileViews

/// The state of a cell, apart from the properties that subclasses may override.
struct CellState {
    var contentView = UIView(frame: .zero)
    var content: (any UIContentConfiguration)?
    var background: UIBackgroundConfiguration?
    var backgroundView: ConfiguredBackground?
    /// Whether the configurations must be updated for the current state before the next layout.
    var needsUpdate = false
}

extension UICollectionViewCell {
    func startCell() {
        contentView.frame = bounds
        insertSubview(contentView, at: 0)
    }

    func layOutCell() {
        for view in [cell.backgroundView, backgroundView, selectedBackgroundView] where view?.frame != bounds {
            view?.frame = bounds
        }
        let frame = contentFrame
        if contentView.frame != frame { contentView.frame = frame }
    }

    func exchangeBackground(_ old: UIView?, for new: UIView?) {
        guard old !== new else { return }
        old?.removeFromSuperview()
        if let new {
            new.frame = bounds
            if new === selectedBackgroundView, let backgroundView, backgroundView.superview === self {
                insertSubview(new, aboveSubview: backgroundView)
            } else {
                insertSubview(new, at: 0)
            }
        }
        noteCellState()
    }

    func noteCellState() {
        selectedBackgroundView?.isHidden = !(isSelected || isHighlighted)
        noteConfigurations()
    }

    func fittingSizeOfCell(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        updateConfigurationIfNeeded()
        let (size, free) = (attributes.size, attributes.sizingAxes)
        let frame = contentFrame
        let around = CGSize(width: bounds.width - frame.width, height: bounds.height - frame.height)
        let target = CGSize(
            width: free.contains(.width) ? 0 : max(0, size.width - around.width),
            height: free.contains(.height) ? 0 : max(0, size.height - around.height))
        var fitting = contentView.systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: free.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: free.contains(.height) ? .fittingSizeLevel : .required)
        fitting.width = free.contains(.width) && fitting.width > 0 ? fitting.width + around.width : size.width
        fitting.height = free.contains(.height) && fitting.height > 0 ? fitting.height + around.height : size.height
        return fitting
    }

    // MARK: Configurations

    var currentState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        state.isSelected = isSelected
        state.isHighlighted = isHighlighted
        state.isEditing = isInEditingCollection
        state.isDisabled = !isUserInteractionEnabled
        addStates(to: &state)
        return state
    }

    func noteConfigurations() {
        guard cell.content != nil || cell.background != nil || configurationUpdateHandler != nil || usesState else {
            return
        }
        cell.needsUpdate = true
        setNeedsLayout()
    }

    /// Whether the class may build configurations from the state. True for every subclass, because it may override the
    /// update methods.
    private var usesState: Bool { type(of: self) != UICollectionViewCell.self }

    func updateConfigurationIfNeeded() {
        guard cell.needsUpdate else { return }
        cell.needsUpdate = false
        let state = configurationState
        if automaticallyUpdatesContentConfiguration, let content = cell.content {
            setContent(content.updated(for: state))
        }
        if automaticallyUpdatesBackgroundConfiguration, let background = cell.background {
            setBackgroundConfiguration(background.updated(for: state))
        }
        tracking(.configuration) {
            $0.setNeedsUpdateConfiguration()
        } _: {
            updateConfiguration(using: state)
        }
        // The update may have set configurations, but for this same state.
        cell.needsUpdate = false
    }

    func setContent(_ new: (any UIContentConfiguration)?) {
        let hadContent = cell.content != nil
        cell.content = new
        guard let new else {
            if hadContent {
                exchangeContent(for: UIView(frame: .zero))
                noteSize()
            }
            return
        }
        let view = new.view(after: hadContent ? contentView as? UIView & UIContentView : nil)
        if view !== contentView { exchangeContent(for: view) }
        setNeedsLayout()
        noteSize()
    }

    /// Has the collection measure the cell again after a change of its content.
    func noteSize() {
        guard elementKey != nil else { return }
        let collection = superview as? UICollectionView ?? superview?.superview as? UICollectionView
        collection?.contentDidChange(of: self)
    }

    private func exchangeContent(for new: UIView) {
        let old = contentView
        new.frame = contentFrame
        // The content's constraints determine its size; the cell determines its position.
        new.translatesAutoresizingMaskIntoConstraints = true
        insertSubview(new, aboveSubview: old)
        old.removeFromSuperview()
        cell.contentView = new
    }

    func setBackgroundConfiguration(_ new: UIBackgroundConfiguration?) {
        cell.background = new
        guard let new else {
            cell.backgroundView?.removeFromSuperview()
            cell.backgroundView = nil
            return
        }
        if let view = cell.backgroundView {
            view.configuration = new
        } else {
            let view = ConfiguredBackground(new)
            view.frame = bounds
            insertSubview(view, at: 0)
            cell.backgroundView = view
        }
    }
}
