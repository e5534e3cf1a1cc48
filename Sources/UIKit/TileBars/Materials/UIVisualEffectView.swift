public import Foundation
import TileDrawing
public import TileViews

/// A view with a material as its background. Add subviews to `contentView`.
open class UIVisualEffectView: UIView {
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        self.effect = effect
        setUp()
    }

    public override convenience init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        effect = coder.archivedObject(Key.effect, of: [UIBlurEffect.self, UIVibrancyEffect.self]) as? UIVisualEffect
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

    /// The effect; nil for none. Changes within an animation block are animated.
    open var effect: UIVisualEffect? { didSet { showEffect() } }

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

    private func showEffect() { material.backgroundColor = (effect as? UIBlurEffect)?.color ?? .clear }
}

/// A view with a material's color. It is recreated instead of archived, like all parts of bars.
final class MaterialView: UIView, ViewPart {
    override init(frame: CGRect) {
        super.init(frame: frame)
        (isOpaque, isUserInteractionEnabled) = (false, false)
    }

    required init?(coder: NSCoder) { nil }
}
