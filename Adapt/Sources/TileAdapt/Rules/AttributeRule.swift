import SwiftSyntax

/// Removes attributes that are meaningful only for Objective-C or Interface Builder. Attributes of programs get Swift's
/// name.
final class AttributeRule: RuleVisitor {
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if Self.removed.contains(name) {
            changes.removeWithSpaceAfter(node)
            changes.note(.rewritten, .attributes, at: node, subject: node.trimmedDescription, message: "stripped")
        } else if name == "available", isForNibsAlone(node) {
            changes.removeWithSpaceAfter(node)
            changes.note(
                .rewritten, .attributes, at: node, subject: node.trimmedDescription,
                message: "stripped, so that the table of outlets can name it")
        } else if name == "UIApplicationMain" || name == "NSApplicationMain" {
            changes.replace(node, with: "@main")
            changes.note(.rewritten, .attributes, at: node, subject: node.trimmedDescription, message: "is @main")
        }
        return .skipChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        // `dynamic` has its former meaning only with Objective-C.
        guard node.name.text == "dynamic",
            let declaration = node.parent?.parent?.asProtocol((any WithAttributesSyntax).self),
            declaration.attributes.has("objc") || declaration.attributes.has("NSManaged")
        else { return .skipChildren }
        changes.removeWithSpaceAfter(node)
        return .skipChildren
    }

    /// Whether a property exists for Interface Builder only, and is unavailable in code.
    private func isForNibsAlone(_ node: AttributeSyntax) -> Bool {
        guard options.writesOutlets, node.arguments?.trimmedDescription.contains("unavailable") ?? false,
            let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
        else { return false }
        return declaration.attributes.has("IBInspectable") || declaration.attributes.has("IBOutlet")
    }

    private static let removed: Set<String> = [
        "objc", "objcMembers", "nonobjc", "IBAction", "IBSegueAction", "IBOutlet", "IBInspectable", "IBDesignable",
        "GKInspectable", "NSManaged",
    ]
}

/// Finds the class that an application's program begins with.
final class ProgramFinder: ActiveVisitor {
    private var isFound = false

    static func isProgram(_ tree: SourceFileSyntax) -> Bool {
        let finder = ProgramFinder(viewMode: .sourceAccurate)
        finder.walk(tree)
        return finder.isFound
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let isMain = node.attributes.has("UIApplicationMain") || node.attributes.has("main")
        if isMain, node.inheritanceClause?.names.contains("UIApplicationDelegate") ?? false { isFound = true }
        return .skipChildren
    }
}
