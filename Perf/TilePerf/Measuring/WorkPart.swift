import Synchronization

/// A part of what a replay has to do. The raw value is its name in reports.
public enum WorkPart: Hashable, CaseIterable, RawRepresentable, Codable, CodingKeyRepresentable, Sendable {
    /// A phase of frames.
    case phase(FramePhase)
    /// Drawing tiles, on the workers, and making files of them.
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

    /// The function under which a profiler sees the part, as it stands in a symbol: with its length, as Swift mangles
    /// names.
    var symbol: String {
        let name = "tileworkDoes\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())"
        return "\(name.utf8.count)\(name)"
    }

    /// Does work so that a profiler sees whose it is.
    func perform(_ work: () -> Void) { Self.performers[Self.places[self]!](work) }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

    /// In the order of the cases. From a table, so that the compiler doesn't know which one it calls: it would make a
    /// copy for each piece of work, then one function of all copies that are alike.
    private static let performers: [@Sendable (() -> Void) -> Void] = [
        tileworkDoesInput, tileworkDoesMotion, tileworkDoesLayout, tileworkDoesDisplay, tileworkDoesTiles,
        tileworkDoesCommit, tileworkDoesDraw, tileworkDoesRaster,
    ]
}

// A function for each part, never inlined: callgrind adds up what is called from it. Each goes on after the work, so
// that the compiler does not jump to the work without a call, and with a number of its own, so that no two are alike.
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
