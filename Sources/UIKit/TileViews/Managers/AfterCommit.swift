import Foundation
import TileLayers

/// What waits until a screen shows what was changed: called once, at the end of the next frame.
final class AfterCommit: FrameParticipant {
    private var blocks: [() -> Void] = []

    var frameStage: FrameStage { .commit }
    var wantsFrame: Bool { !blocks.isEmpty }

    func add(_ block: @escaping () -> Void) { blocks.append(block) }

    /// What is added meanwhile waits for the frame after it.
    func takePart(in host: LayerHost, at time: TimeInterval) {
        let due = blocks
        blocks = []
        for block in due { block() }
    }
}

extension UIScreen {
    /// Has something done once the next frame is committed.
    package final func afterCommit(_ block: @escaping () -> Void) {
        committed.add(block)
        layerHost.noteChange()
    }
}
