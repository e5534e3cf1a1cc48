import Foundation
import TileSupport

/// A frame's layout, or that of `layoutIfNeeded()`, with all that is asked for within it. It sees to it that a layer
/// which is marked again and again gets so many turns in all, however the asking is nested, and then waits for the next
/// frame: so a tree that never settles costs as much as so many passes over it, and does not stop the program.
final class LayoutRun {
    /// Times that one layer is laid out in a run. Trees that settle do in two or three.
    static let maxTurns = 32

    private static let current = ThreadLocal<LayoutRun?> { nil }

    private struct Turns {
        /// Kept alive, so that no other layer comes to have its address.
        let layer: CALayer
        var count = 1
    }

    private var isInFirstPass = false
    private var hasBegun = false
    /// Of layers that may have had a turn before: not of those that the first pass goes to, which come once.
    private var repeated: [ObjectIdentifier: Turns] = [:]
    private var restless: [CALayer] = []

    /// Does layout as a part of the thread's run under way, or as a run of its own.
    static func joining(_ body: (LayoutRun) -> Void) {
        if let run = current.value {
            let wasInFirstPass = run.isInFirstPass
            body(run)
            run.isInFirstPass = wasInFirstPass
        } else {
            let run = LayoutRun()
            current.value = run
            body(run)
            current.value = nil
            run.tell()
        }
    }

    func beginPass() {
        isInFirstPass = !hasBegun
        hasBegun = true
    }

    /// Whether a marked layer may be laid out once more.
    func takesTurn(_ layer: CALayer) -> Bool {
        if isInFirstPass { return true }
        let key = ObjectIdentifier(layer)
        guard let turns = repeated[key] else {
            repeated[key] = Turns(layer: layer)
            return true
        }
        guard turns.count < Self.maxTurns - 1 else {
            if turns.count == Self.maxTurns - 1 { restless.append(layer) }
            repeated[key]!.count = Self.maxTurns
            return false
        }
        repeated[key]!.count += 1
        return true
    }

    /// Says once of each layer that it did not settle.
    private func tell() {
        for layer in restless where !layer.flags.contains(.toldRestless) {
            layer.flags.insert(.toldRestless)
            FrameLog.write(
                "layout does not settle: \(layer.nameForLog) was laid out \(Self.maxTurns) times in one frame and is marked "
                    + "again; the next frame goes on. Its layout, or that of what is in it, changes each time what marks it."
            )
        }
    }
}

extension CALayer {
    /// The layer as its program would know it: the class of its view, or its own, its name and its frame.
    var nameForLog: String {
        let kind = owner.map { "\(type(of: $0))" } ?? "\(type(of: self))"
        let (origin, size) = (frame.origin, frame.size)
        let place = "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
        return name.map { "\(kind) “\($0)” at \(place)" } ?? "\(kind) at \(place)"
    }
}
