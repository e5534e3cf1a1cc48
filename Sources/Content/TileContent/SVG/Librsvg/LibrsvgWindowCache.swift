import TileEngine
import TileGraphics
import TileSupport

/// An LRU cache of windows drawn by librsvg, bounded by a byte limit and by the memory budget.
final class LibrsvgWindowCache<Key: Hashable & Sendable>: Sendable {
    /// A window that is drawn or being drawn. Later callers wait for the first.
    private final class Window: Sendable {
        let bitmap = Lock<Bitmap?>(nil)
        /// The memory holding; it ends with the window.
        let holding = Lock<MemoryBudget.Holding?>(nil)
    }

    private struct State {
        var windows: [Key: Window] = [:]
        /// The keys, least recently used first, with the bytes of each drawn window.
        var order: [(key: Key, byteCount: Int)] = []
        var byteCount = 0

        mutating func remove(_ key: Key) {
            windows[key] = nil
            guard let index = order.firstIndex(where: { $0.key == key }) else { return }
            byteCount -= order.remove(at: index).byteCount
        }

        mutating func touch(_ key: Key, byteCount added: Int = 0) {
            guard let index = order.firstIndex(where: { $0.key == key }) else { return }
            var entry = order.remove(at: index)
            entry.byteCount += added
            byteCount += added
            order.append(entry)
        }
    }

    private let state = Lock(State())
    /// The maximum number of bytes.
    private let limit: Int
    private let memory: MemoryBudget?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes to keep.
    ///   - memory: The budget that the windows count against.
    init(limit: Int, memory: MemoryBudget?) {
        self.limit = limit
        self.memory = memory
    }

    /// Returns a window. If it is not cached, `draw` draws it.
    func window<Failure>(_ key: Key, _ draw: () throws(Failure) -> Bitmap) throws(Failure) -> Bitmap {
        let window = state.withLock { state in
            if let known = state.windows[key] {
                state.touch(key)
                return known
            }
            let window = Window()
            state.windows[key] = window
            state.order.append((key, 0))
            return window
        }
        let bitmap: Bitmap
        let isNew: Bool
        do throws(Failure) {
            (bitmap, isNew) = try window.bitmap.withLock { bitmap throws(Failure) in
                if let bitmap { return (bitmap, false) }
                let drawn = try draw()
                bitmap = drawn
                return (drawn, true)
            }
        } catch {
            state.withLock { if $0.windows[key] === window { $0.remove(key) } }
            throw error
        }
        if isNew {
            keep(window, for: key, byteCount: bitmap.byteCount)
        } else {
            window.holding.withLock { $0 }?.touch()
        }
        return bitmap
    }

    private func keep(_ window: Window, for key: Key, byteCount: Int) {
        let isKept = state.withLock { state in
            guard state.windows[key] === window else { return false }
            state.touch(key, byteCount: byteCount)
            while state.byteCount > limit, let oldest = state.order.first(where: { $0.byteCount > 0 && $0.key != key })
            {
                state.remove(oldest.key)
            }
            return true
        }
        guard isKept else { return }
        // Registered without the lock held, because registering may evict windows of other caches.
        let holding = memory?.hold(byteCount, as: .parts) { [weak self, weak window] in
            self?.state.withLock { state in if state.windows[key] === window { state.remove(key) } }
        }
        window.holding.withLock { $0 = holding }
    }
}
