import TileGraphics
import TileLayers

/// The animations of a controller's views that began before a window showed them, as in `viewDidLoad()`.
///
/// As in Core Animation, where a transaction's animations begin when it is committed, the next frame decides: those of
/// layers that are in a tree by then begin, the others end. Layers have no animation until then, so nothing but that
/// frame shows the beginning. If a layer in a tree gets another animation before that frame, the early ones begin with
/// it, so that the newer one replaces them.
final class EarlyAnimations: FrameParticipant, WaitingAnimations {
    private struct Waiting {
        weak var layer: CALayer?
        let key: String
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

    func add(_ layer: CALayer, key: String, tracker: AnimationTracker?, begin: @escaping (CALayer) -> Void) {
        tracker?.enter()
        waiting.append(Waiting(layer: layer, key: key, tracker: tracker, begin: begin))
        layer.waitingAnimations = self
    }

    /// Adds the animations of a layer now.
    func begin(_ layer: CALayer) {
        let entries = waiting.filter { $0.layer === layer }
        waiting.removeAll { $0.layer === layer }
        for entry in entries {
            entry.begin(layer)
            entry.tracker?.exit(finished: true)
        }
    }

    func remove(from layer: CALayer, forKey key: String?) {
        for entry in waiting where entry.layer === layer && entry.key == key ?? entry.key {
            AnimationNews.add { entry.tracker?.exit(finished: false) }
        }
        waiting.removeAll { $0.layer === layer && $0.key == key ?? $0.key }
    }

    // Called after layout, which may still add layers to the tree, and before the frame is drawn.
    var frameStage: FrameStage { .layout }
    var wantsFrame: Bool { true }

    func takePart(in host: LayerHost, at time: CFTimeInterval) {
        host.remove(self)
        let entries = waiting
        waiting = []
        for entry in entries {
            if let layer = entry.layer, layer.isInHostedTree { entry.begin(layer) }
            entry.tracker?.exit(finished: true)
        }
    }
}
