public import Foundation

/// A source of haptic feedback. Calls are accepted without effect, because there is no device.
open class UIFeedbackGenerator: NSObject {
    public override init() { super.init() }
    public init(view: UIView) { super.init() }

    open func prepare() {}
}

public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    public func selectionChanged() {}
    public func selectionChanged(at location: CGPoint) {}
}

public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Hashable, Sendable {
        case light
        case medium
        case heavy
        case soft
        case rigid
    }

    public override init() { super.init() }
    public init(style: FeedbackStyle) { super.init() }
    public init(style: FeedbackStyle, view: UIView) { super.init(view: view) }

    public func impactOccurred() {}
    /// Signals an impact.
    ///
    /// - Parameter intensity: The intensity from 0 to 1.
    public func impactOccurred(intensity: CGFloat) {}
}

public final class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Hashable, Sendable {
        case success
        case warning
        case error
    }

    public func notificationOccurred(_ notificationType: FeedbackType) {}
}
