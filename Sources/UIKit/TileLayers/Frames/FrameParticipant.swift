package import TileGraphics

/// Something that has a part in frames although nothing may be marked: what was posted, a display link, tiles that
/// workers bring.
package protocol FrameParticipant: AnyObject {
    /// The stage at which it is called; always the same.
    var frameStage: FrameStage { get }
    /// Whether another frame would bring it on.
    var wantsFrame: Bool { get }
    /// Its stage of a frame has come.
    ///
    /// - Parameter time: seconds on the host's clock.
    func takePart(in host: LayerHost, at time: CFTimeInterval)
    /// The host of its frames goes.
    func hostIsGone()
}

extension FrameParticipant {
    package func hostIsGone() {}
}

/// Those who take part in a host's frames, in the order in which they came.
struct FrameParticipants {
    private struct Entry {
        let stage: FrameStage
        weak var participant: (any FrameParticipant)?
        /// Nil where it is held weakly.
        var held: (any FrameParticipant)?
    }

    private var entries: [Entry] = []

    /// - Parameter isHeld: whether it is kept alive until it is removed.
    mutating func add(_ participant: any FrameParticipant, isHeld: Bool) {
        if contains(participant) { return }
        entries.removeAll { $0.participant == nil }
        entries.append(Entry(stage: participant.frameStage, participant: participant, held: isHeld ? participant : nil))
    }

    mutating func remove(_ participant: any FrameParticipant) {
        entries.removeAll { $0.participant == nil || $0.participant === participant }
    }

    func contains(_ participant: any FrameParticipant) -> Bool {
        entries.contains { $0.participant === participant }
    }

    var isEmpty: Bool { entries.isEmpty }

    func forEach(_ body: (any FrameParticipant) -> Void) {
        for entry in entries { if let participant = entry.participant { body(participant) } }
    }

    func forEach(at stage: FrameStage, _ body: (any FrameParticipant) -> Void) {
        for entry in entries where entry.stage == stage {
            if let participant = entry.participant { body(participant) }
        }
    }

    /// Whether one at one of the stages wants a frame.
    func wantFrame(at stages: ArraySlice<FrameStage>) -> Bool {
        entries.contains { entry in
            stages.contains(entry.stage) && entry.participant?.wantsFrame == true
        }
    }
}
