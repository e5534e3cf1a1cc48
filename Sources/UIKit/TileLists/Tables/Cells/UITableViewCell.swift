public import Foundation
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A view that shows one row of a table.
///
/// Add content to `contentView`, whose width excludes the views beside it. A content configuration replaces it with its
/// own view, which follows the cell's state. The labels and the image of the cell's style are created on first use.
///
/// A table reuses cells. It calls `prepareForReuse()` before it returns one for another row.
open class UITableViewCell: UIView, UIGestureRecognizerDelegate {
    // Everything that subclasses may override is declared here, because Swift doesn't permit overriding declarations
    // from extensions.

    final var parts: CellParts
    final var looks = CellLooks()
    /// The cell's position in its table; nil outside a table.
    final var place: CellPlace?
    /// The actions that a nib attaches to selecting the cell and to tapping its accessory: segues.
    package final var onSelection: (() -> Void)?
    package final var onAccessory: (() -> Void)?

    /// Creates a cell with a style. It can be reused for rows with the same identifier.
    public init(style: CellStyle, reuseIdentifier: String?) {
        parts = CellParts(style: style, reuseIdentifier: reuseIdentifier)
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        ListCensus.note(\.cellsMade)
        setUp()
    }

    /// Creates a cell of the default style without an identifier.
    public override convenience init(frame: CGRect) {
        self.init(style: .default, reuseIdentifier: nil)
        self.frame = frame
    }

    /// Creates a cell from an archive, with its style, identifier and properties.
    public required init?(coder: NSCoder) {
        parts = CellParts(style: .default, reuseIdentifier: nil)
        super.init(coder: coder)
        ListCensus.note(\.cellsMade)
        restoreCell(from: coder)
        setUp()
        coder.settle(self, as: UITableViewCell.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeCell(in: coder)
    }

    // MARK: Content

    /// The identifier under which the cell is reused; nil if it can't be reused.
    open var reuseIdentifier: String? { parts.reuseIdentifier }

    /// The view that holds the cell's content. A content configuration replaces it with its own view.
    open var contentView: UIView { parts.contentView }

    /// The image view of the cell's style.
    open var imageView: UIImageView? { styleImageView }
    /// The label of the cell's style.
    open var textLabel: UILabel? { styleLabel }
    /// The secondary label of the cell's style; nil if the style has none.
    open var detailTextLabel: UILabel? { styleDetailLabel }

    /// Prepares the cell for reuse with another row. Subclasses override it to reset what depends on the row, and call
    /// super.
    open func prepareForReuse() { forgetRow() }

    // MARK: Accessibility

    /// Whether accessibility treats the cell as a single element. Unless it is set, it is true if the cell has text and
    /// no elements of its own.
    open override var isAccessibilityElement: Bool {
        get { accessibilityElementIfSet ?? (spokenTexts?.isEmpty == false) }
        set { super.isAccessibilityElement = newValue }
    }

    /// The accessibility label: the texts of the cell's labels, unless it is set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? spokenTexts?.joined(separator: ", ") }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get {
            if let traits = accessibilityTraitsIfSet { return traits }
            var traits: UIAccessibilityTraits = place != nil && selectionStyle != .none ? .button : .none
            if isSelected { traits.insert(.selected) }
            return traits
        }
        set { super.accessibilityTraits = newValue }
    }

    // MARK: Backgrounds

    /// The view behind the content, with the cell's bounds.
    open var backgroundView: UIView? {
        get { parts.backgroundView }
        set { setBackgroundView(newValue) }
    }

    /// The view behind the content while the cell is selected or highlighted; nil for the standard view of the
    /// selection style.
    open var selectedBackgroundView: UIView? {
        get { parts.selectedBackgroundView }
        set { setSelectedBackgroundView(newValue) }
    }

    /// The view that replaces `selectedBackgroundView` in tables with multiple selection; nil to use that one.
    open var multipleSelectionBackgroundView: UIView? {
        get { parts.multipleSelectionBackgroundView }
        set {
            parts.multipleSelectionBackgroundView = newValue
            noteLooks()
        }
    }

    // MARK: Selection

    /// The appearance of the selected cell.
    open var selectionStyle: SelectionStyle {
        get { looks.selectionStyle }
        set {
            looks.selectionStyle = newValue
            noteLooks()
        }
    }

    open var isSelected: Bool {
        get { looks.isSelected }
        set { setSelected(newValue, animated: false) }
    }

    /// Whether the cell is being touched.
    open var isHighlighted: Bool {
        get { looks.isHighlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    open func setSelected(_ selected: Bool, animated: Bool) { changeSelected(selected, animated) }
    open func setHighlighted(_ highlighted: Bool, animated: Bool) { changeHighlighted(highlighted, animated) }

    /// The focus style. It has no effect, because there is no focus engine.
    open var focusStyle = FocusStyle.default

    // MARK: Accessories

    open var accessoryType: AccessoryType {
        get { looks.accessoryType }
        set {
            looks.accessoryType = newValue
            noteAccessory()
        }
    }

    /// A view that replaces the accessory of the accessory type.
    open var accessoryView: UIView? {
        get { parts.accessoryView }
        set {
            guard newValue !== parts.accessoryView else { return }
            parts.accessoryView?.removeFromSuperview()
            parts.accessoryView = newValue
            noteAccessory()
        }
    }

    /// The accessory type in editing mode.
    open var editingAccessoryType: AccessoryType {
        get { looks.editingAccessoryType }
        set {
            looks.editingAccessoryType = newValue
            noteAccessory()
        }
    }

    open var editingAccessoryView: UIView? {
        get { parts.editingAccessoryView }
        set {
            guard newValue !== parts.editingAccessoryView else { return }
            parts.editingAccessoryView?.removeFromSuperview()
            parts.editingAccessoryView = newValue
            noteAccessory()
        }
    }

    // MARK: Indentation and separators

    /// The indentation of the content, in steps of `indentationWidth`.
    open var indentationLevel: Int {
        get { looks.indentationLevel }
        set {
            looks.indentationLevel = newValue
            setNeedsLayout()
        }
    }

    /// The width of one indentation step in points; 10 by default.
    open var indentationWidth: CGFloat {
        get { looks.indentationWidth }
        set {
            looks.indentationWidth = newValue
            setNeedsLayout()
        }
    }

    /// The insets of the separator below the cell. Only left and right are used. The default is that of the table.
    open var separatorInset: UIEdgeInsets {
        get { looks.separatorInset ?? standardSeparatorInset }
        set {
            looks.separatorInset = newValue
            setNeedsLayout()
        }
    }

    // MARK: Editing

    /// The function of the editing control, set by the delegate.
    open var editingStyle: EditingStyle { looks.editingStyle }

    /// Whether a control for moving the row appears at the trailing edge in editing mode. The data source must also
    /// permit the move.
    open var showsReorderControl: Bool {
        get { looks.showsReorderControl }
        set {
            looks.showsReorderControl = newValue
            setNeedsLayout()
        }
    }

    /// Whether the content is indented in editing mode.
    open var shouldIndentWhileEditing: Bool {
        get { looks.shouldIndentWhileEditing }
        set {
            looks.shouldIndentWhileEditing = newValue
            setNeedsLayout()
        }
    }

    open var isEditing: Bool {
        get { looks.isEditing }
        set { setEditing(newValue, animated: false) }
    }

    open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(editing, animated) }

    /// Whether the actions behind the cell are revealed, by a swipe or the delete control.
    open var showingDeleteConfirmation: Bool { looks.isSwiped }

    /// Prepares for a transition between cell states. The default implementation does nothing; subclasses may override
    /// it.
    open func willTransition(to state: StateMask) {}
    /// Finishes a transition between cell states. The default implementation does nothing; subclasses may override it.
    open func didTransition(to state: StateMask) {}

    /// Handles a change of the drag state. It is never called, because rows can't be dragged out of a table here.
    open func dragStateDidChange(_ dragState: DragState) {}
    /// Whether the cell handles touches during a drag. It has no effect, because rows can't be dragged out of a table
    /// here.
    open var userInteractionEnabledWhileDragging = false

    // MARK: Configurations

    /// The current state of the cell.
    open var configurationState: UICellConfigurationState { currentState }

    /// Requests an update of the configurations before the next layout.
    open func setNeedsUpdateConfiguration() { markConfiguration() }

    /// Updates the configurations. By default, it updates those that are updated automatically. Subclasses that set
    /// both configurations need not call super.
    open func updateConfiguration(using state: UICellConfigurationState) { updateByThemselves(state) }

    /// A closure that is called after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// Returns the default content configuration of the cell's style, without texts.
    open func defaultContentConfiguration() -> UIListContentConfiguration { standardContent }

    /// Returns the default background configuration of a cell in its table.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { standardBackground }

    /// The configuration of the cell's content; nil if the program adds its own views to `contentView`.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { parts.content }
        set { setContent(newValue) }
    }

    /// Whether the content is updated automatically with the cell's state.
    open var automaticallyUpdatesContentConfiguration = true {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// The configuration of the background. Setting it removes `backgroundColor` and `backgroundView`. Nil restores the
    /// standard background color.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        get { parts.background?.configuration }
        set { setBackground(newValue) }
    }

    /// Whether the background is updated automatically with the cell's state.
    open var automaticallyUpdatesBackgroundConfiguration = true {
        didSet { setNeedsUpdateConfiguration() }
    }

    // MARK: View

    open override func layoutSubviews() {
        ListCensus.note(\.cellsLaidOut)
        updateConfigurationIfMarked()
        super.layoutSubviews()
        layOutCell()
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(ofWidth: size.width) }

    /// Returns the size that fits the content at a width, according to the constraints in `contentView` if it has any.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { fittingSize(ofWidth: targetSize.width) }

    open override var backgroundColor: UIColor? {
        get { super.backgroundColor }
        set {
            super.backgroundColor = newValue
            looks.hasOwnBackground = true
        }
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsUpdateConfiguration()
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        noteTint()
    }

    // MARK: Gesture recognizer delegate

    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    open func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
    open func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool { true }
    open func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool { true }
}
