import Synchronization

/// A part of a replay's work. The raw value is its name in reports.
public enum WorkPart: Hashable, CaseIterable, RawRepresentable, Codable, CodingKeyRepresentable, Sendable {
    /// A phase of frames.
    case phase(FramePhase)
    /// Drawing and encoding tiles on the workers.
    case raster

    public static let allCases = FramePhase.allCases.map(WorkPart.phase) + [.raster]

    public init?(rawValue: String) {
        if let phase = FramePhase(rawValue: rawValue) {
            self = .phase(phase)
        } else if rawValue == "raster" {
            self = .raster
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .phase(let phase): phase.rawValue
        case .raster: "raster"
        }
    }

    /// The part of a symbol that identifies the part's function in a profiler: the name with its length, as in Swift's
    /// mangling.
    var symbol: String {
        let name = "tileworkDoes\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())"
        return "\(name.utf8.count)\(name)"
    }

    /// Performs work so that a profiler attributes it to the part.
    func perform(_ work: () -> Void) { Self.performers[Self.places[self]!](work) }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

    /// The functions in the order of the cases. They are called through a table so that the compiler does not know the
    /// callee: otherwise it would specialize them for each closure, and then merge equal copies.
    private static let performers: [@Sendable (() -> Void) -> Void] = [
        tileworkDoesInput, tileworkDoesMotion, tileworkDoesLayout, tileworkDoesDisplay, tileworkDoesTiles,
        tileworkDoesCommit, tileworkDoesDraw, tileworkDoesRaster,
    ]
}

// A function for each part, never inlined, so that callgrind can sum the costs of its calls. Each continues after the
// work, so that the compiler does not make a tail call, and with a different number, so that no two are equal.
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
