import Foundation

/// What hardly any layer has: names, actions, values of the program's own, timing.
final class LayerExtras {
    var name: String?
    var actions: [String: any CAAction]?
    var style: [AnyHashable: Any]?
    /// Set by `setValue(_:forKey:)` under keys that are no properties.
    var values: [String: Any] = [:]
    var timing = LayerTiming()
    var toneMapMode: CALayer.ToneMapMode?
    /// Rects to draw anew, when not all is to be.
    var dirtyRects: [CGRect] = []
    /// The rects that a display under way is to draw.
    var pendingRects: [CGRect]?
    var animations: LayerAnimations?
    /// What this is a presentation of.
    weak var model: CALayer?
    /// Whose top layer this is.
    weak var host: LayerHost?

    init() {}

    init(_ other: LayerExtras) {
        name = other.name
        actions = other.actions
        style = other.style
        values = other.values
        timing = other.timing
        toneMapMode = other.toneMapMode
    }
}
