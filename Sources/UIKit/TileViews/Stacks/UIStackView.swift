public import Foundation
import TileDrawing

/// Views in a row or a column, laid out by constraints that it makes: nobody has to write them, and none of its own are
/// in the way of others.
///
///     let row = UIStackView(arrangedSubviews: [name, price])
///     row.spacing = 8
///     row.alignment = .firstBaseline
///
/// A view that is hidden takes no room. The constraints have UIKit's names, `UISV-…`, in logs. They are made anew
/// before the next layout after something has changed, all at once.
open class UIStackView: UIView {
    /// How the views share the length of the stack. Raw values are UIKit's.
    public enum Distribution: Int, Sendable {
        /// What is left over goes to the view that hugs its content least; what lacks is taken from the one that
        /// resists least.
        case fill = 0
        case fillEqually = 1
        /// In proportion to what their contents want.
        case fillProportionally = 2
        /// With equal distances between them, no less than `spacing`.
        case equalSpacing = 3
        /// With equal distances between their middles, where they are no closer than `spacing` then.
        case equalCentering = 4
    }

    /// Where the views lie across the stack. Raw values are UIKit's.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        /// In rows.
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        /// In rows.
        case lastBaseline = 5

        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    /// For `setCustomSpacing(_:after:)`: as `spacing` says.
    public static let spacingUseDefault: CGFloat = .greatestFiniteMagnitude
    /// For `spacing`: what is usual between views, 8 points.
    public static let spacingUseSystem: CGFloat = 1.175494351e-38

    final var arranged: [UIView] = []
    final var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    final var arrangement = StackArrangement()

    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A stack of no size, of these views.
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

    /// The views in the stack, in their order along it.
    open var arrangedSubviews: [UIView] { arranged }

    /// Adds a view at the end, as a subview too, in front, if it is none yet. One that is in the stack already moves.
    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arranged.count) }

    /// Takes a view out of the stack. It stays a subview, and where it is.
    open func removeArrangedSubview(_ view: UIView) {
        guard let index = arranged.firstIndex(where: { $0 === view }) else { return }
        arranged.remove(at: index)
        customSpacings[ObjectIdentifier(view)] = nil
        rearrange()
    }

    /// Adds a view at a place in the stack; as a subview too, in front, if it is none yet.
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

    // MARK: How they lie

    /// A row by default.
    open var axis = NSLayoutConstraint.Axis.horizontal {
        didSet { if axis != oldValue { rearrange() } }
    }

    open var distribution = Distribution.fill {
        didSet { if distribution != oldValue { rearrange() } }
    }

    open var alignment = Alignment.fill {
        didSet { if alignment != oldValue { rearrange() } }
    }

    /// Between two views, in points.
    open var spacing: CGFloat = 0 {
        didSet { if spacing != oldValue { rearrange() } }
    }

    /// Another spacing after one of the views. It is forgotten when the view leaves the stack.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        guard arranged.contains(where: { $0 === arrangedSubview }) else { return }
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        rearrange()
    }

    /// What was set for a view; `spacingUseDefault` where nothing was.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// Whether distances in columns are from the last line of a view to the first line of the next.
    open var isBaselineRelativeArrangement = false {
        didSet { if isBaselineRelativeArrangement != oldValue { rearrange() } }
    }

    /// Whether the views lie within the stack's margins.
    open var isLayoutMarginsRelativeArrangement = false {
        didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } }
    }

    // MARK: Layout

    open override func updateConstraints() {
        arrange()
        super.updateConstraints()
    }

    /// The first of the views, which may stand for one in it.
    open override var forFirstBaselineLayout: UIView { arranged.first { !$0.isHidden } ?? self }

    /// In a column the last of the views, in a row the first.
    open override var forLastBaselineLayout: UIView {
        (axis == .vertical ? arranged.last { !$0.isHidden } : arranged.first { !$0.isHidden }) ?? self
    }
}
