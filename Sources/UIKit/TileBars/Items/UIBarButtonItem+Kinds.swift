import Foundation
public import TileDrawing
public import TileViews

extension UIBarButtonItem {
    /// The style of an item.
    public enum Style: Int, Hashable, Sendable {
        case plain = 0
        /// The same as `plain`; used by older code.
        case bordered = 1
        /// The style of an item that completes a task, in bold.
        case done = 2

        /// The name of `done` since iOS 26.
        public static var prominent: Style { .done }
    }

    /// The standard items. Their titles are in English.
    public enum SystemItem: Int, Hashable, Sendable, CaseIterable {
        case done = 0
        case cancel = 1
        case edit = 2
        case save = 3
        case add = 4
        case flexibleSpace = 5
        case fixedSpace = 6
        case compose = 7
        case reply = 8
        case action = 9
        case organize = 10
        case bookmarks = 11
        case search = 12
        case refresh = 13
        case stop = 14
        case camera = 15
        case trash = 16
        case play = 17
        case pause = 18
        case rewind = 19
        case fastForward = 20
        case undo = 21
        case redo = 22
        case pageCurl = 23
        case close = 24
        case writingTools = 25

        /// The title of items that are shown as text.
        var word: String? {
            switch self {
            case .done: "Done"
            case .cancel: "Cancel"
            case .edit: "Edit"
            case .save: "Save"
            case .undo: "Undo"
            case .redo: "Redo"
            default: nil
            }
        }

        var symbol: BarSymbol? {
            switch self {
            case .add: .plus
            case .compose: .compose
            case .reply: .reply
            case .action: .share
            case .organize: .folder
            case .bookmarks: .book
            case .search: .magnifier
            case .refresh: .refresh
            case .stop: .cross
            case .camera: .camera
            case .trash: .trash
            case .play: .play
            case .pause: .pause
            case .rewind: .backward
            case .fastForward: .forward
            case .pageCurl: .pageCurl
            case .close: .closeDisc
            case .writingTools: .pencilLines
            case .done, .cancel, .edit, .save, .undo, .redo, .flexibleSpace, .fixedSpace: nil
            }
        }

        /// The accessibility label of items that are shown as symbols.
        var spokenName: String? {
            switch self {
            case .flexibleSpace, .fixedSpace: nil
            case .add: "Add"
            case .compose: "Compose"
            case .reply: "Reply"
            case .action: "Share"
            case .organize: "Organize"
            case .bookmarks: "Bookmarks"
            case .search: "Search"
            case .refresh: "Refresh"
            case .stop: "Stop"
            case .camera: "Camera"
            case .trash: "Delete"
            case .play: "Play"
            case .pause: "Pause"
            case .rewind: "Rewind"
            case .fastForward: "Fast Forward"
            case .pageCurl: "Page Curl"
            case .close: "Close"
            case .writingTools: "Writing Tools"
            case .done, .cancel, .edit, .save, .undo, .redo: word
            }
        }
    }

    final func adopt(_ systemItem: SystemItem) {
        self.systemItem = systemItem
        if let word = systemItem.word { title = word }
        if systemItem == .done || systemItem == .save { style = .done }
    }

    final var isFlexibleSpace: Bool { systemItem == .flexibleSpace && customView == nil }
    final var isFixedSpace: Bool { systemItem == .fixedSpace && customView == nil }
    final var isSpace: Bool { isFlexibleSpace || isFixedSpace }

    // MARK: Backgrounds and positions by state and metrics

    /// The state, style and metrics that a background image is set for.
    struct BarLook: Hashable {
        var state: UIControl.State
        var style: Style?
        var metrics: UIBarMetrics
    }

    /// Sets an image that is stretched behind the content. It takes precedence over the bar's appearance.
    public final func setBackgroundImage(
        _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
    ) {
        backgrounds[BarLook(state: state, style: nil, metrics: barMetrics)] = backgroundImage
        didChange()
    }

    /// Sets a background image that applies only while the item has the given style.
    public final func setBackgroundImage(
        _ backgroundImage: UIImage?, for state: UIControl.State, style: Style, barMetrics: UIBarMetrics
    ) {
        backgrounds[BarLook(state: state, style: style, metrics: barMetrics)] = backgroundImage
        didChange()
    }

    public final func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
        backgrounds[BarLook(state: state, style: nil, metrics: barMetrics)]
    }

    public final func backgroundImage(
        for state: UIControl.State, style: Style, barMetrics: UIBarMetrics
    ) -> UIImage? {
        backgrounds[BarLook(state: state, style: style, metrics: barMetrics)]
    }

    /// Sets the offset of the title, in points.
    public final func setTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
        titleAdjustments[barMetrics] = adjustment
        didChange()
    }

    public final func titlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
        titleAdjustments[barMetrics] ?? .zero
    }

    /// Sets the offset of the title while the item is shown as the back button, in points.
    public final func setBackButtonTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
        backTitleAdjustments[barMetrics] = adjustment
        didChange()
    }

    public final func backButtonTitlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
        backTitleAdjustments[barMetrics] ?? .zero
    }

    /// Returns the item's own background image for a state.
    final func shownBackground(for state: UIControl.State, isCompact: Bool) -> UIImage? {
        for metrics in isCompact ? [UIBarMetrics.compact, .default] : [.default] {
            for state in [state, .normal] {
                for style in [style, nil] {
                    if let image = backgrounds[BarLook(state: state, style: style, metrics: metrics)] { return image }
                }
            }
        }
        return nil
    }

    // MARK: Archives

    private enum Key {
        static let style = "UIStyle"
        static let systemItem = "UISystemItem"
        static let width = "UIWidth"
        static let customView = "UICustomView"
        static let tint = "UITintColor"
        static let isSelected = "UISelected"
        static let isHidden = "UIHidden"
        static let toggles = "UIChangesSelection"
    }

    /// Encodes the item without its targets and actions.
    final func store(in coder: NSCoder) {
        coder.encode(style.rawValue, forKey: Key.style)
        if let systemItem { coder.encode(systemItem.rawValue, forKey: Key.systemItem) }
        coder.encode(Double(width), forKey: Key.width)
        coder.archive(customView, forKey: Key.customView)
        coder.archive(tintColor, forKey: Key.tint)
        coder.encode(isSelected, forKey: Key.isSelected)
        coder.encode(isHidden, forKey: Key.isHidden)
        coder.encode(changesSelectionAsPrimaryAction, forKey: Key.toggles)
    }

    final func restore(from coder: NSCoder) {
        if let item = coder.archivedCase(Key.systemItem, SystemItem.self) { adopt(item) }
        if let style = coder.archivedCase(Key.style, Style.self) { self.style = style }
        if let width = coder.archivedLength(Key.width), width > 0 { self.width = width }
        customView = coder.archivedObject(Key.customView, of: UIView.self)
        tintColor = coder.archivedObject(Key.tint, of: UIColor.self)
        if let isOn = coder.archivedFlag(Key.isSelected) { isSelected = isOn }
        if let isOn = coder.archivedFlag(Key.isHidden) { isHidden = isOn }
        if let isOn = coder.archivedFlag(Key.toggles) { changesSelectionAsPrimaryAction = isOn }
    }
}
