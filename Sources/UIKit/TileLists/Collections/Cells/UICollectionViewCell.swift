public import Foundation
public import TileDrawing
public import TileViews

/// A cell that shows one item of a collection, either in its content view or by a configuration.
open class UICollectionViewCell: UICollectionReusableView {
    public enum DragState: Int, Sendable {
        case none = 0
        case lifting = 1
        case dragging = 2
    }

    final var cell = CellState()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        ListCensus.note(\.cellsMade)
        startCell()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        ListCensus.note(\.cellsMade)
        startCell()
        coder.settle(self, as: UICollectionViewCell.self)
    }

    /// The action that a nib attaches to selecting the cell: a segue.
    package final var onSelection: (() -> Void)?

    /// The view that holds the cell's content, as large as the cell. With a content configuration, it is the
    /// configuration's view.
    open var contentView: UIView { cell.contentView }

    open var isSelected = false { didSet { if isSelected != oldValue { noteCellState() } } }
    /// Whether the cell is being touched.
    open var isHighlighted = false { didSet { if isHighlighted != oldValue { noteCellState() } } }

    /// The view behind the content.
    open var backgroundView: UIView? {
        didSet { exchangeBackground(oldValue, for: backgroundView) }
    }

    /// The view behind the content and in front of the background, visible while the cell is selected or touched.
    open var selectedBackgroundView: UIView? {
        didSet { exchangeBackground(oldValue, for: selectedBackgroundView) }
    }

    // MARK: Configurations

    /// The configuration of the cell's content. It is nil, the default, if the program adds its own views to the
    /// content view.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { cell.content }
        set { setContent(newValue) }
    }

    /// Whether the content's appearance follows the cell's state.
    open var automaticallyUpdatesContentConfiguration = true

    /// The configuration of the cell's background. It replaces the background views.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        get { cell.background }
        set { setBackgroundConfiguration(newValue) }
    }

    /// Whether the background's appearance follows the cell's state.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// A closure that updates the configurations after the state has changed.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    public typealias ConfigurationUpdateHandler =
        (_ cell: UICollectionViewCell, _ state: UICellConfigurationState) -> Void

    /// The current state of the cell.
    open var configurationState: UICellConfigurationState { currentState }

    /// Requests an update of the configurations before the next layout.
    open func setNeedsUpdateConfiguration() { noteConfigurations() }

    /// Updates the configurations for a state. This implementation calls the handler; subclasses that override it call
    /// super.
    open func updateConfiguration(using state: UICellConfigurationState) {
        configurationUpdateHandler?(self, state)
    }

    /// Returns the default background of cells of this class.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { UIBackgroundConfiguration.clear() }

    // MARK: View

    open override func layoutSubviews() {
        ListCensus.note(\.cellsLaidOut)
        updateConfigurationIfNeeded()
        super.layoutSubviews()
        layOutCell()
    }

    open override func prepareForReuse() {
        super.prepareForReuse()
        if isHighlighted { isHighlighted = false }
        if isSelected { isSelected = false }
    }

    open override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { super.preferredLayoutAttributesFitting(layoutAttributes) }

    /// Handles a change of the drag state. It is never called, because items can't be dragged out of a collection here.
    open func dragStateDidChange(_ dragState: DragState) {}

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        noteConfigurations()
    }

    /// Reports a change of the content, after which the collection measures the cell again.
    open override func invalidateIntrinsicContentSize() {
        super.invalidateIntrinsicContentSize()
        noteSize()
    }

    override func fittingSize(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        fittingSizeOfCell(attributes)
    }

    /// Whether the collection that contains the cell is in editing mode.
    final var isInEditingCollection = false {
        didSet { if isInEditingCollection != oldValue { editingDidChange() } }
    }

    /// Handles a change of the editing mode. Subclasses override it to update what they show.
    func editingDidChange() { noteCellState() }
    /// The frame available to the content beside the cell's other views, in points.
    var contentFrame: CGRect { bounds }
    /// Adds the states that only some kinds of cells have.
    func addStates(to state: inout UICellConfigurationState) {}
}
