public import Foundation
import TileDrawing

/// A rectangle that takes part in a view's layout without being a view.
///
/// The guides that a view provides (`safeAreaLayoutGuide`, `layoutMarginsGuide`, `readableContentGuide`) follow the
/// view. A guide that a program creates has the frame that it was last given.
open class UILayoutGuide: NSObject, NSCoding {
    enum Kind {
        case own
        case safeArea
        case margins
        case readableContent
        case scrollContent
        case scrollFrame
        case keyboard
    }

    let kind: Kind
    private var ownFrame = CGRect.zero
    /// The guide's constraint state. It is created when a constraint first names the guide.
    final var node: LayoutNode?

    /// Creates a guide without a view.
    public override init() {
        kind = .own
        super.init()
    }

    init(_ kind: Kind, of view: UIView) {
        self.kind = kind
        owningView = view
        identifier = "UIView\(kind)LayoutGuide"
        super.init()
    }

    /// Creates a guide from an archive with its identifier and frame.
    public required init?(coder: NSCoder) {
        kind = .own
        identifier = coder.archivedText("UILayoutGuideIdentifier") ?? ""
        ownFrame = coder.archivedRect("UILayoutGuideFrame") ?? .zero
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "UILayoutGuideIdentifier")
        coder.archive(layoutFrame, forKey: "UILayoutGuideFrame")
    }

    deinit { node?.detach() }

    /// The view that owns the guide, as set by `UIView.addLayoutGuide(_:)`.
    public internal(set) weak final var owningView: UIView?

    /// A name that the program chooses.
    open var identifier = ""

    /// The frame in the coordinates of the owning view: that of the last solution of its constraints, or the one that
    /// was set.
    open var layoutFrame: CGRect {
        guard kind != .own else {
            guard let node, let rect = node.home?.alignmentRect(of: node) else { return ownFrame }
            return owningView.map { $0.roundToPixels(rect) } ?? rect
        }
        return owningView?.frame(of: kind) ?? .zero
    }

    /// Stores the frame for the time in which the layout has no solution in memory.
    final func keep(_ frame: CGRect) { ownFrame = frame }

    /// A Boolean value that indicates whether the constraints leave the position or size undetermined.
    open var hasAmbiguousLayout: Bool {
        owningView?.solveOfTree()
        return node.map { $0.isAmbiguous(along: .horizontal) || $0.isAmbiguous(along: .vertical) } ?? false
    }

    /// Returns the constraints that determine position and length on an axis.
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        owningView?.solveOfTree()
        return node?.constraintsAffectingLayout(for: axis) ?? []
    }

    final var layoutNode: LayoutNode {
        if let node { return node }
        let made = LayoutNode(self)
        node = made
        return made
    }

    /// Sets the frame of a guide that the program created, in the coordinates of its view, and schedules layout.
    /// Intended for layout code.
    public final func setLayoutFrame(_ frame: CGRect) {
        precondition(kind == .own, "the guide \(identifier) follows its view, and can't be placed")
        precondition(
            [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite),
            "CALayerInvalidGeometry: the guide's frame \(frame) is not finite")
        guard frame != ownFrame else { return }
        ownFrame = frame
        owningView?.setNeedsLayout()
    }
}

extension UIView {
    /// The maximum width of lines that are easy to read, in points. UIKit's guide has about this width at the default
    /// text size.
    static let readableWidth: CGFloat = 920

    func frame(of kind: UILayoutGuide.Kind) -> CGRect {
        switch kind {
        case .own: return .zero
        case .safeArea: return bounds.shrunk(by: safeAreaInsets)
        case .margins: return bounds.shrunk(by: layoutMargins)
        case .readableContent:
            let inner = bounds.shrunk(by: layoutMargins)
            let width = min(inner.width, Self.readableWidth)
            return CGRect(x: inner.midX - width / 2, y: inner.minY, width: width, height: inner.height)
        case .scrollContent: return CGRect(origin: .zero, size: (self as? UIScrollView)?.contentSize ?? .zero)
        case .scrollFrame: return bounds
        case .keyboard:
            var inset = keyboardLayoutGuide.usesBottomSafeArea ? min(safeAreaInsets.bottom, bounds.height) : 0
            if let window, window.screen.keyboard.isShown {
                let top = convert(window.convert(window.screen.keyboard.frame, from: nil as UIWindow?), from: window)
                    .minY
                inset = min(max(inset, bounds.maxY - top), bounds.height)
            }
            return CGRect(x: bounds.minX, y: bounds.maxY - inset, width: bounds.width, height: inset)
        }
    }

    func guide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
        if let guide = rare?.systemGuides.first(where: { $0.kind == kind }) { return guide }
        let guide = kind == .keyboard ? UIKeyboardLayoutGuide(of: self) : UILayoutGuide(kind, of: self)
        rareState.systemGuides.append(guide)
        return guide
    }
}
