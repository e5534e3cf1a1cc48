import Foundation

/// Every number that the engine decides by. A value, so that a test or a benchmark can change one.
public struct EnginePolicy: Hashable, Sendable {
    // MARK: Work

    /// How many tiles are drawn at once. All cores: drawing is arithmetic and waits for nothing.
    public var workers = ProcessInfo.processInfo.activeProcessorCount

    /// How many renders may wait before visible work is refused. A render takes about 2 ms, so this is about a second on
    /// two cores: what waits longer has mostly been given up by those who asked.
    public var queueLimit = 1024

    /// How many renders may wait before prefetching is refused; the rest of the queue is for visible work.
    public var prefetchQueueLimit = 768

    /// A bin that was passed over so many times in a row has the next turn: prefetching keeps at least a seventeenth of the
    /// workers under any load, so it is slow and never stuck.
    public var starvationLimit = 16

    // MARK: Memory

    /// Bytes that the cache may hold when visible tiles need them.
    public var cacheHardLimit = 512 << 20

    /// Bytes that the cache may hold for all else; what is between the two limits is free for the next visible tile.
    /// Three quarters of the hard limit unless set.
    public var cacheSoftLimit: Int {
        get { chosenSoftLimit ?? cacheHardLimit / 4 * 3 }
        set { chosenSoftLimit = newValue }
    }
    private var chosenSoftLimit: Int?

    // MARK: Coverage

    /// How far ahead a moving viewport is looked, in seconds. One second is what Chromium allows for software raster, where
    /// a tile takes milliseconds.
    public var skewportTime = 1.0

    /// How far the skewport may reach beyond the viewport, in pixels (Chromium's figure): a flick would else ask for
    /// more than can be drawn before it has passed.
    public var skewportLimit = 2000.0

    /// The border around the viewport that is drawn soon: so many pixels per unit of device scale (Chromium's figure) …
    public var soonBorder = 312.0

    /// … and at most this share of the viewport's longer side.
    public var soonBorderShare = 0.15

    /// The border that is drawn when nothing else is to do, in pixels (Chromium's figure).
    public var eventuallyBorder = 3000.0

    // MARK: Quality

    /// From this speed on, in pixels per second, tiles are drawn as drafts. Firefox calls the same speed, 1 px/ms, skating:
    /// details can't be seen at it.
    public var draftSpeed = 1000.0

    /// How long a viewport must have been slower before drafts are replaced, in seconds: a finger that turns back is at rest
    /// for less.
    public var refineDelay = 0.1

    public init() {}

    /// How well to draw for a viewport of `speed` (pixels per second) that has been below `draftSpeed` for `restTime`
    /// seconds.
    public func quality(speed: Double, restTime: Double) -> RasterContext.Quality {
        speed >= draftSpeed || restTime < refineDelay ? .draft : .full
    }
}
