import SwiftSyntax

/// Removes imports of modules that Linux lacks. If all sources are compiled as one module, imports of their own modules
/// are removed, too.
final class ImportRule: RuleVisitor {
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        let path = node.path.map(\.name.text)
        guard let module = path.first else { return .skipChildren }
        if let own = options.mergedModule, module.hasPrefix(own), module != own || !isTest {
            drop(node, "all is compiled as the module \(own)")
        } else if module == "SwiftUI" {
            // Another rule handles SwiftUI.
        } else if AppleModules.isMissing(module), !options.ownModules.contains(module) {
            drop(node, ImportRule.advice[module] ?? "there is no \(module) on Linux; what needs it has to be left out")
        } else if path.count > 1, node.importKindSpecifier == nil,
            module != "UIKit" || !AppleModules.parts.contains(path[1]),
            AppleModules.present.contains(module)
        {
            replaceParts(node, module)
        } else if path.count > 1, node.importKindSpecifier != nil, module == "UIKit" || module == "Foundation" {
            replaceParts(node, module)
        }
        return .skipChildren
    }

    /// Whether the source is a test. Tests are compiled separately, and import the tested module.
    private var isTest: Bool { changes.source.imports("XCTest") || changes.source.imports("Testing") }

    private func drop(_ node: ImportDeclSyntax, _ message: String) {
        changes.removeLine(of: node)
        changes.note(.dropped, .imports, at: node, subject: node.trimmedDescription, message: message)
    }

    private func replaceParts(_ node: ImportDeclSyntax, _ module: String) {
        changes.replace(node, with: "import \(module)")
        changes.note(
            .rewritten, .imports, at: node, subject: node.trimmedDescription, message: "imports all of \(module)")
    }

    private static let advice: [String: String] = [
        "ObjectiveC": "associated objects are in UIKit here; nothing else of the runtime is there",
        "Darwin": "Foundation has the C library",
        "CoreText": "UIKit and CoreGraphics here have what there is of text",
        "ImageIO": "UIImage and CGImage here read what there is of images",
        "CoreImage": "UIKit here has no filters of Core Image",
        "os": "there is no log of the system; print, or swift-log",
        "Combine": "there is no Combine on Linux; OpenCombine has its names",
        "WebKit": "there are no web views here",
        "AVFoundation": "there is no sound and no video here",
    ]
}
