public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A row of a list: what a table's cell is to a table.
open class UICollectionViewListCell: UICollectionViewCell {
    final var row = ListRow()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(row.separator)
        addLayoutGuide(row.separatorGuide)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addSubview(row.separator)
        addLayoutGuide(row.separatorGuide)
    }

    /// What rows show that have no more to say of it.
    open func defaultContentConfiguration() -> UIListContentConfiguration { standardContent }

    open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { standardBackground }

    /// How far the content is moved in, in steps.
    open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
    /// The width of a step, in points.
    open var indentationWidth: CGFloat = 11 { didSet { if indentationWidth != oldValue { setNeedsLayout() } } }
    /// Whether accessories before the content move in with it.
    open var indentsAccessories = true { didSet { if indentsAccessories != oldValue { setNeedsLayout() } } }

    /// What is beside the content.
    open var accessories: [UICellAccessory] = [] {
        didSet {
            row.accessoriesChanged = true
            setNeedsLayout()
        }
    }

    /// Where the separators start and end: constrain it to content that they are to line up with.
    open var separatorLayoutGuide: UILayoutGuide { row.separatorGuide }

    open override func layoutSubviews() {
        arrangeAccessories()
        super.layoutSubviews()
        layOutRow()
    }

    open override func prepareForReuse() {
        super.prepareForReuse()
        indentationLevel = 0
    }

    override func editingDidChange() {
        super.editingDidChange()
        row.accessoriesChanged = true
        setNeedsLayout()
    }

    override var contentFrame: CGRect { rowContentFrame }

    override func addStates(to state: inout UICellConfigurationState) {
        (state.isExpanded, state.isSwiped) = (row.isExpanded, isSwiped)
    }

    /// Whether its actions lie bare.
    final var isSwiped = false { didSet { if isSwiped != oldValue { noteConfigurations() } } }
}
