import Synchronization

/// A part of what a replay has to do: a phase of frames, or what workers do. The raw value is its name in reports.
public enum WorkPart: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case input, motion, layout, display, tiles, commit, draw
    /// Drawing tiles, on the workers, and making files of them.
    case raster

    init(_ phase: FramePhase) {
        self =
            switch phase {
            case .input: .input
            case .motion: .motion
            case .layout: .layout
            case .display: .display
            case .tiles: .tiles
            case .commit: .commit
            case .draw: .draw
            }
    }

    /// For people.
    public var title: String {
        switch self {
        case .input: "input: events delivered"
        case .motion: "motion: scrolling moved on"
        case .layout: "layout: views laid out, tile views placed"
        case .display: "display: views drew themselves"
        case .tiles: "tiles: tiles asked for"
        case .commit: "commit: the render tree made"
        case .draw: "draw: the screen drawn"
        case .raster: "raster: tiles drawn, and encoded"
        }
    }

    /// The function under which a profiler sees the part, as it stands in a symbol: with its length, as Swift mangles names.
    var symbol: String {
        let name = "tileworkDoes\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())"
        return "\(name.utf8.count)\(name)"
    }

    /// Does work so that a profiler sees whose it is.
    func perform(_ work: () -> Void) { Self.performers[Self.places[self]!](work) }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

    /// In the order of the cases. From a table, so that the compiler doesn't know which one it calls: it would make a copy for
    /// each piece of work, then one function of all copies that are alike.
    private static let performers: [@Sendable (() -> Void) -> Void] = [
        tileworkDoesInput, tileworkDoesMotion, tileworkDoesLayout, tileworkDoesDisplay, tileworkDoesTiles,
        tileworkDoesCommit, tileworkDoesDraw, tileworkDoesRaster,
    ]
}

// A function for each part, never inlined: callgrind adds up what is called from it. Each goes on after the work, so that the
// compiler does not jump to the work without a call, and with a number of its own, so that no two are alike.
private let done = Atomic(0)

@inline(never) private func tileworkDoesInput(_ work: () -> Void) {
    work()
    done.store(1, ordering: .relaxed)
}

@inline(never) private func tileworkDoesMotion(_ work: () -> Void) {
    work()
    done.store(2, ordering: .relaxed)
}

@inline(never) private func tileworkDoesLayout(_ work: () -> Void) {
    work()
    done.store(3, ordering: .relaxed)
}

@inline(never) private func tileworkDoesDisplay(_ work: () -> Void) {
    work()
    done.store(4, ordering: .relaxed)
}

@inline(never) private func tileworkDoesTiles(_ work: () -> Void) {
    work()
    done.store(5, ordering: .relaxed)
}

@inline(never) private func tileworkDoesCommit(_ work: () -> Void) {
    work()
    done.store(6, ordering: .relaxed)
}

@inline(never) private func tileworkDoesDraw(_ work: () -> Void) {
    work()
    done.store(7, ordering: .relaxed)
}

@inline(never) private func tileworkDoesRaster(_ work: () -> Void) {
    work()
    done.store(8, ordering: .relaxed)
}
