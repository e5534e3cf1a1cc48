import Foundation
import TileLayers

/// An observation of a progress, which any thread may change. The value is read once per frame of a screen.
final class ProgressObservation: FrameParticipant {
    private weak var view: UIProgressView?
    private let progress: Progress
    private weak var screen: UIScreen?

    init(_ view: UIProgressView, _ progress: Progress, on screen: UIScreen) {
        (self.view, self.progress, self.screen) = (view, progress, screen)
        screen.layerHost.add(self)
    }

    func stop() { screen?.layerHost.remove(self) }

    private var fraction: Float { Float(min(1, max(0, progress.fractionCompleted))) }

    var frameStage: FrameStage { .animations }
    var wantsFrame: Bool { view.map { $0.progress != fraction } ?? false }

    func takePart(in host: LayerHost, at time: TimeInterval) {
        if let view, view.progress != fraction { view.progress = fraction }
    }
}
