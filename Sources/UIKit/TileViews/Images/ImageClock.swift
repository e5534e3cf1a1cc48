import Foundation
import TileLayers

/// A clock that advances the animated images of a view in a window with the frames of its screen.
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

    /// A Boolean value that indicates whether the next image is due. No frames are requested in between.
    var wantsFrame: Bool {
        guard let view, let screen else { return false }
        return view.isImageDue(at: screen.clock.now)
    }

    func takePart(in host: LayerHost, at time: TimeInterval) { view?.advance(to: time) }
}

extension UIImageView {
    /// Starts or stops following the frames of the view's screen, depending on whether images are animated.
    func followFrames() {
        let screen = isAnimating ? window?.screen : nil
        if let screen, imageClock?.isOn(screen) == true { return }
        imageClock?.stop()
        imageClock = screen.flatMap { ImageClock(self, on: $0) }
    }

    /// Returns whether a frame at a time would show another image or start the sequence.
    fileprivate func isImageDue(at time: TimeInterval) -> Bool {
        guard isAnimating else { return false }
        var later = sequence
        guard later.hasBegun else { return true }
        later.advance(to: time)
        return image(in: later) !== shown || later.isRunning && hasRunOut(later)
    }
}
