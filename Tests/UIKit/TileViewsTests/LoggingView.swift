import Foundation

@testable import TileViews

/// A view that records the events that reach it and does not pass them on.
class LoggingView: UIView {
    var log: [String] = []
    /// The number of touches in each call.
    var touchCounts: [Int] = []

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("touchesBegan", touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("touchesMoved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("touchesEnded", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("touchesCancelled", touches) }
    override func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) { note("touchesEstimated", touches) }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("pressesBegan") }
    override func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("pressesChanged") }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("pressesEnded") }
    override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { log.append("motionBegan") }
    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { log.append("motionEnded") }
    override func remoteControlReceived(with event: UIEvent?) { log.append("remoteControlReceived") }

    private func note(_ name: String, _ touches: Set<UITouch>) {
        log.append(name)
        touchCounts.append(touches.count)
    }
}
