import Foundation
public import TileDrawing
import TileViews

/// The delegate of a color picker.
public protocol UIColorPickerViewControllerDelegate: AnyObject {
    /// Called when a person chooses a color.
    ///
    /// - Parameter continuously: Whether the finger is still down.
    func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
    /// Called when a person closes the picker, after it has been dismissed.
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
    public func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) {}
    public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}

/// A view controller for choosing a color in a grid, and its opacity.
///
///     let picker = UIColorPickerViewController()
///     picker.delegate = self
///     present(picker, animated: true)
///
/// A test chooses with `choose(_:)` and `finish()`, which do what a person's touches do.
open class UIColorPickerViewController: UIViewController, HandDismissible {
    open weak var delegate: (any UIColorPickerViewControllerDelegate)?

    /// The color. Setting it does not call the delegate.
    open var selectedColor = UIColor.white { didSet { showColor() } }

    /// A Boolean value that indicates whether the opacity can be chosen.
    open var supportsAlpha = true { didSet { if supportsAlpha != oldValue { showColor() } } }

    private let grid = ColorGrid(frame: .zero)
    private let opacity = UISlider(frame: .zero)
    private let opacityTitle = UILabel(frame: .zero)
    private let sample = UIView(frame: .zero)
    private var header: PickerHeader?

    // MARK: Choices

    /// Chooses a color, as a touch does.
    public final func choose(_ color: UIColor) { note(color, continuously: false) }

    /// Closes the picker, as the close button does.
    public final func finish() {
        guard !isFinishing else { return }
        isFinishing = true
        closePicker { [self] in
            isFinishing = false
            delegate?.colorPickerViewControllerDidFinish(self)
        }
    }

    /// Whether the picker is being closed by `finish()`.
    private var isFinishing = false

    func didDismissByHand() { if !isFinishing { delegate?.colorPickerViewControllerDidFinish(self) } }

    private func note(_ color: UIColor, continuously: Bool) {
        selectedColor = supportsAlpha ? color : color.withAlphaComponent(1)
        delegate?.colorPickerViewController(self, didSelect: selectedColor, continuously: continuously)
    }

    // MARK: View

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .secondarySystemBackground
        let header = PickerHeader(title ?? "Colors") { [unowned self] in finish() }
        self.header = header
        opacityTitle.text = "OPACITY"
        opacityTitle.font = .systemFont(ofSize: 13, weight: .semibold)
        opacityTitle.textColor = .secondaryLabel
        opacity.accessibilityLabel = "Opacity"
        sample.layer.cornerRadius = 10
        grid.choose = { [unowned self] color, isDown in
            note(color.withAlphaComponent(selectedColor.cgColor.alpha), continuously: isDown)
        }
        opacity.addAction(
            UIAction { [unowned self] _ in
                let alpha = CGFloat(opacity.value)
                note(selectedColor.withAlphaComponent(alpha), continuously: opacity.isTracking)
            }, for: .valueChanged)
        opacity.addAction(
            UIAction { [unowned self] _ in note(selectedColor, continuously: false) },
            for: [.touchUpInside, .touchUpOutside, .touchCancel])
        for each in [header, grid, opacityTitle, opacity, sample] as [UIView] { view.addSubview(each) }
        showColor()
    }

    private func showColor() {
        guard isViewLoaded else { return }
        sample.backgroundColor = selectedColor
        grid.selected = selectedColor
        opacity.value = Float(selectedColor.cgColor.alpha)
        (opacity.isHidden, opacityTitle.isHidden) = (!supportsAlpha, !supportsAlpha)
        opacity.minimumTrackTintColor = selectedColor.withAlphaComponent(1)
        view.setNeedsLayout()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let room = pickerRoom
        header?.frame = CGRect(x: room.minX, y: room.minY, width: room.width, height: PickerHeader.height)
        let top = room.minY + PickerHeader.height
        let below: CGFloat = supportsAlpha ? 144 : 76
        let height = max(0, min(room.width / 12 * 10, room.maxY - top - below))
        grid.frame = CGRect(x: room.minX, y: top, width: room.width, height: height)
        var y = grid.frame.maxY + 16
        if supportsAlpha {
            opacityTitle.frame = CGRect(x: room.minX, y: y, width: room.width, height: 18)
            opacity.frame = CGRect(x: room.minX, y: y + 22, width: room.width, height: 31)
            y += 68
        }
        let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let width = min(64, room.width)
        sample.frame = CGRect(x: isRightToLeft ? room.maxX - width : room.minX, y: y, width: width, height: 44)
    }
}

/// Colors of twelve hues and of gray, which a finger chooses.
final class ColorGrid: UIControl, ViewPart {
    static let (columns, rows) = (12, 10)

    var choose: (UIColor, Bool) -> Void = { _, _ in }
    /// The color that has a frame, if the grid has it.
    var selected = UIColor.white { didSet { if selected != oldValue { setNeedsDisplay() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentMode = .redraw
        layer.cornerRadius = 10
        clipsToBounds = true
        accessibilityLabel = "Colors"
        isAccessibilityElement = true
    }

    required init?(coder: NSCoder) { nil }

    /// Returns the color of a field: grays in the first row, and hues from dark to light below.
    static func color(column: Int, row: Int) -> UIColor {
        let across = CGFloat(column) / CGFloat(columns - 1)
        guard row > 0 else { return UIColor(white: 1 - across, alpha: 1) }
        let hue = CGFloat((column + 6) % columns) / CGFloat(columns)
        let down = CGFloat(row - 1) / CGFloat(rows - 2)
        return down < 0.5
            ? UIColor(hue: hue, saturation: 1, brightness: 0.3 + 1.4 * down, alpha: 1)
            : UIColor(hue: hue, saturation: 1 - (down - 0.5) * 1.7, brightness: 1, alpha: 1)
    }

    private func frame(column: Int, row: Int) -> CGRect {
        // On whole pixels, so that neighbors meet.
        let scale = max(1, traitCollection.displayScale)
        func edge(_ index: Int, of count: Int, _ length: CGFloat) -> CGFloat {
            (CGFloat(index) * length / CGFloat(count) * scale).rounded() / scale
        }
        let (left, right) = (
            edge(column, of: Self.columns, bounds.width), edge(column + 1, of: Self.columns, bounds.width)
        )
        let (top, bottom) = (edge(row, of: Self.rows, bounds.height), edge(row + 1, of: Self.rows, bounds.height))
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func color(at point: CGPoint) -> UIColor? {
        guard bounds.width > 0, bounds.height > 0 else { return nil }
        func index(_ part: CGFloat, of count: Int) -> Int { min(count - 1, max(0, Int(part * CGFloat(count)))) }
        return Self.color(
            column: index(point.x / bounds.width, of: Self.columns), row: index(point.y / bounds.height, of: Self.rows))
    }

    override func draw(_ rect: CGRect) {
        let chosen = selected.withAlphaComponent(1)
        var mark: CGRect?
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let (color, frame) = (Self.color(column: column, row: row), frame(column: column, row: row))
                color.setFill()
                UIBezierPath(rect: frame).fill()
                if color == chosen { mark = frame }
            }
        }
        guard let mark else { return }
        UIColor.white.setStroke()
        let frame = UIBezierPath(rect: mark.insetBy(dx: 1.5, dy: 1.5))
        frame.lineWidth = 3
        frame.stroke()
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if let color = color(at: touch.location(in: self)) { choose(color, true) }
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        beginTracking(touch, with: event)
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if let touch, let color = color(at: touch.location(in: self)) { choose(color, false) }
    }

    override func cancelTracking(with event: UIEvent?) { choose(selected, false) }
}

extension UIViewController {
    /// The safe area without margins at its sides, which are narrower in a view that is narrower than both.
    var pickerRoom: CGRect {
        let (all, insets) = (view.bounds, view.safeAreaInsets)
        let width = max(0, all.width - insets.left - insets.right)
        let margin = min(16, width / 2)
        return CGRect(
            x: all.minX + insets.left + margin, y: all.minY + insets.top, width: width - 2 * margin,
            height: max(0, all.height - insets.top - insets.bottom))
    }

    /// Dismisses the controller and what it presents, after the transitions in progress, and then calls `completion`.
    func closePicker(_ completion: @escaping () -> Void) {
        guard let presentingViewController else { return completion() }
        let chain = sequence(first: self, next: \.presentedViewController)
        let transition = chain.lazy.compactMap(\.transitionCoordinator).first
        let isWaiting = transition?.animate(alongsideTransition: nil) { [self] _ in closePicker(completion) }
        if isWaiting != true { presentingViewController.dismiss(animated: true, completion: completion) }
    }
}

/// The title of a picker and its close button.
final class PickerHeader: UIView, ViewPart {
    static let height: CGFloat = 56
    private let label = UILabel(frame: .zero)
    private let button = UIButton(configuration: .gray())

    init(_ title: String, close: @escaping () -> Void) {
        super.init(frame: .zero)
        label.text = title
        // Like a bar, it has a fixed height.
        maximumContentSizeCategory = .extraExtraExtraLarge
        label.font = .preferredFont(forTextStyle: .headline)
        label.adjustsFontForContentSizeCategory = true
        label.textAlignment = .center
        let symbol = UIImage.SymbolConfiguration(pointSize: 12, weight: .bold)
        button.configuration?.image = UIImage(systemName: "xmark", withConfiguration: symbol)
        button.configuration?.baseForegroundColor = .secondaryLabel
        button.configuration?.cornerStyle = .capsule
        button.configuration?.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)
        label.accessibilityTraits = [.staticText, .header]
        button.accessibilityLabel = "Close"
        button.addAction(UIAction { _ in close() }, for: .touchUpInside)
        for view in [label, button] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: min(48, bounds.width / 2), dy: 0)
        let x = effectiveUserInterfaceLayoutDirection == .rightToLeft ? bounds.minX : bounds.maxX - 30
        button.frame = CGRect(x: x, y: bounds.midY - 15, width: 30, height: 30)
    }
}
