import Foundation
import TileLayers

/// Brings the constraints of a screen's windows up to date, at their stage of a frame. Between two frames views that
/// need it mark their layers too, so it asks for no frame of its own.
final class ConstraintStage: FrameParticipant {
    weak var screen: UIScreen?

    var frameStage: FrameStage { .constraints }
    var wantsFrame: Bool { false }

    func takePart(in host: LayerHost, at time: TimeInterval) {
        screen?.forEachWindow { $0.updateConstraintsBelow() }
    }
}
