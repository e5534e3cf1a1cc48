import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// A row that is swiped aside, with its revealed actions.
struct RowSwipe {
    var row: RowID
    let cell: UITableViewCell
    let actions: UISwipeActionsConfiguration
    let isTrailing: Bool
    let view: SwipeActionsView
    /// The cell's horizontal displacement, in points.
    var shift: CGFloat = 0
    /// The displacement when the touch began.
    var start: CGFloat = 0
    var isOpen = false
}

/// The pan gesture that swipes rows aside: a horizontal one over a row with actions.
final class SwipePan: UIPanGestureRecognizer {
    private weak var table: UITableView?

    init(of table: UITableView) {
        self.table = table
        super.init(target: nil, action: nil)
        maximumNumberOfTouches = 1
        addAction(UIAction { [weak self] _ in self?.table?.followSwipe() })
    }
}

/// The buttons behind a row that is swiped aside.
final class SwipeActionsView: UIView, ViewPart {
    private let actions: [UIContextualAction]
    private let isAtRight: Bool
    private(set) var buttons: [SwipeButton] = []
    var onTap: ((UIContextualAction, UIView) -> Void)?

    /// The minimum width of a button, in points.
    static let buttonWidth: CGFloat = 74

    init(_ actions: [UIContextualAction], isAtRight: Bool) {
        (self.actions, self.isAtRight) = (actions, isAtRight)
        super.init(frame: .zero)
        clipsToBounds = true
        buttons = actions.map { action in
            let button = SwipeButton(action)
            button.addAction(
                UIAction { [weak self, weak button] _ in
                    guard let self, let button else { return }
                    self.onTap?(action, button)
                }, for: .touchUpInside)
            addSubview(button)
            return button
        }
    }

    required init?(coder: NSCoder) { nil }

    /// The width of the revealed buttons.
    var restWidth: CGFloat { buttons.reduce(0) { $0 + $1.wantedWidth } }

    override func layoutSubviews() {
        super.layoutSubviews()
        let rest = restWidth
        guard rest > 0 else { return }
        // The first action is at the edge. All buttons are stretched equally if the row is pulled further.
        let scale = bounds.width / rest
        var x: CGFloat = 0
        for button in buttons {
            let width = button.wantedWidth * scale
            button.frame = CGRect(
                x: isAtRight ? bounds.width - x - width : x, y: 0, width: width, height: bounds.height)
            x += width
        }
    }
}

/// A button of a swiped row.
final class SwipeButton: UIControl, ViewPart {
    private let label = UILabel()
    private let picture = UIImageView()

    init(_ action: UIContextualAction) {
        super.init(frame: .zero)
        backgroundColor = action.backgroundColor
        label.text = action.title
        label.textColor = .white
        label.font = .systemFont(ofSize: action.image == nil ? 17 : 15)
        label.textAlignment = .center
        label.numberOfLines = 2
        picture.image = action.image?.withRenderingMode(.alwaysTemplate)
        picture.tintColor = .white
        for view in [label, picture] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    var wantedWidth: CGFloat {
        let text = label.sizeThatFits(CGSize(width: 200, height: CGFloat.greatestFiniteMagnitude)).width
        return max(SwipeActionsView.buttonWidth, text + 30, (picture.image?.size.width ?? 0) + 30)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let image = picture.image?.size ?? .zero
        let text = label.sizeThatFits(CGSize(width: bounds.width, height: .greatestFiniteMagnitude)).height
        let gap: CGFloat = image.height > 0 && text > 0 ? 4 : 0
        let top = (bounds.height - image.height - gap - text) / 2
        picture.frame = CGRect(x: (bounds.width - image.width) / 2, y: top, width: image.width, height: image.height)
        label.frame = CGRect(x: 0, y: top + image.height + gap, width: bounds.width, height: text)
    }
}
