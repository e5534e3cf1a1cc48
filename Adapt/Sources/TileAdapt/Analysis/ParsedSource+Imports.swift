import SwiftSyntax

extension ParsedSource {
    /// Whether the code that is compiled for Linux imports a module, or a part of it.
    func imports(_ module: String) -> Bool { imports.contains(module) }

    /// The modules that the code that is compiled for Linux imports.
    var imports: Set<String> {
        let finder = ImportFinder(viewMode: .sourceAccurate)
        finder.walk(tree)
        return finder.modules
    }
}

extension ParsedSource {
    /// Whether the code that is compiled for Linux has a name for which `isMeant` is true.
    func names(where isMeant: @escaping (String) -> Bool) -> Bool {
        let finder = IdentifierFinder(isMeant)
        finder.walk(tree)
        return finder.isFound
    }
}

/// Names by which it shows which modules a source needs.
enum ImportedNames {
    /// Returns whether a name belongs to UIKit, Core Animation, Core Graphics or Core Foundation and the UIKit module
    /// here provides it.
    static func isUIKit(_ name: String) -> Bool {
        // Foundation's or the runtime's elsewhere, and UIKit's here.
        if name == "Selector" || name.hasPrefix("objc_") { return true }
        // Foundation has these on Linux.
        if ["CGFloat", "CGPoint", "CGSize", "CGRect", "CGVector"].contains(name) { return false }
        guard ["UI", "CA", "CG", "CF"].contains(String(name.prefix(2))), let third = name.dropFirst(2).first else {
            return false
        }
        return third.isUppercase
    }

    static let network: Set<String> = [
        "URLSession", "URLSessionTask", "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionConfiguration",
        "URLRequest",
        "URLResponse", "HTTPURLResponse", "URLCache", "HTTPCookie", "HTTPCookieStorage", "URLCredential",
        "URLAuthenticationChallenge", "URLSessionDelegate", "URLSessionTaskDelegate", "URLSessionDataDelegate",
        "URLProtocol",
        "NSURLRequest", "NSMutableURLRequest",
    ]

    static let xml: Set<String> = ["XMLParser", "XMLParserDelegate", "XMLDocument", "XMLElement", "XMLNode"]
}

private final class IdentifierFinder: ActiveVisitor {
    private let isMeant: (String) -> Bool
    var isFound = false

    init(_ isMeant: @escaping (String) -> Bool) {
        self.isMeant = isMeant
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier(let name) = node.tokenKind, isMeant(name) { isFound = true }
        return .skipChildren
    }
}

private final class ImportFinder: ActiveVisitor {
    var modules: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.path.first?.name.text { modules.insert(name) }
        return .skipChildren
    }
}
