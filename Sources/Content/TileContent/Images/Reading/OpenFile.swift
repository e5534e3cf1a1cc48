/// A file that stays open for reading.
enum OpenFile {
    /// What one counts for under a budget of memory, in bytes. A decoder's tables and buffers are less, but a file
    /// descriptor is scarcer than they are: a process may have 1,024, and in the 8 GB of those there are as many files.
    static let byteCount = 8 << 20
}
