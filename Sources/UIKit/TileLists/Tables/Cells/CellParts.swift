import Foundation
import TileBars
import TileDrawing
import TileViews

/// The views of a cell.
struct CellParts {
    let style: UITableViewCell.CellStyle
    var reuseIdentifier: String?
    var contentView: UIView = CellContentView()
    /// The image view and the labels, created on first use.
    var image: UIImageView?
    var label: UILabel?
    var detail: UILabel?
    var backgroundView: UIView?
    var selectedBackgroundView: UIView?
    var multipleSelectionBackgroundView: UIView?
    /// The view behind the content of the cell while it is selected or highlighted.
    var shownSelection: UIView?
    /// The standard view of the selection style.
    var standardSelection: UIView?
    var accessoryView: UIView?
    var editingAccessoryView: UIView?
    /// The views of the accessory type.
    var symbols: [CellSymbolView] = []
    var symbolType = UITableViewCell.AccessoryType.none
    var editControl: CellEditControl?
    var reorderControl: CellReorderControl?
    var content: (any UIContentConfiguration)?
    var background: ConfiguredBackground?
    /// The separator lines above and below the cell.
    var topLine: UIView?
    var bottomLine: UIView?

    init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
    }
}

/// The state and the appearance properties of a cell.
struct CellLooks {
    var selectionStyle = UITableViewCell.SelectionStyle.default
    var isSelected = false
    var isHighlighted = false
    var accessoryType = UITableViewCell.AccessoryType.none
    var editingAccessoryType = UITableViewCell.AccessoryType.none
    var indentationLevel = 0
    var indentationWidth: CGFloat = 10
    var separatorInset: UIEdgeInsets?
    var editingStyle = UITableViewCell.EditingStyle.none
    var showsReorderControl = false
    var shouldIndentWhileEditing = true
    var isEditing = false
    /// Whether a control at the leading edge selects the cell in editing mode.
    var isChosenByControl = false
    var isSwiped = false
    var isReordering = false
    var hasOwnBackground = false
    var needsConfiguration = true
}

/// The position of a cell in its table, with the settings that the table passes to it.
struct CellPlace: Equatable {
    /// The position of a row in its section.
    enum Position: Equatable {
        case first
        case middle
        case last
        case only

        var isFirst: Bool { self == .first || self == .only }
        var isLast: Bool { self == .last || self == .only }
    }

    var style: UITableView.Style
    var position: Position
    var separatorStyle: UITableViewCell.SeparatorStyle
    var separatorColor: UIColor?
    /// The separator insets, from the cell's edges or from the start of its content.
    var separatorInset: UIEdgeInsets
    var countsInsetFromContent: Bool
    /// The margins of the content at the leading and trailing edges, in points.
    var margin: CGFloat
    /// The part of the safe area that covers the content, by sides.
    var safeArea: UIEdgeInsets
    var canBeMoved: Bool
    var allowsMultipleSelection: Bool
}

/// The view that holds a cell's content. It has the table's margins until the program sets others.
final class CellContentView: UIView, ViewPart {
    /// The margins above and below the content, in points, the same as in UIKit.
    static let verticalMargin: CGFloat = 11

    private var hasOwnMargins = false

    override init(frame: CGRect) {
        super.init(frame: frame)
        super.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: Self.verticalMargin, leading: 16, bottom: Self.verticalMargin, trailing: 16)
        insetsLayoutMarginsFromSafeArea = false
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Applies the table's margins.
    func takeMargins(leading: CGFloat, trailing: CGFloat) {
        var margins = super.directionalLayoutMargins
        guard !hasOwnMargins, margins.leading != leading || margins.trailing != trailing else { return }
        (margins.leading, margins.trailing) = (leading, trailing)
        super.directionalLayoutMargins = margins
    }

    override var layoutMargins: UIEdgeInsets {
        get { super.layoutMargins }
        set {
            hasOwnMargins = true
            super.layoutMargins = newValue
        }
    }

    override var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { super.directionalLayoutMargins }
        set {
            hasOwnMargins = true
            super.directionalLayoutMargins = newValue
        }
    }
}
