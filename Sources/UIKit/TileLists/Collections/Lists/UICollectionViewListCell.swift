public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

/// A row of a collection's list, the counterpart of a table view cell.
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

    /// Returns the default content configuration of a row.
    open func defaultContentConfiguration() -> UIListContentConfiguration { standardContent }

    open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { standardBackground }

    /// The number of indentation steps.
    open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
    /// The width of one indentation step, in points.
    open var indentationWidth: CGFloat = 11 { didSet { if indentationWidth != oldValue { setNeedsLayout() } } }
    /// Whether accessories before the content are indented with it.
    open var indentsAccessories = true { didSet { if indentsAccessories != oldValue { setNeedsLayout() } } }

    /// The accessories beside the content.
    open var accessories: [UICellAccessory] = [] {
        didSet {
            row.accessoriesChanged = true
            setNeedsLayout()
        }
    }

    /// The guide for the separator's start and end. Constrain it to the content that separators should align with.
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

    /// Whether the row's swipe actions are revealed.
    final var isSwiped = false { didSet { if isSwiped != oldValue { noteConfigurations() } } }
}
