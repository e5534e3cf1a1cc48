/// The reader of style sheets: rules with nested rules, and at-rules.
struct SVGStyleSheetReader {
    private(set) var sheet: SVGStyleSheet
    private var statements = CSSStatements(TextBytes(start: nil, count: 0))
    private var namespaces = SVGSelectorNamespaces()
    /// The style that values are tried on.
    private var scratch = SVGStyle()
    private let parent = SVGStyle()
    /// The number of sheets that import the one being read.
    private var imports = 0

    /// The maximum nesting of rules; more than people write, and far from what a stack can hold.
    private static let maxDepth = 128
    /// The line of the document on which the sheet begins; nil if it is not in the document.
    private var firstLine: Int?
    /// A position in the sheet, and the line breaks before it.
    private var counted = (at: 0, breaks: 0)
    private static let maxImports = 4

    /// The surroundings of a list of statements.
    private struct Scope {
        /// The selectors of the enclosing style rule; nil outside of one.
        var selectors: [SVGSelector]?
        var layer: SVGCascadeLayers.Number = 0
        var depth = 0

        var list: CSSStatements.List { selectors == nil ? .rules : .style }
    }

    init(_ sheet: SVGStyleSheet, firstLine: Int?) { (self.sheet, self.firstLine) = (sheet, firstLine) }

    /// Reads one sheet.
    ///
    /// - Complexity: O(bytes).
    mutating func read(_ text: TextBytes) throws(SVGStyleSheet.TooMuch) {
        namespaces = SVGSelectorNamespaces()
        try read(text, layer: 0)
    }

    private mutating func read(_ text: TextBytes, layer: SVGCascadeLayers.Number) throws(SVGStyleSheet.TooMuch) {
        statements = CSSStatements(text)
        counted = (0, 0)
        var order = Order.imports
        try readList(.sheet, Scope(layer: layer), &order)
    }

    /// The rules that may still follow in a sheet: `@import` and `@namespace` only stand at its beginning.
    private enum Order { case imports, namespaces, others }

    private mutating func readList(
        _ list: CSSStatements.List, _ scope: Scope, _ order: inout Order
    ) throws(SVGStyleSheet.TooMuch) {
        var found: [SVGStyleSheet.Declaration] = []
        while let statement = statements.next(in: list) {
            switch statement {
            case .declaration(let syntax):
                let declaration = SVGDeclarations.Declaration(syntax)
                if let declaration { note(declaration, &found) }
                if declaration.map({ SVGOmittedProperty.isKnown($0.property) }) ?? true,
                    let omitted = SVGPropertyTable.omitted(syntax.name), omitted.isEffective(syntax.value)
                {
                    found.append(sheet.omitted(omitted.name, in: omitted.scope, line: line))
                }
            case .rule(let prelude):
                order = .others
                try keep(&found, scope)
                try readRule(prelude, scope)
            case .atRule(let name, let prelude, let hasBlock):
                try keep(&found, scope)
                try readAtRule(name, prelude, hasBlock: hasBlock, scope, &order)
            }
        }
        try keep(&found, scope)
    }

    /// Adds the declarations before a nested rule or at the end of the block.
    private mutating func keep(
        _ found: inout [SVGStyleSheet.Declaration], _ scope: Scope
    ) throws(SVGStyleSheet.TooMuch) {
        guard let selectors = scope.selectors, !found.isEmpty else { return }
        try sheet.add(selectors, found, layer: scope.layer)
        found = []
    }

    private mutating func readRule(_ prelude: TextBytes, _ scope: Scope) throws(SVGStyleSheet.TooMuch) {
        guard scope.depth < Self.maxDepth else {
            sheet.notes.insert("Style rules nested deeper than \(Self.maxDepth) are not read.")
            return statements.skipBlock()
        }
        let selectors = sheet.selectors.add(prelude, in: scope.selectors, namespaces)
        try sheet.checkSelectors()
        guard let selectors, !selectors.isEmpty else { return statements.skipBlock() }
        var order = Order.others
        try readList(.style, Scope(selectors: selectors, layer: scope.layer, depth: scope.depth + 1), &order)
    }

    /// Reads the value of a declaration, and skips it if it is invalid.
    private mutating func note(
        _ declaration: SVGDeclarations.Declaration, _ found: inout [SVGStyleSheet.Declaration]
    ) {
        let property = declaration.property
        let isImportant = declaration.isImportant
        declaration.withValue { value in
            if SVGWideKeyword(value) == .revertLayer { sheet.revertsLayers = true }
            if property == .customProperty {
                guard sheet.keepsCustomProperties, SVGVariableReference.areValid(in: value) else { return }
                var custom = sheet.declaration(property, value, isImportant: isImportant)
                custom.custom = sheet.custom(CSSText.name(declaration.syntax.name))
                found.append(custom)
            } else if SVGVariableReference.isMentioned(in: value) {
                guard SVGVariableReference.areValid(in: value) else { return }
                found.append(sheet.declaration(property, value, isImportant: isImportant))
            } else {
                do throws(SVGUnsupported) {
                    let isValid = try scratch.apply(property, value, parent: parent, from: .sheet)
                    if !isValid || SVGOmittedProperty.mayBeReadInPart(property),
                        SVGOmittedProperty.isSupportedByBrowsers(value, of: property)
                    {
                        let text = String(decoding: value, as: UTF8.self)
                        let scope = SVGOmittedProperty.scope(of: property)
                        found.append(sheet.omitted("\(property.rawValue): \(text)", in: scope, line: line))
                    }
                    guard isValid else { return }
                    found.append(sheet.declaration(property, value, isImportant: isImportant))
                } catch {
                    found.append(
                        sheet.declaration(property, value, isImportant: isImportant, isSupported: false))
                }
            }
        }
    }

    /// The line of the document that the reader has reached; nil if the sheet is not in the document.
    private var line: Int? {
        mutating get {
            guard let firstLine else { return nil }
            if statements.at > counted.at {
                counted = (statements.at, counted.breaks + statements.lineBreaks(in: counted.at..<statements.at))
            }
            return firstLine + counted.breaks
        }
    }

    // MARK: At-rules

    private mutating func readAtRule(
        _ name: TextBytes, _ prelude: TextBytes, hasBlock: Bool, _ scope: Scope, _ order: inout Order
    ) throws(SVGStyleSheet.TooMuch) {
        let plain = CSSText.plain(prelude)
        let name = String(decoding: CSSText.name(name).map(CSSText.lower), as: UTF8.self)
        let isFirst = order
        if name != "layer" || hasBlock, name != "charset" { order = .others }
        var inner = scope
        inner.depth += 1
        switch (name, hasBlock) {
        case ("media", true):
            // Longer text is not a valid query and need not be read.
            let query = String(decoding: plain.prefix(SVGMediaQuery.maxLength + 1), as: UTF8.self)
            try readBlock(inner, if: SVGMediaQuery.matches(query, sheet.preferences))
        case ("supports", true): try readBlock(inner, if: SVGSupportsQuery.isSupported(plain))
        case ("layer", _): try readLayer(plain, hasBlock: hasBlock, inner)
        case ("import", false):
            if isFirst == .imports {
                order = .imports
                try readImport(plain, scope)
            }
        case ("namespace", false):
            if isFirst != .others {
                order = .namespaces
                plain.withUnsafeBufferPointer { namespaces.add($0) }
            }
        case ("font-face", true):
            let line = line
            sheet.add(SVGFontFace(&statements), line: line)
        case ("keyframes", true), ("-webkit-keyframes", true):
            sheet.omissions.note(.atRule, "@\(name)", line: line)
            statements.skipBlock()
        // These do not apply to a still picture that is printed on no page.
        case ("page", true), ("starting-style", true), ("view-transition", true):
            statements.skipBlock()
        case ("charset", _): if hasBlock { statements.skipBlock() }
        default:
            sheet.omissions.note(.atRule, "@\(name)", line: line)
            if hasBlock { statements.skipBlock() }
        }
    }

    /// Reads the rules in a block if its condition is met, and skips it otherwise.
    private mutating func readBlock(_ scope: Scope, if isMet: Bool) throws(SVGStyleSheet.TooMuch) {
        guard isMet, scope.depth <= Self.maxDepth else { return statements.skipBlock() }
        var order = Order.others
        try readList(scope.list, scope, &order)
    }

    private mutating func readLayer(
        _ prelude: [UInt8], hasBlock: Bool, _ scope: Scope
    ) throws(SVGStyleSheet.TooMuch) {
        let paths = prelude.withUnsafeBufferPointer { Self.layerPaths($0) }
        guard let paths, !hasBlock || paths.count <= 1, hasBlock || !paths.isEmpty else {
            if hasBlock { statements.skipBlock() }
            return
        }
        var scope = scope
        if hasBlock {
            scope.layer = try layer(paths.first ?? [], in: scope.layer)
            try readBlock(scope, if: true)
        } else {
            for path in paths { _ = try layer(path, in: scope.layer) }
        }
    }

    private mutating func layer(
        _ path: [[UInt8]], in parent: SVGCascadeLayers.Number
    ) throws(SVGStyleSheet.TooMuch) -> SVGCascadeLayers.Number {
        guard let layer = sheet.layers.layer(path, in: parent) else {
            throw SVGStyleSheet.TooMuch(
                what: "its style sheets have too many layers", limit: "\(SVGCascadeLayers.maxCount)")
        }
        return layer
    }

    /// Parses names of layers, such as `base, theme.dark`. Nil if they are invalid.
    private static func layerPaths(_ bytes: TextBytes) -> [[[UInt8]]]? {
        var at = CSSText.endOfSpace(bytes, from: 0)
        if at == bytes.count { return [] }
        var paths: [[[UInt8]]] = []
        while true {
            var path: [[UInt8]] = []
            while true {
                let end = CSSText.endOfName(bytes, from: at)
                let name = CSSText.name(TextBytes(rebasing: bytes[at..<end]))
                guard let first = name.first, bytes[at] &- 0x30 >= 10 else { return nil }
                if first == 0x2D, name.count == 1 { return nil }
                path.append(name)
                at = end
                guard at < bytes.count, bytes[at] == 0x2E else { break }
                at += 1
            }
            paths.append(path)
            at = CSSText.endOfSpace(bytes, from: at)
            if at == bytes.count { return paths }
            guard bytes[at] == 0x2C else { return nil }
            at = CSSText.endOfSpace(bytes, from: at + 1)
        }
    }

    /// Reads an imported sheet if it is in a data URL: nothing outside of the document is read.
    private mutating func readImport(_ prelude: [UInt8], _ scope: Scope) throws(SVGStyleSheet.TooMuch) {
        let imported = prelude.withUnsafeBufferPointer { SVGStyleImport($0) }
        guard let imported else { return }
        guard let data = imported.data else {
            let text = String(decoding: prelude.prefix(80), as: UTF8.self)
            sheet.omissions.note(.atRule, "@import \(text)", line: line)
            return
        }
        guard imports < Self.maxImports, SVGMediaQuery.matches(imported.media, sheet.preferences),
            imported.supports.map({ SVGSupportsQuery.isSupported($0) }) ?? true
        else { return }
        var layer = scope.layer
        if let name = imported.layer {
            guard let paths = name.withUnsafeBufferPointer({ Self.layerPaths($0) }), paths.count <= 1 else { return }
            layer = try self.layer(paths.first ?? [], in: layer)
        }
        let outer = (statements, namespaces, firstLine, counted)
        firstLine = nil
        imports += 1
        namespaces = SVGSelectorNamespaces()
        var failure: SVGStyleSheet.TooMuch?
        data.withUnsafeBufferPointer { bytes in
            do throws(SVGStyleSheet.TooMuch) { try read(bytes, layer: layer) } catch { failure = error }
        }
        imports -= 1
        (statements, namespaces, firstLine, counted) = outer
        if let failure { throw failure }
    }
}
