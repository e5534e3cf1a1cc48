import Foundation

/// Where an animation of images is, on a clock of the program's.
struct ImageSequence {
    private(set) var isRunning = false
    /// The first time that was given since the start.
    private var begin: TimeInterval?
    private(set) var elapsed: TimeInterval = 0

    var hasBegun: Bool { begin != nil }

    mutating func start() {
        isRunning = true
        restart()
    }

    mutating func stop() {
        isRunning = false
        restart()
    }

    mutating func restart() {
        begin = nil
        elapsed = 0
    }

    mutating func advance(to time: TimeInterval) {
        precondition(time.isFinite, "an animation's time must be finite, and is \(time)")
        if let begin, time >= begin {
            elapsed = time - begin
        } else {
            begin = time
            elapsed = 0
        }
    }

    /// The number of the image that is due, of `count` that together take `duration`; nil after `repeats` runs, 0 for
    /// no end.
    func index(count: Int, duration: TimeInterval, repeats: Int) -> Int? {
        let length = duration > 0 ? duration : Double(count) / 30
        let runs = elapsed / length
        if repeats > 0, runs >= Double(repeats) { return nil }
        // A time that is a multiple of an image's is the next image's, whatever the division makes of it.
        let position = (runs - runs.rounded(.down)) * Double(count)
        return min(Int(position + 1e-9), count - 1)
    }
}
