public import Foundation

/// The elements of a .xib or .storyboard file, independent of UIKit.
public struct NibDocument: Sendable {
    public enum Kind: Sendable { case nib, storyboard }

    public let kind: Kind
    /// The name of the file, for messages.
    public let name: String
    public private(set) var root: NibElement

    /// Reads a document from bytes.
    ///
    /// - Throws: `NibFailure` if the bytes aren't such a document, are incomplete, or exceed the limits.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8], name: String, limits: NibLimits = .standard) throws(NibFailure) {
        let root = try NibXMLReader.read(bytes, file: name, limits: limits)
        guard root.name == "document" || root.name == "archive" else {
            throw NibFailure(name, line: root.line, .notANib("its root element is <\(root.name)>, not <document>"))
        }
        guard root.name == "document" else {
            throw NibFailure(
                name, line: root.line,
                .version("it is of Interface Builder before version 3.0; save it with Xcode 5 or newer"))
        }
        let type = root["type"] ?? ""
        guard !type.contains("Cocoa.XIB"), !type.contains("Cocoa.Storyboard") else {
            throw NibFailure(name, line: root.line, .platform("it is for macOS: its type is \(type)"))
        }
        if let version = root["version"], version.prefix(while: { $0 != "." }) != "3" {
            throw NibFailure(name, line: root.line, .version("its version is \(version), and this reads 3.0"))
        }
        kind = root.child("scenes") != nil || type.contains("Storyboard") ? .storyboard : .nib
        self.name = name
        self.root = root
    }

    init(_ root: NibElement, _ kind: Kind, name: String) { (self.root, self.kind, self.name) = (root, kind, name) }

    /// Reads a document from a file.
    public init(contentsOf file: URL, limits: NibLimits = .standard) throws(NibFailure) {
        let name = file.lastPathComponent
        try self.init(try NibFiles.bytes(of: file, limits: limits), name: name, limits: limits)
    }

    /// The objects of a .xib file, including placeholders.
    public var objects: [NibElement] { root.list("objects") }
    public var scenes: [NibElement] { root.list("scenes").filter { $0.name == "scene" } }
    public var initialViewController: String? { root["initialViewController"] }
    /// A Boolean value that indicates whether the views have constraints. Otherwise all views are laid out by their
    /// autoresizing masks.
    public var usesAutoLayout: Bool { root["useAutolayout"] == "YES" }
    public var usesSafeAreas: Bool { root["useSafeAreas"] == "YES" }
    /// The resources that the document uses, such as images and colors.
    public var resources: [NibElement] { root.list("resources") }

    /// Returns the document with the text of another language; see `NibStrings`.
    public func localized(_ strings: NibStrings) -> NibDocument {
        guard !strings.isEmpty else { return self }
        var copy = self
        copy.root.update { strings.apply(to: &$0) }
        return copy
    }
}
