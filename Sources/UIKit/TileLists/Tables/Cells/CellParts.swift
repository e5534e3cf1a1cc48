import Foundation
import TileBars
import TileDrawing
import TileViews

/// What a cell is made of.
struct CellParts {
    let style: UITableViewCell.CellStyle
    var reuseIdentifier: String?
    var contentView: UIView = CellContentView()
    /// Made when they are first asked for.
    var image: UIImageView?
    var label: UILabel?
    var detail: UILabel?
    var backgroundView: UIView?
    var selectedBackgroundView: UIView?
    var multipleSelectionBackgroundView: UIView?
    /// What lies behind the content of a cell that is selected or highlighted now.
    var shownSelection: UIView?
    /// The looks of the selection style.
    var standardSelection: UIView?
    var accessoryView: UIView?
    var editingAccessoryView: UIView?
    /// What shows the accessory type.
    var symbols: [CellSymbolView] = []
    var symbolType = UITableViewCell.AccessoryType.none
    var editControl: CellEditControl?
    var reorderControl: CellReorderControl?
    var content: (any UIContentConfiguration)?
    var background: ConfiguredBackground?
    /// The lines above and below the cell.
    var topLine: UIView?
    var bottomLine: UIView?

    init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
    }
}

/// What a cell was told to look like.
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
    /// Whether it is selected by the control at its leading edge while it is edited.
    var isChosenByControl = false
    var isSwiped = false
    var isReordering = false
    var hasOwnBackground = false
    var needsConfiguration = true
}

/// What a table tells a cell of where it stands.
struct CellPlace: Equatable {
    /// Which of its section's rows it is.
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
    /// From the cell's edges, or from where its own content begins.
    var separatorInset: UIEdgeInsets
    var countsInsetFromContent: Bool
    /// The margins at the leading and trailing edges of what cells hold, in points.
    var margin: CGFloat
    /// Of the safe area, what lies over its content, by sides.
    var safeArea: UIEdgeInsets
    var canBeMoved: Bool
    var allowsMultipleSelection: Bool
}

/// Holds what a cell shows. Its margins are the table's until the program sets its own.
final class CellContentView: UIView, ViewPart {
    /// Of the contents' margins above and below, in points: as UIKit's.
    static let verticalMargin: CGFloat = 11

    private var hasOwnMargins = false

    override init(frame: CGRect) {
        super.init(frame: frame)
        super.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: Self.verticalMargin, leading: 16, bottom: Self.verticalMargin, trailing: 16)
        insetsLayoutMarginsFromSafeArea = false
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Takes on the table's margins.
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
