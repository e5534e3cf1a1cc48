/// A file of a source tree: its name, relative to the tree, and its text.
public struct SourceText: Hashable, Sendable {
    public var name: String
    public var text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
