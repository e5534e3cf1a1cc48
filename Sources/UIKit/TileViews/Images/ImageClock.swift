import Foundation
import TileLayers

/// Gives a view in a window the time of its screen's frames, as long as its images are shown in turn.
final class ImageClock: FrameParticipant {
    private weak var view: UIImageView?
    private weak var screen: UIScreen?

    init?(_ view: UIImageView, on screen: UIScreen) {
        guard screen.runsAnimations else { return nil }
        (self.view, self.screen) = (view, screen)
        screen.layerHost.add(self)
    }

    func isOn(_ other: UIScreen) -> Bool { screen === other }

    func stop() { screen?.layerHost.remove(self) }

    var frameStage: FrameStage { .animations }

    /// Only when another image is due: what stands still meanwhile needs no frames.
    var wantsFrame: Bool {
        guard let view, let screen else { return false }
        return view.isImageDue(at: screen.clock.now)
    }

    func takePart(in host: LayerHost, at time: TimeInterval) { view?.advance(to: time) }
}

extension UIImageView {
    /// Follows the frames of the screen that the view is on, while there is something to show in turn.
    func followFrames() {
        let screen = isAnimating ? window?.screen : nil
        if let screen, imageClock?.isOn(screen) == true { return }
        imageClock?.stop()
        imageClock = screen.flatMap { ImageClock(self, on: $0) }
    }

    /// Whether a frame at a time would show another image, or begin with the first.
    fileprivate func isImageDue(at time: TimeInterval) -> Bool {
        guard isAnimating else { return false }
        var later = sequence
        guard later.hasBegun else { return true }
        later.advance(to: time)
        return image(in: later) !== shown || later.isRunning && hasRunOut(later)
    }
}
