/// Takes down what a viewer does. It belongs to the event loop of the viewer's connection.
///
/// Times are the viewer's, which knows when a finger moved better than the network does. Where they can't be right,
/// because they go back or drift away from the server's clock, the server's take their place.
package final class SessionRecorder {
    /// How far the viewer's clock may be from the server's, in seconds: longer than messages are under way, unless the
    /// network stalls.
    static let drift = 5.0
    /// A trace lasts no longer, in seconds.
    package static let longest = 3600.0
    /// Most fingers' samples, positions and screens: of 100 bytes each in a trace, whose files have at most 32 MB. At
    /// 120 a second 41 minutes.
    package static let maxSamples = 300_000

    package private(set) var recording: SessionRecording
    private let maxSamples: Int
    private var samples = 0
    /// When the first came, on the viewer's clock and on the server's.
    private var begin: (viewer: Double, server: Double)?

    package init(content: String, maxSamples: Int = maxSamples) {
        recording = SessionRecording(content: content)
        self.maxSamples = maxSamples
    }

    /// - Parameter now: seconds on the server's clock.
    package func take(_ message: InputMessage, now: Double) throws(SessionClosure) {
        guard recording.cut == nil else { return }
        if begin == nil {
            guard case .screen = message.kind else { throw .refused("the first input says what the screen is") }
            begin = (message.time, now)
        }
        let kind: SessionRecording.Kind
        let count: Int
        switch message.kind {
        case .screen(let screen): (kind, count) = (.screen(screen), 1)
        case .touch(let touches): (kind, count) = (.touch(touches), touches.count)
        case .show(let place): (kind, count) = (.show(place), 1)
        }
        let time = time(of: message, now)
        guard time <= Self.longest else {
            recording.cut = .seconds(Self.longest)
            return
        }
        guard samples + count <= maxSamples else {
            recording.cut = .samples(maxSamples)
            return
        }
        samples += count
        recording.inputs.append(SessionRecording.Input(time, kind))
    }

    /// In microseconds, which is as exact as browsers are.
    private func time(of message: InputMessage, _ now: Double) -> Double {
        guard let begin else { return 0 }
        let (viewer, server) = (message.time - begin.viewer, now - begin.server)
        let time = abs(viewer - server) <= Self.drift ? viewer : server
        return max((time * 1e6).rounded() / 1e6, recording.inputs.last?.time ?? 0)
    }
}
