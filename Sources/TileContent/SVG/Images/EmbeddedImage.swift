import Foundation
import TileEngine
import TileGraphics
import TileSupport

/// An image inside a drawing: its file, and its pixels while there is memory for them. It is decoded once when it is
/// first drawn, and again after its pixels had to go.
final class EmbeddedImage: BitmapLevels {
    let file: Data?
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    private let memory: MemoryBudget?
    private let state = Lock(State())
    /// Held while it is decoded, so that others wait for it and do not do the same.
    private let decoding = Lock(false)

    private struct State {
        var full: Kept?
        /// From half size down.
        var halves: Kept?
        var isBroken = false
        var nextNumber = 0
    }

    /// Levels that go together when they have to.
    private struct Kept {
        var bitmaps: [Bitmap]
        var number: Int
        var holding: MemoryBudget.Holding?
    }

    /// Nil for what is no PNG, JPEG, WebP or GIF that is read here.
    init?(_ file: Data, memory: MemoryBudget?) {
        guard let size = CGImage.encodedSize(file) ?? GIFImage.size(file) else { return nil }
        self.file = file
        (width, height) = size
        self.memory = memory
    }

    deinit {
        // Nobody else has it any more.
        let holdings = state.withLock { [$0.full?.holding, $0.halves?.holding] }
        for holding in holdings { holding?.release() }
    }

    var byteCount: Int { (file?.count ?? 0) + 400 }

    func level(_ number: Int) -> Bitmap? {
        if let known = known(number) { return known }
        // Evictions of other holdings, which registering runs, do not take this lock.
        return decoding.withLock { _ in
            if let known = known(number) { return known }
            if state.withLock({ $0.isBroken }) { return nil }
            guard let file, let full = (CGImage.decoding(file)?.bitmap ?? GIFImage.decoding(file)), full.width == width,
                full.height == height
            else {
                state.withLock { $0.isBroken = true }
                return nil
            }
            keep([full], at: \.full)
            guard full.width > 1 || full.height > 1 else { return full }
            var halves: [Bitmap] = []
            if state.withLock({ $0.halves == nil }) || number > 0 {
                var last = full
                while last.width > 1 || last.height > 1 {
                    let next = Bitmap(width: BoxShrink.half(last.width), height: BoxShrink.half(last.height))
                    BoxShrink.shrink(last, into: next)
                    halves.append(next)
                    last = next
                }
                keep(halves, at: \.halves)
            }
            return number == 0 ? full : halves[min(number, halves.count) - 1]
        }
    }

    /// Decodes it now if it is not, and half of the memory is left to what is asked for.
    func prepare() {
        let bytes = width * height * 4 / 3 * 4
        if let memory, memory.limit / 2 - memory.bytes < bytes { return }
        guard state.withLock({ $0.halves == nil && $0.full == nil && !$0.isBroken }) else { return }
        _ = level(1)
    }

    private func known(_ number: Int) -> Bitmap? {
        state.withLock { state in
            guard let kept = number == 0 ? state.full : state.halves else { return nil }
            kept.holding?.touch()
            return number == 0 ? kept.bitmaps[0] : kept.bitmaps[min(number, kept.bitmaps.count) - 1]
        }
    }

    private func keep(_ bitmaps: [Bitmap], at place: WritableKeyPath<State, Kept?> & Sendable) {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            state[keyPath: place] = Kept(bitmaps: bitmaps, number: state.nextNumber)
            return state.nextNumber
        }
        guard let memory else { return }
        let holding = memory.hold(bitmaps.reduce(0) { $0 + $1.byteCount }) { [weak self] in self?.drop(number, place) }
        state.withLock { state in
            guard state[keyPath: place]?.number == number else { return }
            state[keyPath: place]?.holding = holding
        }
    }

    private func drop(_ number: Int, _ place: WritableKeyPath<State, Kept?> & Sendable) {
        let dropped = state.withLock { state -> Kept? in
            guard state[keyPath: place]?.number == number else { return nil }
            defer { state[keyPath: place] = nil }
            return state[keyPath: place]
        }
        // Freed here, outside the lock.
        _ = consume dropped
    }
}
