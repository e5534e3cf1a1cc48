public import Foundation
import TileBars
import TileDrawing
import TileGeometry
public import TileViews

/// A view that shows a `UIContentUnavailableConfiguration`, centered in the area that bars and the keyboard leave free.
open class UIContentUnavailableView: UIView, UIContentView {
    private final var shown: UIContentUnavailableConfiguration
    private final let backdrop: ConfiguredBackground
    private final let scroll = UIScrollView()
    private final let picture = UIImageView()
    private final var wheel: UIActivityIndicatorView?
    private final let label = UILabel()
    private final let secondary = UILabel()
    private final var buttons: [UnavailableButton] = []

    public init(configuration: UIContentUnavailableConfiguration) {
        shown = configuration
        backdrop = ConfiguredBackground(configuration.background)
        super.init(frame: .zero)
        setUp()
    }

    /// Creates a view with an empty configuration, because archives don't contain one.
    public required init?(coder: NSCoder) {
        shown = .empty()
        backdrop = ConfiguredBackground(.clear())
        super.init(coder: coder)
        setUp()
    }

    private final func setUp() {
        addSubview(backdrop)
        addSubview(scroll)
        scroll.contentInsetAdjustmentBehavior = .never
        picture.contentMode = .scaleAspectFit
        for part in [picture, label, secondary] { scroll.addSubview(part) }
        // The keyboard guide triggers a layout when the keyboard appears or disappears.
        _ = keyboardLayoutGuide
        show()
    }

    /// The configuration. Types other than `UIContentUnavailableConfiguration` are ignored.
    open var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let new = newValue as? UIContentUnavailableConfiguration, new != shown else { return }
            shown = new
            show()
        }
    }

    /// Whether content that is taller than the view scrolls.
    open var isScrollEnabled = true { didSet { setNeedsLayout() } }

    private final func show() {
        let look = shown
        backdrop.configuration = look.background
        insetsLayoutMarginsFromSafeArea = false
        preservesSuperviewLayoutMargins = look.axesPreservingSuperviewLayoutMargins != []
        directionalLayoutMargins = look.directionalLayoutMargins
        picture.preferredSymbolConfiguration =
            look.imageProperties.preferredSymbolConfiguration ?? UIImage.SymbolConfiguration(pointSize: 48)
        picture.image = look.image
        picture.tintColor = look.imageProperties.tintColor ?? .systemGray
        picture.layer.cornerRadius = look.imageProperties.cornerRadius
        picture.clipsToBounds = look.imageProperties.cornerRadius > 0
        picture.isHidden = look.image == nil
        showWheel(look.kind == .loading && look.image == nil)
        let isCentered = look.alignment == .center
        look.textProperties.show(look.text, look.attributedText, in: label, centered: isCentered)
        look.secondaryTextProperties.show(
            look.secondaryText, look.secondaryAttributedText, in: secondary, centered: isCentered)
        showButtons([(look.button, look.buttonProperties), (look.secondaryButton, look.secondaryButtonProperties)])
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private final func showWheel(_ isShown: Bool) {
        if isShown, wheel == nil {
            let made = UIActivityIndicatorView(style: .medium)
            scroll.addSubview(made)
            made.startAnimating()
            wheel = made
        } else if !isShown {
            wheel?.removeFromSuperview()
            wheel = nil
        }
        wheel?.color = shown.imageProperties.tintColor ?? .systemGray
    }

    private final func showButtons(
        _ looks: [(UIButton.Configuration, UIContentUnavailableConfiguration.ButtonProperties)]
    ) {
        for (index, (configuration, properties)) in looks.enumerated() {
            let isShown = configuration.title?.isEmpty == false || configuration.image != nil
            if buttons.count <= index {
                // Unused buttons aren't created, unless the second one is used.
                guard looks[index...].contains(where: { $0.0.title?.isEmpty == false || $0.0.image != nil }) else {
                    return
                }
                let made = UnavailableButton(configuration: configuration)
                scroll.addSubview(made)
                buttons.append(made)
            }
            buttons[index].isHidden = !isShown
            buttons[index].show(configuration, properties)
        }
    }

    // MARK: Layout

    /// Returns the visible parts from top to bottom, each with the gap above it and its size.
    private final func parts(width: CGFloat) -> [(view: UIView, gap: CGFloat, size: CGSize)] {
        var result: [(view: UIView, gap: CGFloat, size: CGSize)] = []
        func add(_ view: UIView, after gap: CGFloat, _ size: CGSize) {
            result.append((view, result.isEmpty ? 0 : gap, size))
        }
        let limit = CGSize(width: width, height: .greatestFiniteMagnitude)
        if let wheel {
            add(wheel, after: 0, wheel.bounds.size)
        } else if let size = imageSize(width) {
            add(picture, after: 0, size)
        }
        if !label.isHidden { add(label, after: shown.imageToTextPadding, label.sizeThatFits(limit)) }
        if !secondary.isHidden {
            let gap = label.isHidden ? shown.imageToTextPadding : shown.textToSecondaryTextPadding
            add(secondary, after: gap, secondary.sizeThatFits(limit))
        }
        var hasButton = false
        for button in buttons where !button.isHidden {
            let size = button.sizeThatFits(limit)
            add(
                button, after: hasButton ? shown.buttonToSecondaryButtonPadding : shown.textToButtonPadding,
                CGSize(width: min(size.width, width), height: size.height))
            hasButton = true
        }
        return result
    }

    /// The margins within the safe area. Preserved margins of the superview already include the safe area.
    private final var margins: UIEdgeInsets {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        var margins = shown.directionalLayoutMargins.sides(isRightToLeft: isRightToLeft)
        if shown.axesPreservingSuperviewLayoutMargins.contains(.horizontal) {
            margins.left = max(margins.left, layoutMargins.left - safeAreaInsets.left)
            margins.right = max(margins.right, layoutMargins.right - safeAreaInsets.right)
        }
        return margins
    }

    private final func imageSize(_ width: CGFloat) -> CGSize? {
        guard let size = shown.image?.size, size.width > 0, size.height > 0 else { return nil }
        let most = shown.imageProperties.maximumSize
        var scale = min(1, width / size.width)
        if most.width > 0 { scale = min(scale, most.width / size.width) }
        if most.height > 0 { scale = min(scale, most.height / size.height) }
        return CGSize(width: size.width * scale, height: size.height * scale)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        backdrop.frame = bounds
        scroll.frame = bounds
        // Center the content in the area that bars and the keyboard leave free.
        var room = CGRect(origin: .zero, size: bounds.size).inset(by: safeAreaInsets)
        let keyboard = keyboardLayoutGuide.layoutFrame.minY - bounds.minY
        room.size.height = max(0, min(room.maxY, keyboard) - room.minY)
        let inner = room.inset(by: margins)
        let parts = parts(width: max(0, inner.width))
        let height = parts.reduce(0) { $0 + $1.gap + $1.size.height }
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        var y = inner.minY + max(0, ((inner.height - height) / 2).rounded(.down))
        for part in parts {
            y += part.gap
            let x =
                switch shown.alignment {
                case .center: inner.midX - part.size.width / 2
                case .natural: isRightToLeft ? inner.maxX - part.size.width : inner.minX
                }
            part.view.frame = CGRect(x: x.rounded(.down), y: y, width: part.size.width, height: part.size.height)
            y += part.size.height
        }
        let below = bounds.height - inner.maxY
        scroll.contentSize = CGSize(width: bounds.width, height: max(bounds.height, y + below))
        scroll.isScrollEnabled = isScrollEnabled && scroll.contentSize.height > bounds.height
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let margins = margins
        let parts = parts(width: max(0, size.width - margins.left - margins.right))
        return CGSize(
            width: (parts.map(\.size.width).max() ?? 0) + margins.left + margins.right,
            height: parts.reduce(0) { $0 + $1.gap + $1.size.height } + margins.top + margins.bottom)
    }

    /// The size of the content with each text on a single line.
    open override var intrinsicContentSize: CGSize {
        sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        setNeedsLayout()
    }

    open override func layoutMarginsDidChange() {
        super.layoutMarginsDidChange()
        setNeedsLayout()
    }
}

/// A button of the view, with a replaceable action.
private final class UnavailableButton: UIButton {
    private var action: UIAction?

    convenience init(configuration: UIButton.Configuration) {
        self.init(type: .system)
        self.configuration = configuration
    }

    func show(
        _ look: UIButton.Configuration, _ properties: UIContentUnavailableConfiguration.ButtonProperties
    ) {
        if configuration != look { configuration = look }
        if action !== properties.primaryAction {
            if let action { removeAction(action, for: .primaryActionTriggered) }
            action = properties.primaryAction
            if let action { addAction(action, for: .primaryActionTriggered) }
        }
        menu = properties.menu
        showsMenuAsPrimaryAction = properties.menu != nil && properties.primaryAction == nil
        role = properties.role
        isEnabled = properties.isEnabled
    }
}
