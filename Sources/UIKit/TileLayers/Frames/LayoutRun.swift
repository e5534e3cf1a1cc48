import Foundation
import TileSupport

/// A run of layout, of a frame or of `layoutIfNeeded()`, including nested requests. It limits how often a layer that is
/// marked repeatedly is laid out, however requests are nested; after that, the layer waits for the next frame. So a
/// tree that never settles costs a limited number of passes, and does not hang the program.
final class LayoutRun {
    /// The maximum number of layouts of a layer in a run. Trees that settle need two or three.
    static let maxTurns = 32

    private static let current = ThreadLocal<LayoutRun?> { nil }

    static var isUnderWay: Bool { current.value != nil }

    private struct Turns {
        /// Retained, so that no other layer gets its address.
        let layer: CALayer
        var count = 1
    }

    private var isInFirstPass = false
    private var hasBegun = false
    /// Layers that may have been laid out before; not those of the first pass, which are visited once.
    private var repeated: [ObjectIdentifier: Turns] = [:]
    private var restless: [CALayer] = []

    /// Performs layout as part of the thread's current run, or as a run of its own.
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
            run.logRestlessLayers()
        }
    }

    func beginPass() {
        isInFirstPass = !hasBegun
        hasBegun = true
    }

    /// Returns whether a marked layer may be laid out again.
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

    /// Logs once for each layer that it did not settle.
    private func logRestlessLayers() {
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
    /// Whether the current thread is within layout.
    package static var isWithinLayout: Bool { LayoutRun.isUnderWay }

    /// A description of the layer for the program's author: the class of its view, or its own, its name and its frame.
    var nameForLog: String {
        let kind = owner.map { "\(type(of: $0))" } ?? "\(type(of: self))"
        let (origin, size) = (frame.origin, frame.size)
        let place = "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
        return name.map { "\(kind) “\($0)” at \(place)" } ?? "\(kind) at \(place)"
    }
}
