import TileSupport

/// Per-thread layers with animations of views that began before a host showed the layer.
///
/// The end of the thread's next frame decides: animations of layers that are in a tree by then run, as those of a
/// controller whose `viewDidLoad()` animates. The others end, and the layers have their new values.
package enum EarlyAnimations {
    private static let waiting = ThreadLocal<[CALayer]> { [] }

    package static var isEmpty: Bool { waiting.value.isEmpty }

    static func add(_ layer: CALayer) { waiting.value.append(layer) }

    static func settle() {
        if isEmpty { return }
        let layers = waiting.value
        waiting.value = []
        for layer in layers {
            // A host in which no time passes shows only animations without end.
            let host = layer.top.extras?.host
            layer.removeAnimations(finished: true) {
                $0.tracker != nil && (host == nil || host?.runsAnimations == false && !$0.neverEnds)
            }
        }
        // The trackers of these animations report in the same frame.
        AnimationNews.deliver()
    }
}
