import TileGraphics

/// Advances the animations of a host's tree once per frame, before layout.
final class LayerAnimator {
    unowned let host: LayerHost
    /// The layers with animations that have not ended, in the order of addition.
    private var layers: [CALayer] = []

    init(_ host: LayerHost) { self.host = host }

    func add(_ layer: CALayer) {
        guard let animations = layer.extras?.animations, animations.isMoving else { return }
        if animations.animator === self { return }
        animations.animator = self
        layers.append(layer)
    }

    deinit { for layer in layers { layer.extras?.animations?.animator = nil } }

    /// Ends all animations when the tree's host is deallocated.
    func cancelAll() {
        for layer in layers { layer.removeAnimations { _ in true } }
        layers = []
    }

    /// Has running animations begin with the next frame.
    func beginAgain() {
        for layer in layers {
            for entry in layer.extras?.animations?.entries ?? [] where !entry.isOver { entry.span = nil }
        }
    }

    var hasEnding: Bool {
        layers.contains { $0.extras?.animations?.entries.contains { !$0.isOver && !$0.neverEnds } == true }
    }

    /// Ends the animations that have an end, because time no longer passes.
    func cancelEnding() {
        for layer in layers { layer.removeAnimations { !$0.neverEnds } }
        dropUnmoved()
    }
}

extension LayerAnimator: FrameParticipant {
    var frameStage: FrameStage { .animations }

    var wantsFrame: Bool {
        !AnimationNews.isEmpty || host.runsAnimations && layers.contains { $0.wantsAnimationFrame }
    }

    func takePart(in host: LayerHost, at time: CFTimeInterval) {
        for layer in layers {
            // A layer that left the tree, with its ancestors, has nothing more to show.
            if !layer.isUnder(host.root) {
                layer.removeAnimations { _ in true }
            } else {
                layer.advanceAnimations(at: time)
            }
        }
        dropUnmoved()
        count()
        AnimationNews.deliver()
    }

    private func count() {
        if layers.isEmpty { return }
        var work = FrameCounters()
        let observer = FrameObservation.observer
        for layer in layers {
            let running = layer.extras?.animations?.runningCount ?? 0
            work.animations += running
            observer?.isAnimated(layer, by: running)
        }
        host.countApart(work)
    }

    private func dropUnmoved() {
        layers.removeAll { layer in
            guard let animations = layer.extras?.animations, animations.animator === self else { return true }
            if animations.isMoving { return false }
            animations.animator = nil
            return true
        }
    }
}
