import TileGraphics
import TileLayers

/// The animations of a controller's views that began before a window showed them, as in `viewDidLoad()`.
///
/// As in Core Animation, where a transaction's animations begin when it is committed, the next frame decides: those of
/// layers that are in a tree by then begin, the others end. Layers have no animation until then, so nothing but that
/// frame shows the beginning.
final class EarlyAnimations: FrameParticipant {
    private struct Waiting {
        weak var layer: CALayer?
        let tracker: AnimationTracker?
        let begin: (CALayer) -> Void
    }

    private var waiting: [Waiting] = []

    /// Returns the early animations that wait for a host's next frame.
    static func of(_ host: LayerHost) -> EarlyAnimations {
        for case let early as EarlyAnimations in host.participants(at: .layout) { return early }
        let made = EarlyAnimations()
        host.add(made, isHeld: true)
        return made
    }

    func add(_ layer: CALayer, _ tracker: AnimationTracker?, begin: @escaping (CALayer) -> Void) {
        tracker?.enter()
        waiting.append(Waiting(layer: layer, tracker: tracker, begin: begin))
    }

    // Called after layout, which may still add layers to the tree, and before the frame is drawn.
    var frameStage: FrameStage { .layout }
    var wantsFrame: Bool { true }

    func takePart(in host: LayerHost, at time: CFTimeInterval) {
        host.remove(self)
        for entry in waiting {
            if let layer = entry.layer, layer.isInHostedTree { entry.begin(layer) }
            entry.tracker?.exit(finished: true)
        }
        waiting = []
    }
}
