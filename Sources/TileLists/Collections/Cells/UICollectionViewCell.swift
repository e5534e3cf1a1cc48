public import Foundation
public import TileViews

/// Shows an item of a collection: what it shows goes into its content view.
open class UICollectionViewCell: UICollectionReusableView {
    public enum DragState: Int, Sendable {
        case none = 0
        case lifting = 1
        case dragging = 2
    }

    final var cell = CellState()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        startCell()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        startCell()
    }

    /// What the cell shows goes into it; as large as the cell.
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

    open override func layoutSubviews() {
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

    override func fittingSize(_ attributes: UICollectionViewLayoutAttributes) -> CGSize {
        fittingSizeOfCell(attributes)
    }

    /// Whether the collection that it is in is edited.
    final var isInEditingCollection = false {
        didSet { if isInEditingCollection != oldValue { editingDidChange() } }
    }

    /// For cells that show it.
    func editingDidChange() { noteCellState() }
    /// The sides of the content that other views of the cell take, in points.
    var contentFrame: CGRect { bounds }
}
