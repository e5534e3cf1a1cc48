public import Foundation
import TileDrawing
public import TileViews

/// An object that provides the number of a picker's wheels and rows.
public protocol UIPickerViewDataSource: AnyObject {
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// An object that provides the rows of a picker's wheels and is informed of choices by the user. As in UIKit, all
/// methods are optional.
public protocol UIPickerViewDelegate: AnyObject {
    /// Returns the width of a wheel. A negative value, the default, leaves it to the picker.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    func pickerView(
        _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
    ) -> NSAttributedString?
    /// Returns the view of a row; nil, the default, for a label with the title.
    ///
    /// - Parameter view: a previously used view, for reuse.
    func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView?
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { -1 }
    public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { -1 }
    public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        nil
    }
    public func pickerView(
        _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
    ) -> NSAttributedString? { nil }
    public func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView? { nil }
    public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}

/// A row of wheels, on each of which the user turns one row to the middle.
///
/// Only visible rows have views, so a wheel may have any number of rows. Invalid indices are ignored.
open class UIPickerView: UIView {
    private static let size = CGSize(width: 320, height: 216)
    static let rowHeight: CGFloat = 32
    private static let margin: CGFloat = 9
    private static let spacing: CGFloat = 5

    private final let band = UIView()
    private final var wheels: [PickerWheel] = []
    private final var isLoaded = false

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: frame.size == .zero ? Self.size : frame.size))
        build()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for view in subviews { view.removeFromSuperview() }
        build()
        coder.settle(self, as: UIPickerView.self)
    }

    private final func build() {
        band.isUserInteractionEnabled = false
        band.layer.cornerRadius = 8
        band.backgroundColor = .tertiarySystemFill
        addSubview(band)
    }

    open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
    open weak var delegate: (any UIPickerViewDelegate)? { didSet { reloadAllComponents() } }
    /// Whether the selection indicator is visible. It has no effect: as since iOS 7, it is always visible.
    open var showsSelectionIndicator = true

    // MARK: Rows

    open var numberOfComponents: Int {
        load()
        return wheels.count
    }
    open func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }
    open func rowSize(forComponent component: Int) -> CGSize {
        layoutIfNeeded()
        return wheel(component).map { CGSize(width: $0.bounds.width, height: $0.rowHeight) } ?? .zero
    }
    /// Returns the view of a visible row.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? { wheel(component)?.view(of: row) }

    open func reloadAllComponents() {
        isLoaded = false
        setNeedsLayout()
    }

    open func reloadComponent(_ component: Int) {
        guard isLoaded, let wheel = wheel(component) else { return }
        wheel.reload(count: rows(in: component))
        setNeedsLayout()
    }

    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        wheel(component)?.turn(to: row, animated: animated && window != nil)
    }

    /// Returns the row in the middle; -1 if the wheel is empty or doesn't exist.
    open func selectedRow(inComponent component: Int) -> Int {
        guard let wheel = wheel(component), wheel.count > 0 else { return -1 }
        return wheel.selected
    }

    private final func wheel(_ number: Int) -> PickerWheel? {
        load()
        return wheels.indices.contains(number) ? wheels[number] : nil
    }

    private final func rows(in component: Int) -> Int {
        max(0, dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0)
    }

    private final func load() {
        guard !isLoaded else { return }
        isLoaded = true
        let count = min(max(0, dataSource?.numberOfComponents(in: self) ?? 0), 64)
        while wheels.count > count { wheels.removeLast().removeFromSuperview() }
        while wheels.count < count {
            let wheel = PickerWheel(number: wheels.count, picker: self)
            addSubview(wheel)
            wheels.append(wheel)
        }
        for (number, wheel) in wheels.enumerated() { wheel.reload(count: rows(in: number)) }
        setNeedsLayout()
    }

    // MARK: Wheels

    final func makeView(row: Int, component: Int, reusing old: UIView?) -> UIView {
        if let view = delegate?.pickerView(self, viewForRow: row, forComponent: component, reusing: old) { return view }
        let label = old as? PickerLabel ?? PickerLabel()
        if let title = delegate?.pickerView(self, attributedTitleForRow: row, forComponent: component) {
            let text = NSMutableAttributedString(attributedString: title)
            if title.length > 0, title.attribute(.font, at: 0, effectiveRange: nil) == nil {
                text.addAttribute(.font, value: PickerLabel.font, range: NSRange(location: 0, length: title.length))
            }
            label.attributedText = text
        } else {
            label.text = delegate?.pickerView(self, titleForRow: row, forComponent: component)
        }
        label.textAlignment = .center
        return label
    }

    final func wheelDidStop(_ wheel: PickerWheel) {
        delegate?.pickerView(self, didSelectRow: wheel.selected, inComponent: wheel.number)
    }

    // MARK: Layout

    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        load()
        guard !wheels.isEmpty else { return band.frame = .zero }
        let heights = wheels.indices.map { number -> CGFloat in
            let height = delegate?.pickerView(self, rowHeightForComponent: number) ?? -1
            return height.isFinite && height > 0 ? height : Self.rowHeight
        }
        let widths = wheels.indices.map { number -> CGFloat? in
            let width = delegate?.pickerView(self, widthForComponent: number) ?? -1
            return width.isFinite && width >= 0 ? width : nil
        }
        let gaps = Self.spacing * CGFloat(wheels.count - 1)
        let room = max(0, bounds.width - 2 * Self.margin - gaps)
        let given = widths.compactMap { $0 }.reduce(0, +)
        let free = widths.filter { $0 == nil }.count
        let share = free > 0 ? max(0, room - given) / CGFloat(free) : 0
        let total = widths.map { $0 ?? share }.reduce(0, +) + gaps
        var x = bounds.midX - total / 2
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for number in isRightToLeft ? Array(wheels.indices.reversed()) : Array(wheels.indices) {
            let width = widths[number] ?? share
            wheels[number].rowHeight = heights[number]
            wheels[number].frame = CGRect(x: x, y: bounds.minY, width: width, height: bounds.height)
            x += width + Self.spacing
        }
        let height = heights.max() ?? Self.rowHeight
        band.frame = CGRect(
            x: bounds.minX + Self.margin, y: bounds.midY - height / 2, width: max(0, bounds.width - 2 * Self.margin),
            height: height)
    }
}

final class PickerLabel: UILabel, ViewPart {
    static let font = UIFont.systemFont(ofSize: 23)

    override init(frame: CGRect) {
        super.init(frame: frame)
        font = Self.font
        adjustsFontSizeToFitWidth = true
        minimumScaleFactor = 0.6
    }

    required init?(coder: NSCoder) { nil }
}
