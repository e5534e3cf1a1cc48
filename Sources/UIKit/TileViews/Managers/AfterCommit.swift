import Foundation
import TileLayers

/// Code that runs once at the end of the next frame, when the screen shows all changes.
final class AfterCommit: FrameParticipant {
    private var blocks: [() -> Void] = []

    var frameStage: FrameStage { .commit }
    var wantsFrame: Bool { !blocks.isEmpty }

    func add(_ block: @escaping () -> Void) { blocks.append(block) }

    /// Blocks that are added meanwhile run after the following frame.
    func takePart(in host: LayerHost, at time: TimeInterval) {
        let due = blocks
        blocks = []
        for block in due { block() }
    }
}

extension UIScreen {
    /// Runs a block once the next frame is committed.
    package final func afterCommit(_ block: @escaping () -> Void) {
        committed.add(block)
        layerHost.noteChange()
    }
}
