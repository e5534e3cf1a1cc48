public import Foundation
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A row of a table as it shows.
///
/// What it holds belongs into `contentView`, which is as wide as what stands beside it lets it be. A configuration puts
/// a view of its own there, and has it follow the cell's states. The labels and the image of a cell's style are made
/// when they are first asked for.
///
/// A table uses cells again and again: `prepareForReuse()` is called before it hands one out for another row.
open class UITableViewCell: UIView, UIGestureRecognizerDelegate {
    // All that a subclass may override is declared here: Swift lets nothing that an extension declares be overridden.

    final var parts: CellParts
    final var looks = CellLooks()
    /// Where it stands in a table; nil for one that stands in none.
    final var place: CellPlace?
    /// What a nib has the cell do when a person selects it, and when its accessory is tapped: segues.
    package final var onSelection: (() -> Void)?
    package final var onAccessory: (() -> Void)?

    /// A cell with the labels of a style, to be used again for rows of the same identifier.
    public init(style: CellStyle, reuseIdentifier: String?) {
        parts = CellParts(style: style, reuseIdentifier: reuseIdentifier)
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        ListCensus.note(\.cellsMade)
        setUp()
    }

    /// A cell of the default style, without an identifier.
    public override convenience init(frame: CGRect) {
        self.init(style: .default, reuseIdentifier: nil)
        self.frame = frame
    }

    /// From an archive: its style, its identifier and what it was set to.
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

    /// For which rows it can be used again; nil for no other.
    open var reuseIdentifier: String? { parts.reuseIdentifier }

    /// Holds what the cell shows. A content configuration replaces it by its own.
    open var contentView: UIView { parts.contentView }

    /// The image of its style.
    open var imageView: UIImageView? { styleImageView }
    /// The text of its style.
    open var textLabel: UILabel? { styleLabel }
    /// The second text of its style; nil where it has none.
    open var detailTextLabel: UILabel? { styleDetailLabel }

    /// The cell is about to be used for another row. What depends on the row is to be set back; super is to be called.
    open func prepareForReuse() { forgetRow() }

    // MARK: Accessibility

    /// Whether it is read as one: where nothing in it is used by itself, unless it was set.
    open override var isAccessibilityElement: Bool {
        get { accessibilityElementIfSet ?? (spokenTexts?.isEmpty == false) }
        set { super.isAccessibilityElement = newValue }
    }

    /// What its labels say, unless it was set.
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

    /// Lies behind the content, in the cell's bounds.
    open var backgroundView: UIView? {
        get { parts.backgroundView }
        set { setBackgroundView(newValue) }
    }

    /// Lies behind the content while the cell is selected or highlighted; nil for the looks of its selection style.
    open var selectedBackgroundView: UIView? {
        get { parts.selectedBackgroundView }
        set { setSelectedBackgroundView(newValue) }
    }

    /// In place of `selectedBackgroundView` in tables in which several rows can be selected; nil for that one.
    open var multipleSelectionBackgroundView: UIView? {
        get { parts.multipleSelectionBackgroundView }
        set {
            parts.multipleSelectionBackgroundView = newValue
            noteLooks()
        }
    }

    // MARK: Selection

    /// How it looks while it is selected.
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

    /// Whether a finger is on it.
    open var isHighlighted: Bool {
        get { looks.isHighlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    open func setSelected(_ selected: Bool, animated: Bool) { changeSelected(selected, animated) }
    open func setHighlighted(_ highlighted: Bool, animated: Bool) { changeHighlighted(highlighted, animated) }

    /// Kept for code that sets it: nothing has a focus that moves.
    open var focusStyle = FocusStyle.default

    // MARK: Accessories

    open var accessoryType: AccessoryType {
        get { looks.accessoryType }
        set {
            looks.accessoryType = newValue
            noteAccessory()
        }
    }

    /// In place of the accessory of its type.
    open var accessoryView: UIView? {
        get { parts.accessoryView }
        set {
            guard newValue !== parts.accessoryView else { return }
            parts.accessoryView?.removeFromSuperview()
            parts.accessoryView = newValue
            noteAccessory()
        }
    }

    /// While the table is edited.
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

    /// How deep the content is indented, in steps of `indentationWidth`.
    open var indentationLevel: Int {
        get { looks.indentationLevel }
        set {
            looks.indentationLevel = newValue
            setNeedsLayout()
        }
    }

    /// Points a level: 10 at first.
    open var indentationWidth: CGFloat {
        get { looks.indentationWidth }
        set {
            looks.indentationWidth = newValue
            setNeedsLayout()
        }
    }

    /// How far the line below it is from the edges: of left and right alone, and the table's until it is set.
    open var separatorInset: UIEdgeInsets {
        get { looks.separatorInset ?? standardSeparatorInset }
        set {
            looks.separatorInset = newValue
            setNeedsLayout()
        }
    }

    // MARK: Editing

    /// What its editing control does; the delegate's to say.
    open var editingStyle: EditingStyle { looks.editingStyle }

    /// Whether a control stands at its trailing edge while the table is edited, by which it can be moved; it does where
    /// the data source lets the row be moved, too.
    open var showsReorderControl: Bool {
        get { looks.showsReorderControl }
        set {
            looks.showsReorderControl = newValue
            setNeedsLayout()
        }
    }

    /// Whether the content makes room while the table is edited.
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

    /// Whether the actions behind it show, by a swipe or its delete control.
    open var showingDeleteConfirmation: Bool { looks.isSwiped }

    /// The cell is about to show other controls. Nothing by default; for subclasses.
    open func willTransition(to state: StateMask) {}
    /// The cell shows other controls. Nothing by default; for subclasses.
    open func didTransition(to state: StateMask) {}

    /// Kept for code that overrides it: nothing is dragged out of a table.
    open func dragStateDidChange(_ dragState: DragState) {}
    /// Kept for code that sets it: nothing is dragged out of a table.
    open var userInteractionEnabledWhileDragging = false

    // MARK: Configurations

    /// The cell's states.
    open var configurationState: UICellConfigurationState { currentState }

    /// Has configurations updated before the next layout.
    open func setNeedsUpdateConfiguration() { markConfiguration() }

    /// Updates configurations: by default those that update by themselves. For subclasses, which need not call super
    /// when they set both.
    open func updateConfiguration(using state: UICellConfigurationState) { updateByThemselves(state) }

    /// Called after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// The content that a cell of its style has, without any text.
    open func defaultContentConfiguration() -> UIListContentConfiguration { standardContent }

    /// The background that a cell has in its table.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { standardBackground }

    /// What the cell shows; nil for what is put into `contentView`.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { parts.content }
        set { setContent(newValue) }
    }

    /// Whether the content follows the cell's states by itself.
    open var automaticallyUpdatesContentConfiguration = true {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// What lies behind the content; nil for `backgroundColor` and `backgroundView`. Setting one takes these two away,
    /// and the other way round.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        get { parts.background?.configuration }
        set { setBackground(newValue) }
    }

    /// Whether the background follows the cell's states by itself.
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

    /// The height that suits its content at a width; constraints in `contentView` say it, where there are any.
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

    // MARK: Recognizers whose delegate it is

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
