import Foundation

/// The state of an animation of images, on a clock that the program provides.
struct ImageSequence {
    private(set) var isRunning = false
    /// The first time after the start.
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

    /// Returns the index of the current image among `count` images that together take `duration`. Nil after `repeats`
    /// runs; 0 repeats forever.
    func index(count: Int, duration: TimeInterval, repeats: Int) -> Int? {
        let length = duration > 0 ? duration : Double(count) / 30
        let runs = elapsed / length
        if repeats > 0, runs >= Double(repeats) { return nil }
        // A time that is a multiple of an image's duration belongs to the next image, regardless of rounding.
        let position = (runs - runs.rounded(.down)) * Double(count)
        return min(Int(position + 1e-9), count - 1)
    }
}
