/// The stages of a frame, in their order. A frame goes through them by this list alone: a new one gets its place here.
package enum FrameStage: CaseIterable, Sendable {
    /// What was posted is delivered.
    case events
    /// Display links are called.
    case links
    /// What goes on by itself is taken in: animations, and tiles that workers have brought.
    case animations
    /// Constraints become frames.
    case constraints
    /// Layers lay out their sublayers.
    case layout
    /// Layers draw themselves.
    case display
    /// Tiled layers say what they want.
    case tiles
    /// The render tree is made.
    case commit

    /// Those that bring what is marked in a tree up to date.
    static let ofTree = allCases.drop { $0 != .layout }
    /// Those before, at which the program may mark anything.
    static let beforeTree = allCases.prefix { $0 != .layout }

    /// The phase of a frame's time, in ledgers and reports, that the stage belongs to.
    package var phaseName: String {
        switch self {
        case .events: "input"
        case .links, .animations: "motion"
        case .constraints, .layout: "layout"
        case .display: "display"
        case .tiles: "tiles"
        case .commit: "commit"
        }
    }
}
