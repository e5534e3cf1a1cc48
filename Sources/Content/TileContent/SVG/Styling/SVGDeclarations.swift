/// The declarations of a style attribute or of a block without rules, parsed in place. Unknown properties are skipped.
///
/// - Complexity: O(bytes) for one iteration.
struct SVGDeclarations: Sequence, IteratorProtocol {
    struct Declaration {
        /// The property; `customProperty` for a custom one.
        var property: SVGAttribute
        var syntax: CSSStatements.Declaration

        var isImportant: Bool { syntax.isImportant }

        /// Calls a function with the value, without comments and unnecessary escapes.
        func withValue<Result, Failure: Error>(
            _ body: (TextBytes) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            guard syntax.needsCleaning else { return try body(syntax.value) }
            let plain = CSSText.plain(syntax.value)
            let result = plain.withUnsafeBufferPointer { bytes -> Swift.Result<Result, Failure> in
                do throws(Failure) { return .success(try body(bytes)) } catch { return .failure(error) }
            }
            return try result.get()
        }
    }

    private var statements: CSSStatements

    /// Creates a sequence of declarations.
    init(_ bytes: TextBytes) { statements = CSSStatements(bytes) }

    mutating func next() -> Declaration? { next(noteOmitted: { _, _ in }, noteUnknown: { _ in }) }

    /// Returns the next declaration of a supported property.
    ///
    /// - Parameters:
    ///   - noteOmitted: Receives properties that only browsers support, for all elements or for some, with their
    ///     values.
    ///   - noteUnknown: Receives declarations of other properties.
    mutating func next(
        noteOmitted: (SVGOmittedProperty, TextBytes) -> Void, noteUnknown: (CSSStatements.Declaration) -> Void
    ) -> Declaration? {
        while let statement = statements.next(in: .declarations) {
            guard case .declaration(let syntax) = statement else { continue }
            if let declaration = Declaration(syntax) {
                if SVGOmittedProperty.isKnown(declaration.property),
                    let omitted = SVGPropertyTable.omitted(syntax.name)
                {
                    noteOmitted(omitted, syntax.value)
                }
                return declaration
            }
            if let omitted = SVGPropertyTable.omitted(syntax.name) {
                noteOmitted(omitted, syntax.value)
            } else {
                noteUnknown(syntax)
            }
        }
        return nil
    }
}

extension SVGDeclarations.Declaration {
    /// Creates a declaration of a property that the reader knows; nil for others.
    init?(_ syntax: CSSStatements.Declaration) {
        self.syntax = syntax
        if syntax.isCustom {
            property = .customProperty
        } else if let known = SVGPropertyTable.property(syntax.name) {
            property = known
        } else {
            guard syntax.needsCleaning || syntax.name.contains(0x5C) else { return nil }
            let name = CSSText.name(syntax.name)
            guard let known = name.withUnsafeBufferPointer({ SVGPropertyTable.property($0) }) else { return nil }
            property = known
        }
    }
}
