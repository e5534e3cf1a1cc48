package import TileGraphics

/// A participant in frames that has work of its own even if nothing is marked: posted events, a display link, or tiles
/// delivered by workers.
package protocol FrameParticipant: AnyObject {
    /// The stage at which the participant is called. Constant.
    var frameStage: FrameStage { get }
    /// Whether another frame would make progress.
    var wantsFrame: Bool { get }
    /// Runs the participant's part of a frame.
    ///
    /// - Parameter time: The time in seconds on the host's clock.
    func takePart(in host: LayerHost, at time: CFTimeInterval)
    /// Notifies that the host was deallocated.
    func hostIsGone()
}

extension FrameParticipant {
    package func hostIsGone() {}
}

/// The participants in a host's frames, in the order of addition.
struct FrameParticipants {
    private struct Entry {
        let stage: FrameStage
        weak var participant: (any FrameParticipant)?
        /// A strong reference; nil if it is held weakly.
        var held: (any FrameParticipant)?
    }

    private var entries: [Entry] = []

    /// - Parameter isHeld: Whether the participant is retained until it is removed.
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

    /// Returns whether a participant at one of the stages wants a frame.
    func wantFrame(at stages: ArraySlice<FrameStage>) -> Bool {
        entries.contains { entry in
            stages.contains(entry.stage) && entry.participant?.wantsFrame == true
        }
    }
}
