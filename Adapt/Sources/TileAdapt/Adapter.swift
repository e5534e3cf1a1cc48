/// Rewrites sources that were written for iOS so that they compile on Linux against Tilework's UIKit.
///
///     let adaptation = Adapter().adapt([SourceText(name: "Feed.swift", text: text)])
///     print(adaptation.sources[0].text)
///
/// All sources of a module are given at once: a method in one file is named by a selector in another. Twice is as good as
/// once: what the adapter wrote it leaves alone.
public struct Adapter: Sendable {
    public let options: AdaptOptions

    public init(_ options: AdaptOptions = AdaptOptions()) { self.options = options }

    /// - Complexity: O(size of the sources), and for each class O(classes above and below it).
    public func adapt(_ sources: [SourceText]) -> Adaptation {
        var notes: [Note] = []
        var parsed = sources.map(ParsedSource.init)
        parsed = moved(parsed, &notes)
        let index = ModuleIndex(parsed)
        var texts: [SourceText] = []
        for source in parsed {
            let changes = Changes(source)
            for rule in Self.rules { rule.init(index: index, changes: changes, options: options).walk(source.tree) }
            ensureUIKit(changes)
            let text = changes.edits.isEmpty ? source.text : SourceEdit.apply(changes.edits, to: source.text).text
            texts.append(SourceText(name: source.name, text: text))
            notes += changes.notes
        }
        return Adaptation(sources: texts, original: sources, notes: notes)
    }

    private static let rules: [RuleVisitor.Type] = [
        SwiftUIRule.self, ConditionRule.self, ImportRule.self, AttributeRule.self, IsolationRule.self,
        SelectorRule.self,
        KeyPathRule.self, ProtocolRule.self, OptionalCallRule.self, ManagedPropertyRule.self, ObservedPropertyRule.self,
        ActionRule.self, OutletRule.self, HiddenActionRule.self, ForeignActionRule.self, DynamicCallRule.self,
    ]

    /// First what extensions override is moved, so that the other rules find it in its class.
    private func moved(_ sources: [ParsedSource], _ notes: inout [Note]) -> [ParsedSource] {
        let index = ModuleIndex(sources)
        let changes = sources.map(Changes.init)
        var members: [(owner: TypeRecord, text: String)] = []
        for each in changes {
            let rule = ExtensionOverrideRule(index: index, changes: each, options: options)
            rule.walk(each.source.tree)
            members += rule.moved
        }
        if !members.isEmpty {
            for each in changes {
                let rule = MovedMemberRule(index: index, changes: each, options: options)
                rule.moved = members
                rule.walk(each.source.tree)
            }
        }
        notes += changes.flatMap(\.notes)
        return changes.map { $0.source.applying($0.edits) }
    }

    /// A file with a table imports UIKit, which has tables; one of XCTest gets what XCTest brings with it on iOS.
    private func ensureUIKit(_ changes: Changes) {
        let hasTable = changes.notes.contains { ($0.rule == .actions || $0.rule == .outlets) && $0.kind == .generated }
        guard hasTable || changes.source.imports("XCTest"), !changes.source.imports("UIKit"),
            !changes.source.imports("Tilework"), let first = changes.source.tree.statements.first
        else { return }
        changes.insert("import UIKit\n", at: first.positionAfterSkippingLeadingTrivia)
    }
}

/// Sources as they were adapted, and what was done.
public struct Adaptation: Sendable {
    public let sources: [SourceText]
    public let original: [SourceText]
    public let notes: [Note]

    /// The names of the files that are other than they were.
    public var changedNames: [String] {
        zip(original, sources).filter { $0.text != $1.text }.map(\.1.name)
    }
}
