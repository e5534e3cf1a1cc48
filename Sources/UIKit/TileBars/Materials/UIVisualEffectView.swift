public import Foundation
import TileDrawing
public import TileViews

/// A view with a material as its background. Add subviews to `contentView`.
open class UIVisualEffectView: UIView {
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        shown = Self.copy(of: effect)
        setUp()
    }

    public override convenience init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        let archived = coder.archivedObject(
            Key.effect,
            of: [UIBlurEffect.self, UIGlassEffect.self, UIGlassContainerEffect.self, UIVibrancyEffect.self])
        shown = Self.copy(of: archived as? UIVisualEffect)
        if let archived = coder.archivedObject(Key.content, of: UIView.self), archived.superview === self {
            content = archived
        }
        setUp()
        coder.settle(self, as: UIVisualEffectView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.archive(effect, forKey: Key.effect)
        coder.archive(content, forKey: Key.content)
    }

    private enum Key {
        static let effect = "UIVisualEffectViewEffect"
        static let content = "UIVisualEffectViewContentView"
    }

    private final let material = MaterialView(frame: .zero)
    private final var content = UIView(frame: .zero)

    /// The effect, copied when it is set; nil for none. Changes within an animation block are animated.
    open var effect: UIVisualEffect? {
        get { shown }
        set {
            shown = Self.copy(of: newValue)
            showEffect()
        }
    }

    private final var shown: UIVisualEffect?

    private static func copy(of effect: UIVisualEffect?) -> UIVisualEffect? { effect?.copy() as? UIVisualEffect }

    /// The view for content on the material. It fills the effect view.
    open var contentView: UIView { content }

    private func setUp() {
        isOpaque = false
        content.isOpaque = false
        insertSubview(material, at: 0)
        if content.superview !== self { addSubview(content) }
        for view in [material, content] {
            view.frame = bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }
        showEffect()
    }

    private func showEffect() {
        material.show(isMerged ? .none : effect?.material ?? .none)
        showCorners()
        if !(effect is UIGlassContainerEffect) {
            merging?.end()
            merging = nil
        }
        setNeedsLayout()
        noteGlass()
    }

    // MARK: Merging

    /// The merged glass of a container.
    private final var merging: GlassMerging?

    /// Whether a container shows the glass of this view.
    final var isMerged = false {
        didSet { if isMerged != oldValue { material.show(isMerged ? .none : effect?.material ?? .none) } }
    }

    /// The radius of the glass.
    final var glassRadius: CGFloat {
        hasCornerConfiguration ? effectiveRadius(corner: .allCorners) : min(bounds.width, bounds.height) / 2
    }

    /// The container of glass that the view is in.
    final var glassContainer: UIVisualEffectView? {
        for view in sequence(first: self as UIView, next: \.superview).dropFirst() {
            if let container = view as? UIVisualEffectView, container.shown is UIGlassContainerEffect {
                return container
            }
        }
        return nil
    }

    /// Tells the container of glass that the glass of this view changed.
    private final func noteGlass() {
        if isMerged || shown is UIGlassEffect { glassContainer?.setNeedsLayout() }
    }

    open override var frame: CGRect { didSet { if frame != oldValue { noteGlass() } } }
    open override var center: CGPoint { didSet { if center != oldValue { noteGlass() } } }
    open override var isHidden: Bool { didSet { if isHidden != oldValue { noteGlass() } } }

    open override func willMove(toSuperview newSuperview: UIView?) {
        super.willMove(toSuperview: newSuperview)
        noteGlass()
    }

    open override func didMoveToSuperview() {
        super.didMoveToSuperview()
        isMerged = false
        noteGlass()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if shown is UIGlassContainerEffect { setNeedsLayout() }
        if isMerged && glassContainer == nil { isMerged = false }
    }

    /// The material follows the corners of the view's own configuration. Without one, glass is a capsule, and other
    /// materials are square.
    private func showCorners() {
        material.cornerConfiguration =
            if hasCornerConfiguration {
                .corners(radius: .containerConcentric())
            } else {
                effect is UIGlassEffect ? .capsule() : .corners(radius: .fixed(0))
            }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        showCorners()
        if let container = shown as? UIGlassContainerEffect {
            let merging = merging ?? GlassMerging(self)
            self.merging = merging
            merging.update(content, spacing: container.reach)
        } else {
            noteGlass()
        }
    }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        material.isLit = (effect as? UIGlassEffect)?.isInteractive == true
        super.touchesBegan(touches, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        material.isLit = false
        super.touchesEnded(touches, with: event)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        material.isLit = false
        super.touchesCancelled(touches, with: event)
    }
}

/// A view with a material. It is recreated instead of archived, like all parts of bars.
final class MaterialView: UIView, ViewPart {
    private var material = Material.none
    private var light: UIView?

    override init(frame: CGRect) {
        super.init(frame: frame)
        (isOpaque, isUserInteractionEnabled) = (false, false)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ material: Material) {
        self.material = material
        material.show(in: self)
    }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        super.traitCollectionDidChange(previous)
        if material.edge != nil { material.show(in: self) }
    }

    /// Whether a touch makes the material brighter.
    var isLit = false {
        didSet {
            guard isLit != oldValue else { return }
            let isLit = isLit
            UIView.animate(withDuration: 0.2) { self.light(isLit) }
        }
    }

    private func light(_ isLit: Bool) {
        let view = light ?? UIView(frame: bounds)
        if light == nil {
            light = view
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.cornerConfiguration = .corners(radius: .containerConcentric())
            view.backgroundColor = .white
            view.alpha = 0
            addSubview(view)
        }
        view.alpha = isLit ? 0.2 : 0
    }
}
