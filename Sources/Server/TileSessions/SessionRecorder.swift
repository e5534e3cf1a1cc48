/// A recorder of a viewer's input. It belongs to the event loop of the viewer's connection.
///
/// Times come from the viewer, which knows the time of a touch better than the network does. If they are implausible,
/// because they go backward or drift away from the server's clock, the server's time is used.
package final class SessionRecorder {
    /// The maximum difference between the viewer's and the server's clocks, in seconds. It exceeds the latency of
    /// messages unless the network stalls.
    static let drift = 5.0
    /// The maximum duration of a trace, in seconds.
    package static let longest = 3600.0
    /// The maximum number of touch samples, positions and screens. Each takes 100 bytes in a trace, and a trace file
    /// has at most 32 MB. At 120 per second this is 41 minutes.
    package static let maxSamples = 300_000

    package private(set) var recording: SessionRecording
    private let maxSamples: Int
    private var samples = 0
    /// The time of the first message, on the viewer's and the server's clocks.
    private var begin: (viewer: Double, server: Double)?

    package init(content: String, maxSamples: Int = maxSamples) {
        recording = SessionRecording(content: content)
        self.maxSamples = maxSamples
    }

    /// Records a message.
    ///
    /// - Parameter now: The time in seconds on the server's clock.
    package func record(_ message: InputMessage, now: Double) throws(SessionClosure) {
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

    /// Returns the time of a message, rounded to microseconds, the precision of browsers.
    private func time(of message: InputMessage, _ now: Double) -> Double {
        guard let begin else { return 0 }
        let (viewer, server) = (message.time - begin.viewer, now - begin.server)
        let time = abs(viewer - server) <= Self.drift ? viewer : server
        return max((time * 1e6).rounded() / 1e6, recording.inputs.last?.time ?? 0)
    }
}
