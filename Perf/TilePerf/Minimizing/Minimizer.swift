import Foundation
import TileGeometry

/// A minimizer that shrinks a failing trace to one that still fails and from which nothing can be removed.
///
/// Events are removed by delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// 2002): first large parts, then smaller ones, until each remaining event is necessary. Then the trace's other
/// properties are simplified as long as it still fails.
public struct Minimizer {
    /// Whether a trace fails in the expected way. It is called many times and must be deterministic.
    private let fails: (Trace) throws -> Bool
    /// The number of traces tried so far.
    public private(set) var tries = 0
    /// The maximum number of tries. The smallest failing trace found by then is the result.
    public var maxTries = 5000
    /// Called after each try that made the trace smaller.
    public var onProgress: (Trace) -> Void = { _ in }

    public init(fails: @escaping (Trace) throws -> Bool) { self.fails = fails }

    /// Minimizes a trace.
    ///
    /// - Returns: Nil if the trace does not fail.
    public mutating func minimize(_ trace: Trace) throws -> Trace? {
        guard try doesFail(trace) else { return nil }
        var least = trace
        // First remove what follows the failure, which is often most of the trace.
        try truncate(&least)
        var count: Int
        repeat {
            count = least.events.count
            try reduce(&least)
            try simplify(&least)
            // A simpler trace may need fewer events.
        } while least.events.count < count && tries < maxTries
        return least
    }

    private mutating func doesFail(_ trace: Trace) throws -> Bool {
        tries += 1
        return try fails(trace)
    }

    /// Accepts a candidate if it fails.
    @discardableResult
    private mutating func accept(_ candidate: Trace, replacing least: inout Trace) throws -> Bool {
        guard candidate != least, tries < maxTries, try doesFail(candidate) else { return false }
        least = candidate
        onProgress(least)
        return true
    }

    /// Removes as many of the last events as possible, by bisection.
    private mutating func truncate(_ least: inout Trace) throws {
        var (low, high) = (0, least.events.count)
        while low < high {
            let middle = (low + high) / 2
            var candidate = least
            candidate.events = Array(least.events.prefix(middle))
            if try accept(candidate, replacing: &least) { high = middle } else { low = middle + 1 }
        }
    }

    private mutating func reduce(_ least: inout Trace) throws {
        var size = max(1, least.events.count / 2)
        while !least.events.isEmpty, tries < maxTries {
            var (start, hasShrunk) = (0, false)
            while start < least.events.count {
                var candidate = least
                candidate.events.removeSubrange(start..<min(start + size, least.events.count))
                if try accept(candidate, replacing: &least) { hasShrunk = true } else { start += size }
            }
            if size == 1 {
                if !hasShrunk { return }
            } else {
                size = max(1, size / 2)
            }
        }
    }

    private mutating func simplify(_ least: inout Trace) throws {
        func changed(_ change: (inout Trace) -> Void) -> Trace {
            var candidate = least
            change(&candidate)
            return candidate
        }
        try accept(changed { $0.overlays = Trace.Overlays() }, replacing: &least)
        try accept(changed { $0.overlays.pins = 0 }, replacing: &least)
        try accept(changed { $0.overlays.gauge = false }, replacing: &least)
        try accept(changed { $0.overlays.turning = 0 }, replacing: &least)
        try accept(changed { $0.workers = 1 }, replacing: &least)
        try accept(changed { $0.scale = 1 }, replacing: &least)
        try accept(changed { $0.zoomScale = 1 }, replacing: &least)
        try accept(changed { $0.offset = .zero }, replacing: &least)
        try accept(changed { $0.extraLevels = 0 }, replacing: &least)
        try accept(changed { $0.pages = false }, replacing: &least)
        try accept(changed { $0.format = nil }, replacing: &least)
        try accept(changed { $0.cache = .cold }, replacing: &least)
        // Removes the wait before the first event.
        if let first = least.events.first?.time, first > 0 {
            try accept(
                changed { trace in for index in trace.events.indices { trace.events[index].time -= first } },
                replacing: &least)
        }
        while least.tail > 0.05,
            try accept(changed { $0.tail = ($0.tail * 50).rounded(.down) / 100 }, replacing: &least)
        {}
        while case .shapes(let count, let size) = least.content, count > 0,
            try accept(changed { $0.content = .shapes(count / 2, size) }, replacing: &least)
        {}
    }
}
