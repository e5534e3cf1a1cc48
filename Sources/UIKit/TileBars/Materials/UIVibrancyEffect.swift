public import Foundation

/// An effect that makes content on a material more vivid. Here content keeps its own colors.
public final class UIVibrancyEffect: UIVisualEffect {
    public let blurEffect: UIBlurEffect

    public init(blurEffect: UIBlurEffect) {
        self.blurEffect = blurEffect
        super.init()
    }

    public convenience init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) {
        self.init(blurEffect: blurEffect)
    }

    public required init?(coder: NSCoder) {
        blurEffect = coder.archivedObject("UIVibrancyEffectBlurEffect") ?? UIBlurEffect(style: .regular)
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) { coder.archive(blurEffect, forKey: "UIVibrancyEffectBlurEffect") }
}

/// The role of vibrant content.
public enum UIVibrancyEffectStyle: Int, Hashable, Sendable {
    case label = 0
    case secondaryLabel = 1
    case tertiaryLabel = 2
    case quaternaryLabel = 3
    case fill = 4
    case secondaryFill = 5
    case tertiaryFill = 6
    case separator = 7
}
