import TileEngine
import TileFormats
import TileSupport

/// Small pictures of whole contents, kept for the next who asks: viewers of the IIIF Image API have thumbnails of sizes
/// of their own, and each is made of all that is in a content. Safe from any thread.
///
/// They count against the server's memory, and go when they were not asked for longest. Without a bound to that
/// nothing is kept.
final class SmallPictures: Sendable {
    struct Name: Hashable {
        var content: ContentID
        /// The engine's when drawing began: what is drawn while the content changes is asked for by none.
        var generation: UInt64
        var request: IIIFImageRequest
    }

    private struct Kept: Sendable {
        var file: [UInt8]
        /// Tells it from others of its name.
        var number: UInt64
        var holding: MemoryBudget.Holding?
    }

    private struct State: Sendable {
        var kept: [Name: Kept] = [:]
        var next: UInt64 = 0
    }

    /// In pixels: what is larger is no thumbnail.
    static let longestSide = 512
    /// What a picture takes besides its file, about.
    private static let overhead = 300

    private let memory: MemoryBudget?
    private let state = Lock(State())

    init(memory: MemoryBudget?) { self.memory = memory }

    /// Nil for what is no thumbnail.
    static func name(_ request: IIIFImageRequest, _ size: ImageSize, of id: ContentID, in engine: TileEngine) -> Name? {
        guard request.region == .full || request.region == .square, max(size.width, size.height) <= longestSide,
            let generation = engine.generation(of: id)
        else { return nil }
        return Name(content: id, generation: generation, request: request)
    }

    func file(_ name: Name) -> [UInt8]? {
        guard let kept = state.withLock({ $0.kept[name] }) else { return nil }
        kept.holding?.touch()
        return kept.file
    }

    func keep(_ file: [UInt8], as name: Name) {
        guard let memory else { return }
        let (number, old) = state.withLock { state in
            defer { state.next += 1 }
            let old = state.kept.updateValue(Kept(file: file, number: state.next), forKey: name)
            return (state.next, old?.holding)
        }
        old?.release()
        let holding = memory.hold(file.count + Self.overhead, as: .tiles) { [weak self] in self?.drop(name, number) }
        // It may be gone already.
        state.withLock { state in
            if state.kept[name]?.number == number { state.kept[name]!.holding = holding }
        }
    }

    private func drop(_ name: Name, _ number: UInt64) {
        let dropped = state.withLock { state in
            state.kept[name]?.number == number ? state.kept.removeValue(forKey: name) : nil
        }
        // Freed here, outside the lock.
        _ = consume dropped
    }
}
