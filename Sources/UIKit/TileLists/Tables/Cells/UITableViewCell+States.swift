import Foundation
import TileDrawing
import TileGeometry
import TileViews

extension UITableViewCell {
    // MARK: States

    func changeSelected(_ selected: Bool, _ animated: Bool) {
        guard selected != looks.isSelected else { return }
        looks.isSelected = selected
        showState(animated)
    }

    func changeHighlighted(_ highlighted: Bool, _ animated: Bool) {
        guard highlighted != looks.isHighlighted else { return }
        looks.isHighlighted = highlighted
        showState(animated)
    }

    private func showState(_ animated: Bool) {
        let isLit = looks.isSelected || looks.isHighlighted
        if looks.selectionStyle != .none || !isLit {
            for view in [parts.label, parts.detail] { view?.isHighlighted = isLit }
            parts.image?.isHighlighted = isLit
        }
        setNeedsUpdateConfiguration()
        setNeedsLayout()
        guard animated, window != nil, let shown = parts.shownSelection, !isLit, parts.background == nil else {
            return layOutSelection()
        }
        UIView.animate(withDuration: 0.25) {
            shown.alpha = 0
        } completion: { [weak self] _ in
            shown.alpha = 1
            self?.layOutSelection()
        }
    }

    func changeEditing(_ editing: Bool, _ animated: Bool) {
        guard editing != looks.isEditing else { return }
        let mask: StateMask = editing ? .showingEditControl : []
        willTransition(to: mask)
        looks.isEditing = editing
        setNeedsUpdateConfiguration()
        setNeedsLayout()
        guard animated, window != nil else { return didTransition(to: mask) }
        UIView.animate(withDuration: 0.3) {
            self.layoutIfNeeded()
        } completion: { [weak self] _ in
            self?.didTransition(to: mask)
        }
    }

    /// Applies the table's settings for editing. The table calls it before `setEditing(_:animated:)`.
    func updateEditing(editingStyle: EditingStyle, indents: Bool, isChosenByControl: Bool) {
        guard
            editingStyle != looks.editingStyle || indents != looks.shouldIndentWhileEditing
                || isChosenByControl != looks.isChosenByControl
        else { return }
        looks.editingStyle = editingStyle
        looks.shouldIndentWhileEditing = indents
        looks.isChosenByControl = isChosenByControl
        setNeedsLayout()
    }

    /// Resets the state of the previous row, but not the content that the program has set.
    func forgetRow() {
        looks.isSwiped = false
        looks.isReordering = false
        if looks.isSelected || looks.isHighlighted {
            (looks.isSelected, looks.isHighlighted) = (false, false)
            showState(false)
        }
        alpha = 1
        setNeedsUpdateConfiguration()
    }

    // MARK: Configurations

    var currentState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        state.isDisabled = !isUserInteractionEnabled
        state.isHighlighted = looks.isHighlighted
        state.isSelected = looks.isSelected
        state.isEditing = looks.isEditing
        state.isSwiped = looks.isSwiped
        state.isReordering = looks.isReordering
        return state
    }

    func markConfiguration() {
        guard !looks.needsConfiguration else { return }
        looks.needsConfiguration = true
        setNeedsLayout()
    }

    func updateConfigurationIfMarked() {
        guard looks.needsConfiguration else { return }
        looks.needsConfiguration = false
        // Most cells have no configurations.
        let state = configurationState
        tracking(.configuration) {
            $0.setNeedsUpdateConfiguration()
        } _: {
            updateConfiguration(using: state)
            configurationUpdateHandler?(self, state)
        }
        looks.needsConfiguration = false
    }

    func updateByThemselves(_ state: UICellConfigurationState) {
        if automaticallyUpdatesContentConfiguration, let content = parts.content { show(content.updated(for: state)) }
        if automaticallyUpdatesBackgroundConfiguration, let background = parts.background {
            background.configuration = background.configuration.updated(for: state)
        }
    }

    var standardContent: UIListContentConfiguration {
        switch parts.style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    func setContent(_ content: (any UIContentConfiguration)?) {
        guard let content else {
            guard parts.content != nil else { return }
            parts.content = nil
            exchangeContentView(for: CellContentView())
            return noteContent()
        }
        show(automaticallyUpdatesContentConfiguration ? content.updated(for: currentState) : content)
        noteContent()
    }

    private func show(_ content: any UIContentConfiguration) {
        let old = parts.content == nil ? nil : parts.contentView as? (UIView & UIContentView)
        parts.content = content
        let view = content.view(after: old)
        if view !== parts.contentView { exchangeContentView(for: view) }
    }

    private func exchangeContentView(for view: UIView) {
        let old = parts.contentView
        view.frame = old.frame
        (parts.image, parts.label, parts.detail) = (nil, nil, nil)
        parts.contentView = view
        if old.superview === self { insertSubview(view, aboveSubview: old) } else { addSubview(view) }
        old.removeFromSuperview()
        setNeedsLayout()
    }

    // MARK: Archives

    private enum Key {
        static let style = "UITableViewCellStyle"
        static let identifier = "UIReuseIdentifier"
        static let selection = "UISelectionStyle"
        static let accessory = "UIAccessoryType"
        static let editingAccessory = "UIEditingAccessoryType"
        static let level = "UIIndentationLevel"
        static let width = "UIIndentationWidth"
        static let reorder = "UIShowsReorderControl"
        static let indents = "UIShouldIndentWhileEditing"
        static let separator = "UISeparatorInset"
        static let content = "UIContentView"
        static let label = "UITextLabel"
        static let detail = "UIDetailTextLabel"
        static let image = "UIImageView"
    }

    func storeCell(in coder: NSCoder) {
        coder.encode(parts.style.rawValue, forKey: Key.style)
        coder.archive(parts.reuseIdentifier, forKey: Key.identifier)
        coder.encode(looks.selectionStyle.rawValue, forKey: Key.selection)
        coder.encode(looks.accessoryType.rawValue, forKey: Key.accessory)
        coder.encode(looks.editingAccessoryType.rawValue, forKey: Key.editingAccessory)
        coder.encode(looks.indentationLevel, forKey: Key.level)
        coder.encode(Double(looks.indentationWidth), forKey: Key.width)
        coder.encode(looks.showsReorderControl, forKey: Key.reorder)
        coder.encode(looks.shouldIndentWhileEditing, forKey: Key.indents)
        if let inset = looks.separatorInset { coder.archive(inset, forKey: Key.separator) }
        guard parts.content == nil else { return }
        coder.archive(parts.contentView, forKey: Key.content)
        coder.archive(parts.label, forKey: Key.label)
        coder.archive(parts.detail, forKey: Key.detail)
        coder.archive(parts.image, forKey: Key.image)
    }

    // Values that are missing or invalid in the archive keep their defaults.

    func restoreCell(from coder: NSCoder) {
        let style = coder.archivedCase(Key.style, CellStyle.self) ?? .default
        parts = CellParts(style: style, reuseIdentifier: coder.archivedText(Key.identifier))
        if let value = coder.archivedCase(Key.selection, SelectionStyle.self) { looks.selectionStyle = value }
        if let value = coder.archivedCase(Key.accessory, AccessoryType.self) { looks.accessoryType = value }
        if let value = coder.archivedCase(Key.editingAccessory, AccessoryType.self) {
            looks.editingAccessoryType = value
        }
        if let value = coder.archivedInteger(Key.level) { looks.indentationLevel = min(max(value, 0), 1_000) }
        if let value = coder.archivedLength(Key.width) { looks.indentationWidth = value }
        if let value = coder.archivedFlag(Key.reorder) { looks.showsReorderControl = value }
        if let value = coder.archivedFlag(Key.indents) { looks.shouldIndentWhileEditing = value }
        looks.separatorInset = coder.archivedInsets(Key.separator)
        looks.hasOwnBackground = backgroundColor != nil
        if let view = coder.archivedObject(Key.content, of: UIView.self),
            view.superview == nil || view.superview === self
        {
            parts.contentView = view
        }
        parts.label = coder.archivedObject(Key.label, of: UILabel.self)
        parts.detail = coder.archivedObject(Key.detail, of: UILabel.self)
        parts.image = coder.archivedObject(Key.image, of: UIImageView.self)
    }
}
