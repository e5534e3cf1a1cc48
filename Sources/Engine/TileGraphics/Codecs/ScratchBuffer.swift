/// Memory that an encoder keeps between images, so that encoding one allocates nothing.
///
/// A raw block instead of an array: hot loops write to it in any order, and an array would have to be filled first.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var elements: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    init(capacity: Int = 0) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    deinit { elements.deallocate() }

    var byteCount: Int { capacity * MemoryLayout<Element>.stride }

    /// Room for `count` elements at least. What was in it is lost when it has to grow.
    mutating func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
        if count > capacity {
            elements.deallocate()
            elements = .allocate(capacity: count)
            capacity = count
        }
        return elements
    }
}
