public import Foundation
public import TileDrawing
public import TileViews

/// Shows an item of a collection: what it shows goes into its content view, or is said by a configuration.
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

    /// What a nib has the cell do when a person selects it: a segue.
    package final var onSelection: (() -> Void)?

    /// What the cell shows goes into it; as large as the cell. With a configuration it is the view that shows that.
    open var contentView: UIView { cell.contentView }

    open var isSelected = false { didSet { if isSelected != oldValue { noteCellState() } } }
    /// While it is touched.
    open var isHighlighted = false { didSet { if isHighlighted != oldValue { noteCellState() } } }

    /// Behind the content.
    open var backgroundView: UIView? {
        didSet { exchangeBackground(oldValue, for: backgroundView) }
    }

    /// Behind the content and before the background, while it is selected or touched.
    open var selectedBackgroundView: UIView? {
        didSet { exchangeBackground(oldValue, for: selectedBackgroundView) }
    }

    // MARK: Configurations

    /// What the cell shows; nil, as at first, for what the program adds to the content view.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { cell.content }
        set { setContent(newValue) }
    }

    /// Whether the content's looks follow the state.
    open var automaticallyUpdatesContentConfiguration = true

    /// What is behind the content; takes the place of the background views.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        get { cell.background }
        set { setBackgroundConfiguration(newValue) }
    }

    /// Whether the background's looks follow the state.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// Called when the state has changed, to make configurations of it.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    public typealias ConfigurationUpdateHandler =
        (_ cell: UICollectionViewCell, _ state: UICellConfigurationState) -> Void

    /// The states that the cell is in.
    open var configurationState: UICellConfigurationState { currentState }

    /// Has the configurations brought up to date before the next layout.
    open func setNeedsUpdateConfiguration() { noteConfigurations() }

    /// Makes configurations of a state. For subclasses, which call it; calls the handler.
    open func updateConfiguration(using state: UICellConfigurationState) {
        configurationUpdateHandler?(self, state)
    }

    /// The background of cells of this class.
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

    /// Items aren't dragged out of a collection here: nothing calls it.
    open func dragStateDidChange(_ dragState: DragState) {}

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        noteConfigurations()
    }

    override func fittingSize(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        fittingSizeOfCell(attributes)
    }

    /// Whether the collection that it is in is edited.
    final var isInEditingCollection = false {
        didSet { if isInEditingCollection != oldValue { editingDidChange() } }
    }

    /// For cells that show it.
    func editingDidChange() { noteCellState() }
    /// What other views of the cell leave of it for the content, in points.
    var contentFrame: CGRect { bounds }
    /// More of its state, of kinds of cells that have more.
    func addStates(to state: inout UICellConfigurationState) {}
}
