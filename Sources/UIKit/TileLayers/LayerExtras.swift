import Foundation
import TileGraphics

/// What hardly any layer has: names, actions, values of the program's own, timing.
final class LayerExtras {
    var name: String?
    var actions: [String: any CAAction]?
    var style: [AnyHashable: Any]?
    /// Set by `setValue(_:forKey:)` under keys that are no properties.
    var values: [String: Any] = [:]
    var timing = LayerTiming() { didSet { hasOwnTime = !timing.runsAlong } }
    /// Whether its time is another than its superlayer's.
    private(set) var hasOwnTime = false
    var toneMapMode: CALayer.ToneMapMode?
    /// Rects to draw anew, when not all is to be.
    var dirtyRects: [CGRect] = []
    /// The rects that a display under way is to draw.
    var pendingRects: [CGRect]?
    var animations: LayerAnimations?
    /// Who observes the layer, or its view.
    var observations: KeyValueObservations?
    /// What this is a presentation of, as long as it is that layer's.
    // Unmanaged, for a weak reference would make each use of the layer slower, all its life: the layer clears this when
    // it goes, or has another presentation.
    var model: Unmanaged<CALayer>?
    /// Of a presentation, the animated color that it showed last: the next is put in its place where nobody holds it.
    var spareColor: CGColor?
    /// Whose top layer this is.
    weak var host: LayerHost?

    init() {}

    init(_ other: LayerExtras) {
        name = other.name
        actions = other.actions
        style = other.style
        values = other.values
        timing = other.timing
        hasOwnTime = other.hasOwnTime
        toneMapMode = other.toneMapMode
    }
}
