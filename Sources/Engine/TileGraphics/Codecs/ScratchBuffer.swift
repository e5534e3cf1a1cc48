/// Memory that an encoder keeps between images, so that encoding does not allocate.
///
/// A raw block rather than an array: hot loops write to it in any order, and an array would have to be initialized
/// first.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var elements: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    init(capacity: Int = 0) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    deinit { elements.deallocate() }

    var byteCount: Int { capacity * MemoryLayout<Element>.stride }

    /// Returns space for at least `count` elements. The previous contents are lost if it has to grow.
    mutating func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
        if count > capacity {
            elements.deallocate()
            elements = .allocate(capacity: count)
            capacity = count
        }
        return elements
    }
}
