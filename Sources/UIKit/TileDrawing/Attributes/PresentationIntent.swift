/// The blocks around text, as Markdown expresses them: a paragraph inside an item of a list, for example. Foundation on
/// Linux lacks this type.
public struct PresentationIntent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case paragraph
        case header(level: Int)
        case orderedList
        case unorderedList
        /// An item of a list, with its number. Items of an unordered list count from 1.
        case listItem(ordinal: Int)
        /// Code, in the language that follows the fence.
        case codeBlock(languageHint: String?)
        case blockQuote
        case thematicBreak
        case table(columns: [TableColumn])
        case tableHeaderRow
        /// A row of a table; 0 is the header.
        case tableRow(rowIndex: Int)
        case tableCell(columnIndex: Int)
    }

    public struct TableColumn: Hashable, Sendable {
        public enum Alignment: Hashable, Sendable {
            case left, center, right
        }

        public var alignment: Alignment

        public init(alignment: Alignment) { self.alignment = alignment }
    }

    /// A block, with a number that distinguishes it from neighbors of the same kind.
    public struct IntentType: Hashable, Sendable {
        public var kind: Kind
        public var identity: Int

        public init(kind: Kind, identity: Int) { (self.kind, self.identity) = (kind, identity) }
    }

    /// The blocks, the innermost first.
    public var components: [IntentType]

    public init(types: [IntentType]) { components = types }

    public init(_ kind: Kind, identity: Int, parent: PresentationIntent? = nil) {
        components = [IntentType(kind: kind, identity: identity)] + (parent?.components ?? [])
    }

    /// The number of lists and block quotes around the text.
    public var indentationLevel: Int {
        components.count { component in
            switch component.kind {
            case .orderedList, .unorderedList, .blockQuote: true
            default: false
            }
        }
    }
}
