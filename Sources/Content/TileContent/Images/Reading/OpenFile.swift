/// The cost of a file that stays open for reading.
enum OpenFile {
    /// The size that an open file counts for under a memory budget, in bytes. A decoder's tables and buffers take less,
    /// but file descriptors are scarcer than memory: a process may have 1,024, which is how many files fit 8 GB at this
    /// size.
    static let byteCount = 8 << 20
}
