import Foundation
import TileLayers
import TileViews

/// A log of the work for one frame.
final class FrameWorkLog: FrameObserver {
    var draws: [String: Int] = [:]
    var layouts: [String: Int] = [:]
    /// The committed layers in commit order: a layer follows its sublayers.
    private var committed: [CALayer] = []
    var drawCount = 0
    var drawnPixels = 0
    var layoutCount = 0
    /// The number of running animations, by the paths of layers.
    var animations: [String: Int] = [:]
    /// The milliseconds of each phase.
    var phases: [FramePhase: Double] = [:]
    /// Whether views are recorded by name. On a real clock, computing names would take longer than the measured work.
    private let namesViews: Bool
    private let causes = CauseLog()
    /// Whether a phase is in progress.
    private var isInPhase = false

    init(namesViews: Bool) { self.namesViews = namesViews }

    func frame(_ stage: FrameStage, _ work: () -> Void) { spend(FramePhase(stage), work) }

    /// Performs the work of a phase. Nested in another phase, it is attributed to that one.
    func spend(_ phase: FramePhase, _ work: () -> Void) {
        if isInPhase { return work() }
        isInPhase = true
        let begin = DispatchTime.now().uptimeNanoseconds
        WorkPart.phase(phase).perform(work)
        phases[phase, default: 0] += Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
        isInPhase = false
    }

    /// The work that changes of observable properties caused.
    var observed: [ObservedChange] { causes.changes }

    func updates(for cause: UpdateCause, _ work: () -> Void) { causes.update(for: cause, work) }

    func didEndWork() { causes.end() }

    func marks(_ layer: CALayer, for update: UpdateCause.Update) { causes.mark(layer, for: update) }

    func isAnimated(_ layer: CALayer, by animations: Int) {
        if namesViews { self.animations[layer.path, default: 0] += animations }
    }

    func lays(out layer: CALayer) {
        layoutCount += 1
        if FrameObservation.explainsUpdates { causes.begin(.layout, of: layer) }
        if namesViews { layouts[layer.path, default: 0] += 1 }
    }

    func didCommit(_ layer: CALayer) {
        if namesViews { committed.append(layer) }
    }

    /// The layers that were committed on their own account, not because of a sublayer or because they drew themselves.
    var commits: [String: Int] {
        let holders = Set(committed.compactMap { $0.superlayer.map(ObjectIdentifier.init) })
        return committed.reduce(into: [:]) { commits, layer in
            if holders.contains(ObjectIdentifier(layer)) { return }
            let path = layer.path
            if draws[path] == nil { commits[path, default: 0] += 1 }
        }
    }

    func willDisplay(_ layer: CALayer, pixels: Int) {
        drawCount += 1
        if FrameObservation.explainsUpdates { causes.begin(.display, of: layer) }
        drawnPixels += pixels
        if namesViews { draws[layer.path, default: 0] += 1 }
    }
}

extension FramePhase {
    init(_ stage: FrameStage) {
        guard let phase = FramePhase(rawValue: stage.phaseName) else {
            preconditionFailure("no phase of ledgers is named “\(stage.phaseName)”")
        }
        self = phase
    }
}

extension CALayer {
    /// The path of the layer in its tree, from the top down: types of views, and names or types of other layers, each
    /// with an index if siblings have the same name.
    var path: String {
        var names: [String] = []
        var layer: CALayer? = self
        while let current = layer {
            let name = current.pathName
            let alike = current.superlayer?.sublayers?.filter { $0.pathName == name } ?? []
            if alike.count > 1, let index = alike.firstIndex(where: { $0 === current }) {
                names.append("\(name)[\(index)]")
            } else {
                names.append(name)
            }
            layer = current.superlayer
            // The screen's own layer is omitted.
            if layer?.superlayer == nil, !(current.delegate is UIView) || current.delegate is UIWindow { break }
        }
        return names.reversed().joined(separator: "/")
    }
}
