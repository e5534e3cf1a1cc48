/// Rewrites sources that were written for iOS so that they compile on Linux against Tilework's UIKit.
///
///     let adaptation = Adapter().adapt([SourceText(name: "Feed.swift", text: text)])
///     print(adaptation.sources[0].text)
///
/// All sources of a module must be given at once, because a selector can name a method of another file. A second run
/// changes nothing: the adapter leaves its own output unchanged.
public struct Adapter: Sendable {
    public let options: AdaptOptions

    public init(_ options: AdaptOptions = AdaptOptions()) { self.options = options }

    /// - Complexity: O(size of the sources), and for each class O(classes above and below it).
    public func adapt(_ sources: [SourceText]) -> Adaptation {
        var notes: [Note] = []
        var parsed = sources.map(ParsedSource.init)
        parsed = moved(parsed, &notes)
        let index = ModuleIndex(parsed)
        let isUIKit = parsed.contains { $0.imports("UIKit") }
        var texts: [SourceText] = []
        for source in parsed {
            let changes = Changes(source)
            for rule in Self.rules { rule.init(index: index, changes: changes, options: options).walk(source.tree) }
            importWhatIsMissing(changes, isUIKit: isUIKit)
            let edits = changes.finishedEdits
            let text = edits.isEmpty ? source.text : SourceEdit.apply(edits, to: source.text).text
            texts.append(SourceText(name: source.name, text: text))
            notes += changes.notes
        }
        return Adaptation(
            sources: texts, original: sources, notes: notes.sorted { ($0.file, $0.line) < ($1.file, $1.line) })
    }

    private static let rules: [RuleVisitor.Type] = [
        SwiftUIRule.self, ConditionRule.self, ImportRule.self, AttributeRule.self, IsolationRule.self,
        MainActorRule.self, OptionalCallRule.self, SelectorRule.self, KeyPathRule.self, ProtocolRule.self,
        ManagedPropertyRule.self,
        ActionRule.self, OutletRule.self, HiddenActionRule.self, ForeignActionRule.self, ForeignOverrideRule.self,
        ClassNameRule.self, RenamedMemberRule.self, RenamedRule.self, DynamicCallRule.self,
        MissingRule.self, MissingMemberRule.self,
    ]

    /// Moves overridden members of extensions into their classes first, so that the other rules find them there.
    private func moved(_ sources: [ParsedSource], _ notes: inout [Note]) -> [ParsedSource] {
        let index = ModuleIndex(sources)
        let changes = sources.map(Changes.init)
        var members: [(owner: TypeRecord, text: String)] = []
        for each in changes {
            let rule = ExtensionOverrideRule(index: index, changes: each, options: options)
            rule.walk(each.source.tree)
            members += rule.moved
            if !rule.revealed.isEmpty {
                let revealing = RevealedRule(index: index, changes: each, options: options)
                revealing.revealed = rule.revealed
                revealing.walk(each.source.tree)
            }
        }
        if !members.isEmpty {
            for each in changes {
                let rule = MovedMemberRule(index: index, changes: each, options: options)
                rule.moved = members
                rule.walk(each.source.tree)
            }
        }
        notes += changes.flatMap(\.notes)
        return changes.map { $0.source.applying($0.finishedEdits) }
    }

    /// Adds missing imports. A file with a table needs UIKit, which declares tables. So does a file that names UIKit's
    /// types, which on Apple's systems it may do without an import, and one that imports XCTest, which includes UIKit
    /// there. Many of Apple's modules include Foundation, and its networking is a separate module on Linux.
    private func importWhatIsMissing(_ changes: Changes, isUIKit: Bool) {
        guard let first = changes.source.tree.statements.first, !isLeftToSwiftUI(changes) else { return }
        let source = changes.source
        let hasTable = changes.notes.contains {
            ($0.rule == .actions || $0.rule == .outlets) && $0.kind == .generated
        }
        let own = options.mergedModule.map { "import \($0)" }
        let hasDropped = changes.notes.contains { note in
            note.rule == .imports && note.kind == .dropped && own.map { !note.subject.contains($0) } ?? true
        }
        let hasUIKit = source.imports("UIKit") || source.imports("Tilework")
        var added: [String] = []
        if !hasUIKit, hasTable || source.imports("XCTest") || isUIKit && needsUIKit(source) {
            added.append("UIKit")
        } else if !hasUIKit, hasDropped, !source.imports("Foundation") {
            added.append("Foundation")
        }
        // Tilework declares the programs that run application delegates.
        if !source.imports("Tilework"), ProgramFinder.isProgram(source.tree) { added.append("Tilework") }
        if !source.imports("FoundationNetworking"), source.names(where: ImportedNames.network.contains) {
            added.append("FoundationNetworking")
        }
        if !source.imports("FoundationXML"), source.names(where: ImportedNames.xml.contains) {
            added.append("FoundationXML")
        }
        let text = added.map { "import \($0)\n" }.joined()
        if !text.isEmpty { changes.insertFirst(text, at: first.positionAfterSkippingLeadingTrivia) }
    }

    private func needsUIKit(_ source: ParsedSource) -> Bool {
        source.names(where: ImportedNames.isUIKit) || source.imports("SwiftUI")
    }

    private func isLeftToSwiftUI(_ changes: Changes) -> Bool {
        changes.notes.contains { $0.rule == .swiftUI && $0.subject == changes.source.name }
    }
}

/// The adapted sources, and notes on the changes.
public struct Adaptation: Sendable {
    public let sources: [SourceText]
    public let original: [SourceText]
    public let notes: [Note]

    /// The names of the files that have changed.
    public var changedNames: [String] {
        zip(original, sources).filter { $0.text != $1.text }.map(\.1.name)
    }
}
