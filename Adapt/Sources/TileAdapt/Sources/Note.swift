/// Something that the adapter did to a source, or could not do.
public struct Note: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The code was rewritten with the same meaning.
        case rewritten
        /// The adapter wrote the code: a table of actions, or a default of an optional requirement.
        case generated
        /// The code was left out, because it can have no meaning on Linux.
        case dropped
        /// The code is unchanged and needs manual work.
        case left
        /// The code is unchanged and uses something that does not exist here.
        case missing
    }

    public let kind: Kind
    public let rule: Rule
    public let file: String
    /// The line in the original file, from 1.
    public let line: Int
    /// The subject of the note: `@objc`, `Feed.reload`, `import StoreKit`.
    public let subject: String
    /// A sentence that says what was done, or what has to be done.
    public let message: String
}

/// The rules that create notes; each has a file in Rules.
public enum Rule: String, Codable, Sendable, CaseIterable {
    case conditions, imports, attributes, isolation, selectors, keyPaths, actions, outlets, protocols, optionalCalls
    case extensionOverrides, managedProperties, names, swiftUI, dynamicCalls, missing

    /// The title in the summary.
    public var title: String {
        switch self {
        case .conditions: "conditions of os(iOS)"
        case .imports: "imports of what is not here"
        case .attributes: "attributes of Objective-C"
        case .isolation: "@MainActor"
        case .selectors: "#selector"
        case .keyPaths: "#keyPath"
        case .actions: "actions in tables"
        case .outlets: "outlets and inspectable properties"
        case .protocols: "@objc protocols"
        case .optionalCalls: "calls of optional requirements"
        case .extensionOverrides: "overrides in extensions"
        case .managedProperties: "@NSManaged properties"
        case .names: "names from before Swift 4.2"
        case .swiftUI: "SwiftUI"
        case .dynamicCalls: "calls of the Objective-C runtime"
        case .missing: "uses of what does not exist here"
        }
    }
}
