public import Foundation
import TileBars
import TileDrawing
import TileGeometry
public import TileViews

/// The header or the footer of a table's section.
///
/// A table creates one for each title of its data source. The delegate may provide others, of this class or any view.
/// Views of this class are reused like cells.
open class UITableViewHeaderFooterView: UIView {
    /// A closure that updates the view for its state. It is called after each change of the state.
    public typealias ConfigurationUpdateHandler = (UITableViewHeaderFooterView, UIViewConfigurationState) -> Void

    private final let identifier: String?
    private final var shownContentView: UIView = CellContentView()
    private final var ownBackground: UIView?
    private final var configured: ConfiguredBackground?
    private final var content: (any UIContentConfiguration)?
    private final var title: UILabel?
    private final var detail: UILabel?
    private final var needsConfiguration = true
    /// The view's position in its table; nil outside a table.
    final var place: HeaderPlace? {
        didSet { if place != oldValue { takePlace() } }
    }

    /// Creates a view with a reuse identifier. This initializer isn't a convenience one, because tables instantiate
    /// subclasses with it.
    public init(reuseIdentifier: String?) {
        identifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 28))
        addSubview(shownContentView)
    }

    public override convenience init(frame: CGRect) {
        self.init(reuseIdentifier: nil)
        self.frame = frame
    }

    /// Creates a view from an archive, with its identifier.
    public required init?(coder: NSCoder) {
        identifier = coder.archivedText("UIReuseIdentifier")
        super.init(coder: coder)
        addSubview(shownContentView)
        coder.settle(self, as: UITableViewHeaderFooterView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.archive(identifier, forKey: "UIReuseIdentifier")
    }

    /// The identifier under which the view is reused; nil if it can't be reused.
    open var reuseIdentifier: String? { identifier }

    /// The view that holds the content. A content configuration replaces it with its own view.
    open var contentView: UIView { shownContentView }

    /// The view behind the content.
    open var backgroundView: UIView? {
        get { ownBackground }
        set {
            guard newValue !== ownBackground else { return }
            ownBackground?.removeFromSuperview()
            ownBackground = newValue
            guard let newValue else { return }
            backgroundConfiguration = nil
            insertSubview(newValue, at: 0)
            setNeedsLayout()
        }
    }

    /// The label of the title, created on first use.
    open var textLabel: UILabel? {
        guard content == nil else { return nil }
        if let title { return title }
        let label = UILabel()
        title = label
        shownContentView.addSubview(label)
        styleLabels()
        return label
    }

    /// The label of the text below the title, in grouped tables.
    open var detailTextLabel: UILabel? {
        guard content == nil else { return nil }
        if let detail { return detail }
        let label = UILabel()
        detail = label
        label.font = .preferredFont(forTextStyle: .footnote)
        label.textColor = .secondaryLabel
        shownContentView.addSubview(label)
        return label
    }

    /// Prepares the view for reuse with another section. Subclasses override it to reset what depends on the section,
    /// and call super.
    open func prepareForReuse() { setNeedsUpdateConfiguration() }

    // MARK: Configurations

    /// The current state of the view.
    open var configurationState: UIViewConfigurationState {
        var state = UIViewConfigurationState(traitCollection: traitCollection)
        state.isDisabled = !isUserInteractionEnabled
        state.isPinned = place?.isPinned ?? false
        return state
    }

    /// Requests an update of the configurations before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsConfiguration = true
        setNeedsLayout()
    }

    /// Updates the configurations. By default, it updates those that are updated automatically.
    open func updateConfiguration(using state: UIViewConfigurationState) {
        if automaticallyUpdatesContentConfiguration, let content { show(content.updated(for: state)) }
        if automaticallyUpdatesBackgroundConfiguration, let configured {
            configured.configuration = configured.configuration.updated(for: state)
        }
    }

    /// A closure that is called after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// Returns the default content configuration in the view's table, without texts.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch (place?.style ?? .plain, place?.isFooter ?? false) {
        case (.plain, false): .plainHeader()
        case (.plain, true): .plainFooter()
        case (_, false): .groupedHeader()
        case (_, true): .groupedFooter()
        }
    }

    /// Returns the default background configuration in the view's table.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
        (place?.style ?? .plain) == .plain ? .listPlainHeaderFooter() : .listGroupedHeaderFooter()
    }

    /// The configuration of the content; nil if the program adds its own views to `contentView`.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content }
        set {
            if let newValue {
                show(automaticallyUpdatesContentConfiguration ? newValue.updated(for: configurationState) : newValue)
            } else if content != nil {
                content = nil
                exchange(for: CellContentView())
            }
        }
    }

    open var automaticallyUpdatesContentConfiguration = true { didSet { setNeedsUpdateConfiguration() } }

    /// The configuration of the background; nil for `backgroundView`.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        get { configured?.configuration }
        set {
            guard let newValue else {
                configured?.removeFromSuperview()
                configured = nil
                return
            }
            ownBackground?.removeFromSuperview()
            ownBackground = nil
            let look =
                automaticallyUpdatesBackgroundConfiguration ? newValue.updated(for: configurationState) : newValue
            if let configured {
                configured.configuration = look
            } else {
                let view = ConfiguredBackground(look)
                configured = view
                insertSubview(view, at: 0)
            }
            setNeedsLayout()
        }
    }

    open var automaticallyUpdatesBackgroundConfiguration = true { didSet { setNeedsUpdateConfiguration() } }

    private func show(_ new: any UIContentConfiguration) {
        let old = content == nil ? nil : shownContentView as? (UIView & UIContentView)
        content = new
        let view = new.view(after: old)
        if view !== shownContentView { exchange(for: view) }
        setNeedsLayout()
    }

    private func exchange(for view: UIView) {
        (title, detail) = (nil, nil)
        shownContentView.removeFromSuperview()
        shownContentView = view
        addSubview(view)
        setNeedsLayout()
    }

    // MARK: Layout

    /// The dimensions of titles in points, as they appear in UIKit.
    private enum Metrics {
        static let plainHeight: CGFloat = 28
        static let space: CGFloat = 7
        /// The space above the first title of a grouped table.
        static let firstSpace: CGFloat = 24
    }

    private func takePlace() {
        styleLabels()
        if place?.style == .plain, ownBackground == nil, configured == nil, content == nil, title != nil {
            backgroundColor = .systemBackground
        }
        setNeedsUpdateConfiguration()
    }

    private func styleLabels() {
        guard let title, let place else { return }
        switch (place.style, place.isFooter) {
        case (.plain, _):
            title.font = .systemFont(ofSize: 17, weight: .semibold)
            title.textColor = place.isFooter ? .secondaryLabel : .label
        default:
            title.font = .preferredFont(forTextStyle: .footnote)
            title.textColor = .secondaryLabel
        }
        title.numberOfLines = place.style == .plain ? 1 : 0
    }

    open override func layoutSubviews() {
        update()
        super.layoutSubviews()
        for view in [ownBackground, configured] { if let view, view.frame != bounds { view.frame = bounds } }
        if shownContentView.frame != bounds { shownContentView.frame = bounds }
        takeMargins()
        guard title != nil || detail != nil else { return }
        let margin = place?.margin ?? 16
        let width = max(0, bounds.width - 2 * margin)
        let top = place.map { $0.style == .plain ? 0 : $0.isFirst && !$0.isFooter ? Metrics.firstSpace : 0 } ?? 0
        let isPlain = place?.style == .plain
        let height = title.map { self.height(of: $0, width) } ?? 0
        let space = isPlain ? (bounds.height - height) / 2 : top + Metrics.space
        // The text of a header is aligned with its bottom, that of a footer with its top.
        let y = isPlain || place?.isFooter == true ? space : max(space, bounds.height - height - Metrics.space)
        title?.frame = CGRect(x: margin, y: y, width: width, height: height)
        if let detail {
            detail.frame = CGRect(x: margin, y: y + height, width: width, height: self.height(of: detail, width))
        }
    }

    private func takeMargins() {
        let margin = place?.margin ?? 16
        (shownContentView as? CellContentView)?.takeMargins(leading: margin, trailing: margin)
    }

    private func update() {
        guard needsConfiguration else { return }
        needsConfiguration = false
        let state = configurationState
        tracking(.configuration) {
            $0.setNeedsUpdateConfiguration()
        } _: {
            updateConfiguration(using: state)
            configurationUpdateHandler?(self, state)
        }
        needsConfiguration = false
    }

    private func height(of label: UILabel, _ width: CGFloat) -> CGFloat {
        guard label.text?.isEmpty == false else { return 0 }
        return label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        update()
        takeMargins()
        if content != nil || shownContentView.hasConstraints {
            let fitting = shownContentView.systemLayoutSizeFitting(
                CGSize(width: size.width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel)
            return CGSize(width: size.width, height: fitting.height)
        }
        let width = max(0, size.width - 2 * (place?.margin ?? 16))
        let texts = [title, detail].reduce(CGFloat(0)) { sum, label in sum + (label.map { height(of: $0, width) } ?? 0)
        }
        guard place?.style != .plain else {
            return CGSize(width: size.width, height: max(Metrics.plainHeight, texts + 2 * Metrics.space - 6))
        }
        let top = place?.isFirst == true && place?.isFooter == false ? Metrics.firstSpace : 0
        return CGSize(width: size.width, height: texts > 0 ? top + texts + 2 * Metrics.space : 0)
    }

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { sizeThatFits(targetSize) }
}

/// The position of a header or footer in its table, with the settings that the table passes to it.
struct HeaderPlace: Equatable {
    var style: UITableView.Style
    var isFooter: Bool
    /// Whether the view belongs to the first section.
    var isFirst: Bool
    var isPinned = false
    /// The margins of the text at the leading and trailing edges, in points.
    var margin: CGFloat
}
