import Foundation
import TileLayers

/// A layer of no view's that is part of one, or of a screen: what is set of it shows at once.
final class UnanimatedLayer: CALayer {
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override init(layer: Any) { super.init(layer: layer) }

    override func action(forKey event: String) -> (any CAAction)? { nil }
}
