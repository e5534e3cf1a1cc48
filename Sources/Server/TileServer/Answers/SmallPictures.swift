import TileEngine
import TileFormats
import TileSupport

/// A cache of thumbnails of whole contents.
///
/// Each viewer of the IIIF Image API requests thumbnails of its own sizes, and drawing one reads the whole content. The
/// thumbnails count against the server's memory budget, which evicts the least recently used ones; without a budget,
/// none are kept. Safe to use from any thread.
final class SmallPictures: Sendable {
    struct Name: Hashable {
        var content: ContentID
        /// The engine's generation of the content when drawing began. A thumbnail drawn while the content changes is
        /// never requested again.
        var generation: UInt64
        var request: IIIFImageRequest
    }

    private struct Kept: Sendable {
        var file: [UInt8]
        /// Distinguishes this entry from earlier and later ones with the same name.
        var number: UInt64
        var holding: MemoryBudget.Holding?
    }

    private struct State: Sendable {
        var kept: [Name: Kept] = [:]
        var next: UInt64 = 0
    }

    /// The longest side of a thumbnail, in pixels. Larger pictures are not kept.
    static let longestSide = 512
    /// The approximate memory that an entry takes besides its file, in bytes.
    private static let overhead = 300

    private let memory: MemoryBudget?
    private let state = Lock(State())

    init(memory: MemoryBudget?) { self.memory = memory }

    /// Returns the name of a request's thumbnail, or nil if the request is not for a thumbnail.
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
        // The entry may have been evicted already.
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
