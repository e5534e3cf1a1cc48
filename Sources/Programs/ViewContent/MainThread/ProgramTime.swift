import TileSupport

/// The time of a tree's timers and delayed blocks.
package enum ProgramTime: Sendable {
    /// The machine's, on the main run loop and the main queue.
    case machine
    /// The tree's own: it stands, and passes with `ViewSource.pass(_:)`. Frames then show the same each time.
    case virtual

    private static let setting = Lock(ProgramTime.machine)

    /// The time of the trees that are created without one. A process that shows trees to nobody sets it before it
    /// creates them: to film them, or to build tiles.
    package static var ofProcess: ProgramTime {
        get { setting.withLock { $0 } }
        set { setting.withLock { $0 = newValue } }
    }
}
