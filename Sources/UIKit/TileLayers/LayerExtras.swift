import Foundation
import TileGraphics

/// The state that few layers have: name, actions, custom values, timing.
final class LayerExtras {
    var name: String?
    var actions: [String: any CAAction]?
    var style: [AnyHashable: Any]?
    /// The custom values set by `setValue(_:forKey:)`.
    var values: [String: Any] = [:]
    var timing = LayerTiming() { didSet { hasOwnTime = !timing.runsAlong } }
    /// Whether its time differs from its superlayer's.
    private(set) var hasOwnTime = false
    var toneMapMode: CALayer.ToneMapMode?
    /// The rects to redraw, unless the whole layer is.
    var dirtyRects: [CGRect] = []
    /// The rects of the display in progress.
    var pendingRects: [CGRect]?
    var animations: LayerAnimations?
    /// The animations of the layer that have not been added yet.
    weak var waiting: (any WaitingAnimations)?
    /// The observations of the layer or its view.
    var observations: KeyValueObservations?
    /// The layer that this is a presentation of, while it is current.
    // Unmanaged, because a weak reference would slow down each use of the layer for all its life. The layer clears this
    // when it is deallocated, or gets another presentation.
    var model: Unmanaged<CALayer>?
    /// The animated color last shown by a presentation; reused for the next one if it is uniquely referenced.
    var spareColor: CGColor?
    /// The host whose root layer this is.
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
