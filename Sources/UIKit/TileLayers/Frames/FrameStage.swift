/// The stages of a frame, in order. Frames follow this list only, so a new stage is added here.
package enum FrameStage: CaseIterable, Sendable {
    /// Posted events are delivered.
    case events
    /// Display links are called.
    case links
    /// Ongoing changes are applied: animations, and tiles delivered by workers.
    case animations
    /// Views and controllers update their properties.
    case properties
    /// Constraints are solved to frames.
    case constraints
    /// Layers lay out their sublayers.
    case layout
    /// Layers draw themselves.
    case display
    /// Tiled layers request tiles.
    case tiles
    /// The render tree is created.
    case commit

    /// The stages that update a tree's marked layers.
    static let ofTree = allCases.drop { $0 != .layout }
    /// The stages before those, in which the program may mark anything.
    static let beforeTree = allCases.prefix { $0 != .layout }

    /// The name of the phase, in ledgers and reports, that the stage belongs to.
    package var phaseName: String {
        switch self {
        case .events: "input"
        case .links, .animations: "motion"
        case .properties, .constraints, .layout: "layout"
        case .display: "display"
        case .tiles: "tiles"
        case .commit: "commit"
        }
    }
}
