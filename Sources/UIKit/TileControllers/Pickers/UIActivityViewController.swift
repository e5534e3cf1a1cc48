public import Foundation
import TileDrawing
import TileViews

/// A view controller that offers activities for items: copying, and the program's own.
///
///     let share = UIActivityViewController(activityItems: [text], applicationActivities: [Upload()])
///     share.completionWithItemsHandler = { type, completed, _, _ in … }
///     present(share, animated: true)
///
/// A test chooses with `choose(_:)` and `cancel()`, which do what a person's touches do.
open class UIActivityViewController: UIViewController {
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    private let shared: [Any]
    private let ownActivities: [UIActivity]

    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        shared = activityItems
        ownActivities = applicationActivities ?? []
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    /// Called once when an activity has ended, or with a nil type, when the controller was closed.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    /// Activities that are not offered.
    open var excludedActivityTypes: [UIActivity.ActivityType]?
    /// A stored value without effect: activities have no sections here.
    open var allowsProminentActivity = true

    private enum State {
        case idle
        case running(UIActivity)
        case ended
    }

    private var state = State.idle
    private var isIdle: Bool { if case .idle = state { true } else { false } }

    /// The items without those that depend on the activity.
    private var placeholders: [Any] {
        shared.map { ($0 as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? $0 }
    }

    /// The activities that are offered, in the order in which they are shown.
    final lazy var offered: [UIActivity] = {
        let excluded = excludedActivityTypes ?? []
        let placeholders = placeholders
        return ([CopyActivity(.general)] + ownActivities).filter { activity in
            !(activity.activityType.map(excluded.contains) ?? false)
                && activity.canPerform(withActivityItems: placeholders)
        }
    }()

    // MARK: Choices

    /// Performs the activity of a type, as a touch does.
    ///
    /// - Returns: False if it is not offered, or if an activity is running or has ended.
    @discardableResult
    public final func choose(_ type: UIActivity.ActivityType) -> Bool {
        guard isIdle, let activity = offered.first(where: { $0.activityType == type }) else { return false }
        perform(activity)
        return true
    }

    /// Closes the controller, as the close button does.
    public final func cancel() { end(nil, completed: false) }

    private func perform(_ activity: UIActivity) {
        guard isIdle else { return }
        state = .running(activity)
        activity.finish = { [weak self, weak activity] completed in
            self?.end(activity?.activityType, completed: completed)
        }
        activity.prepare(
            withActivityItems: shared.compactMap { item in
                guard let source = item as? any UIActivityItemSource else { return item }
                return source.activityViewController(self, itemForActivityType: activity.activityType)
            })
        if let controller = activity.activityViewController {
            present(controller, animated: true)
        } else {
            activity.perform()
        }
    }

    private func end(_ type: UIActivity.ActivityType?, completed: Bool) {
        if case .ended = state { return }
        state = .ended
        closePicker { [self] in completionWithItemsHandler?(type, completed, nil, nil) }
    }

    // MARK: View

    private var header: PickerHeader?
    private var rows: [ActivityRow] = []

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemGroupedBackground
        let text = placeholders.lazy.compactMap { ($0 as? String) ?? ($0 as? URL)?.absoluteString }.first
        let header = PickerHeader(title ?? text ?? "Share") { [unowned self] in cancel() }
        self.header = header
        view.addSubview(header)
        rows = offered.map { activity in
            ActivityRow(activity) { [unowned self] in perform(activity) }
        }
        for row in rows { view.addSubview(row) }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let room = pickerRoom
        header?.frame = CGRect(x: room.minX, y: room.minY, width: room.width, height: PickerHeader.height)
        var y = room.minY + PickerHeader.height
        for row in rows {
            let height = row.height(width: room.width)
            row.frame = CGRect(x: room.minX, y: y, width: room.width, height: height)
            y += height + 8
        }
    }

    /// Tells the completion handler that the controller was dismissed by a gesture or by the program.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        guard isBeingDismissed || presentingViewController == nil else { return }
        end(nil, completed: false)
    }
}

/// A row with the title and the image of an activity.
final class ActivityRow: UIControl, ViewPart {
    private static let imageSide: CGFloat = 24
    private let label = UILabel(frame: .zero)
    private let image = UIImageView(frame: .zero)

    init(_ activity: UIActivity, choose: @escaping () -> Void) {
        super.init(frame: .zero)
        backgroundColor = .secondarySystemGroupedBackground
        layer.cornerRadius = 10
        label.text = activity.activityTitle
        label.font = .preferredFont(forTextStyle: .body)
        label.adjustsFontForContentSizeCategory = true
        label.numberOfLines = 0
        image.image = activity.activityImage
        image.tintColor = .label
        image.contentMode = .scaleAspectFit
        for view in [label, image] as [UIView] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        accessibilityLabel = activity.activityTitle
        accessibilityTraits = .button
        isAccessibilityElement = true
        addAction(UIAction { _ in choose() }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    func height(width: CGFloat) -> CGFloat {
        let size = CGSize(width: max(1, width - Self.imageSide - 44), height: 0)
        return max(52, label.sizeThatFits(size).height.rounded(.up) + 24)
    }

    override var isHighlighted: Bool {
        didSet {
            backgroundColor = isHighlighted ? .systemGray4 : .secondarySystemGroupedBackground
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let side = Self.imageSide
        label.textAlignment = isRightToLeft ? .right : .left
        label.frame = CGRect(
            x: isRightToLeft ? side + 28 : 16, y: 0, width: max(0, bounds.width - side - 44), height: bounds.height)
        image.frame = CGRect(
            x: isRightToLeft ? 16 : bounds.width - side - 16, y: bounds.midY - side / 2, width: side, height: side)
    }
}
