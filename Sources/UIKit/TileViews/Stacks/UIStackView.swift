public import Foundation
import TileDrawing

/// A view that lays out views in a row or a column with constraints of its own. They do not conflict with other
/// constraints.
///
///     let row = UIStackView(arrangedSubviews: [name, price])
///     row.spacing = 8
///     row.alignment = .firstBaseline
///
/// A hidden view takes no space. In an animation block, it is shown until the animation ends, while the stack collapses
/// it. The constraints have UIKit's identifiers, `UISV-…`, in logs. After changes, all of
/// them are replaced together before the next layout.
open class UIStackView: UIView {
    /// The distribution of the views along the stack. The raw values are UIKit's.
    public enum Distribution: Int, Sendable {
        /// The view with the lowest hugging priority is stretched; the one with the lowest compression resistance is
        /// compressed.
        case fill = 0
        case fillEqually = 1
        /// The lengths are in proportion to the intrinsic sizes.
        case fillProportionally = 2
        /// The distances between the views are equal, and at least `spacing`.
        case equalSpacing = 3
        /// The distances between the centers are equal, unless views would be closer than `spacing`.
        case equalCentering = 4
    }

    /// The alignment of the views across the stack. The raw values are UIKit's.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        /// The first baselines are aligned; for rows only.
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        /// The last baselines are aligned; for rows only.
        case lastBaseline = 5

        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    /// A value for `setCustomSpacing(_:after:)` that stands for `spacing`.
    public static let spacingUseDefault: CGFloat = .greatestFiniteMagnitude
    /// A value for `spacing` that stands for the standard distance of 8 points.
    public static let spacingUseSystem: CGFloat = 1.175494351e-38

    final var arranged: [UIView] = []
    final var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    final var arrangement = StackArrangement()

    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a stack of the views with zero size.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    public required init(coder: NSCoder) {
        super.init(coder: coder)!
        restoreStack(from: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeStack(in: coder)
    }

    // MARK: Views

    /// The views in the stack, in order.
    open var arrangedSubviews: [UIView] { arranged }

    /// Adds a view at the end, and also as the front subview if it is not a subview yet. A view in the stack is moved.
    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arranged.count) }

    /// Removes a view from the stack. It remains a subview at its current position.
    open func removeArrangedSubview(_ view: UIView) {
        guard let index = arranged.firstIndex(where: { $0 === view }) else { return }
        arranged.remove(at: index)
        customSpacings[ObjectIdentifier(view)] = nil
        rearrange()
    }

    /// Inserts a view at an index, and also as the front subview if it is not a subview yet.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        var index = stackIndex
        if let present = arranged.firstIndex(where: { $0 === view }) {
            arranged.remove(at: present)
            index = min(index, arranged.count)
        }
        precondition(
            (0...arranged.count).contains(index),
            "index \(stackIndex) out of bounds for a stack of \(arranged.count) views")
        arranged.insert(view, at: index)
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        rearrange()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }

    // MARK: Axis, distribution and alignment

    /// The axis of the stack. The default is horizontal.
    open var axis = NSLayoutConstraint.Axis.horizontal {
        didSet { if axis != oldValue { rearrange() } }
    }

    open var distribution = Distribution.fill {
        didSet { if distribution != oldValue { rearrange() } }
    }

    open var alignment = Alignment.fill {
        didSet { if alignment != oldValue { rearrange() } }
    }

    /// The distance between views in points.
    open var spacing: CGFloat = 0 {
        didSet { if spacing != oldValue { rearrange() } }
    }

    /// Sets the spacing after a view. It is discarded when the view leaves the stack.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        guard arranged.contains(where: { $0 === arrangedSubview }) else { return }
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        rearrange()
    }

    /// Returns the custom spacing after a view, or `spacingUseDefault`.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// A Boolean value that indicates whether vertical distances are measured between baselines.
    open var isBaselineRelativeArrangement = false {
        didSet { if isBaselineRelativeArrangement != oldValue { rearrange() } }
    }

    /// A Boolean value that indicates whether the views are laid out inside the margins of the stack.
    open var isLayoutMarginsRelativeArrangement = false {
        didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } }
    }

    // MARK: Layout

    open override func updateConstraints() {
        arrange()
        super.updateConstraints()
    }

    /// The first visible view. Its own baseline view may be a subview of it.
    open override var forFirstBaselineLayout: UIView { arranged.first { !$0.isHidden } ?? self }

    /// The last visible view of a column, or the first one of a row.
    open override var forLastBaselineLayout: UIView {
        (axis == .vertical ? arranged.last { !$0.isHidden } : arranged.first { !$0.isHidden }) ?? self
    }
}
