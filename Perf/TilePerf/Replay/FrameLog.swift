import Foundation
import TileLayers
import TileViews

/// Notes what one frame does.
final class FrameLog: FrameObserver {
    var draws: [String: Int] = [:]
    var layouts: [String: Int] = [:]
    /// In the order of their commits: a layer after those in it.
    private var committed: [CALayer] = []
    var drawCount = 0
    var drawnPixels = 0
    var layoutCount = 0
    /// By the paths of layers, those of each that go on.
    var animations: [String: Int] = [:]
    /// Milliseconds.
    var phases: [FramePhase: Double] = [:]
    /// Whether views are told apart. Their names take longer than what is measured on a real clock.
    private let namesViews: Bool
    /// While a phase's work is done.
    private var isInPhase = false

    init(namesViews: Bool) { self.namesViews = namesViews }

    func frame(_ stage: FrameStage, _ work: () -> Void) { spend(FramePhase(stage), work) }

    /// Does work that is a phase's. Within another phase it is that one's.
    func spend(_ phase: FramePhase, _ work: () -> Void) {
        if isInPhase { return work() }
        isInPhase = true
        let begin = DispatchTime.now().uptimeNanoseconds
        WorkPart.phase(phase).perform(work)
        phases[phase, default: 0] += Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
        isInPhase = false
    }

    func isAnimated(_ layer: CALayer, by animations: Int) {
        if namesViews { self.animations[layer.path, default: 0] += animations }
    }

    func lays(out layer: CALayer) {
        layoutCount += 1
        if namesViews { layouts[layer.path, default: 0] += 1 }
    }

    func didCommit(_ layer: CALayer) {
        if namesViews { committed.append(layer) }
    }

    /// Layers that were committed by themselves: not because one in them was, or because they drew themselves.
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
    /// Where it is in its tree, from the top down: types of views, names or types of other layers, each with a number
    /// where it is not the only one of its name beside others.
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
            // The screen's own layer says nothing.
            if layer?.superlayer == nil, !(current.delegate is UIView) || current.delegate is UIWindow { break }
        }
        return names.reversed().joined(separator: "/")
    }
}
