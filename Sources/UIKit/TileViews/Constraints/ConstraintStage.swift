import Foundation
import TileLayers

/// The stage of a frame that updates the constraints of a screen's windows. Views that need it between two frames also
/// mark their layers, so the stage does not request frames itself.
final class ConstraintStage: FrameParticipant {
    weak var screen: UIScreen?

    var frameStage: FrameStage { .constraints }
    var wantsFrame: Bool { false }

    func takePart(in host: LayerHost, at time: TimeInterval) {
        screen?.forEachWindow { $0.updateConstraintsBelow() }
    }
}
