/// What a nib may be, so that a hostile one ends in an error, not in a machine without memory.
public struct NibLimits: Sendable {
    /// Of a file. Large storyboards of real programs have 1 to 2 million bytes.
    public var bytes = 64 << 20
    /// Of a document. Large storyboards of real programs have some 20,000.
    public var elements = 250_000
    /// How deep elements, or objects, may lie in one another. Views of real programs lie 20 to 60 deep.
    public var depth = 240
    /// How many notes are kept; the others are counted.
    public var notes = 1000
    /// How deep one nib may be loaded while another is: by a view that loads its own, by embedded scenes.
    public var nesting = 16

    public init() {}

    public static let standard = NibLimits()
}
