/// Limits for the contents of a nib, so that a hostile nib causes an error instead of using up the memory.
public struct NibLimits: Sendable {
    /// The largest number of bytes in a file. Large storyboards of real programs have 1 to 2 million bytes.
    public var bytes = 64 << 20
    /// The largest number of elements in a document. Large storyboards of real programs have about 20,000.
    public var elements = 250_000
    /// The deepest nesting of elements or objects. Views of real programs are nested 20 to 60 levels deep.
    public var depth = 240
    /// The largest number of notes that are kept. Further notes are only counted.
    public var notes = 1000
    /// The deepest nesting of nibs that load each other, through views that load their own nib or through embedded
    /// scenes.
    public var nesting = 16

    public init() {}

    public static let standard = NibLimits()
}
