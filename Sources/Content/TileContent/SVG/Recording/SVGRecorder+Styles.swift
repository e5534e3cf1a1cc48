import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// Returns the attributes that selectors refer to and that the reader does not know. Another parse keeps them under
    /// these numbers.
    func attributesOfSelectors() throws(Failure) -> [String: Int32] {
        try readStyleSheets()
        return sheet.selectors.attributeNames
    }

    func style(of node: Int32, parent: SVGStyle) throws(Failure) -> SVGStyle {
        guard tree.readCount <= largestReadCount else { throw .tooMuchReading }
        var style = parent.inherited()
        styledNode = node
        try cascade(node, &style, parent: parent)
        style.text.scaleRelativeSize(parent: parent.text)
        if style.text.baselineShift == .sub || style.text.baselineShift == .super {
            let font = fontHeight(style)
            style.text.heightForShift = font.ascent + font.descent
        }
        // The boxes of HTML have the decorations of those around them.
        if tree.nodes[Int(node)].element?.isHTML == true { style.text.outerDecorations = nil }
        return style
    }

    /// Returns the style of an element, ignoring unsupported values.
    func tolerantStyle(of node: Int32, parent: SVGStyle) -> SVGStyle {
        isTolerant = true
        defer { isTolerant = false }
        return (try? style(of: node, parent: parent)) ?? parent
    }

    /// Sets a property from a value, after replacing its references to custom properties.
    ///
    /// - Parameter layer: The style before the declarations of the value's cascade layer; nil if it is not known.
    private func set(
        _ property: SVGAttribute, _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle,
        from source: SVGValueSource, before layer: SVGStyle? = nil
    ) throws(Failure) {
        tree.noteReading(bytes)
        if usesVariables, SVGVariableReference.isMentioned(in: bytes) {
            guard property != .customProperty, SVGVariableReference.areValid(in: bytes) else { return }
            guard let value = variables.substituted(bytes, in: style.variables) else {
                return style.apply(.unset, to: property, parent: parent)
            }
            let result = value.withUnsafeBufferPointer { value -> Result<Bool, Failure> in
                tree.noteReading(value)
                do throws(Failure) {
                    return .success(try apply(property, value, &style, parent, from: source, before: layer))
                } catch {
                    return .failure(error)
                }
            }
            // Invalid at computed-value time.
            if try !result.get() { style.apply(.unset, to: property, parent: parent) }
        } else {
            let isValid = try apply(property, bytes, &style, parent, from: source, before: layer)
            if rules.isPage, !isValid, source != .attribute || property.isPresentationAttribute {
                noteUnknown(property.rawValue, bytes)
            }
            // Values in sheets were tried when the sheets were read.
            if !isValid || SVGOmittedProperty.mayBeReadInPart(property), source != .sheet,
                SVGOmittedProperty.isSupportedByBrowsers(bytes, of: property),
                SVGOmittedProperty.scope(of: property).contains(isHTML: isHTML(styledNode))
            {
                noteUnknown(property.rawValue, bytes)
            }
        }
    }

    private func noteUnknown(_ property: String, _ value: TextBytes) {
        let text = String(decoding: value.prefix(80), as: UTF8.self)
        omissions.note(.property, "\(property): \(text)", at: styledNode)
    }

    /// Sets a property from a value without references.
    ///
    /// - Returns: Whether the value is valid.
    private func apply(
        _ property: SVGAttribute, _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle,
        from source: SVGValueSource, before layer: SVGStyle?
    ) throws(Failure) -> Bool {
        if let layer, Self.revertsLayer(bytes) {
            style.copy(property, from: layer)
            return true
        }
        if let defaultStyle, SVGWideKeyword(bytes) == .revert {
            style.copy(property, from: defaultStyle)
            return true
        }
        do throws(SVGUnsupported) {
            return try style.apply(property, bytes, parent: parent, from: source)
        } catch {
            if !isTolerant { throw .unsupported(error) }
            return true
        }
    }

    private static func revertsLayer(_ bytes: TextBytes) -> Bool {
        bytes.count >= 12 && SVGWideKeyword(bytes) == .revertLayer
    }

    private func cascade(_ node: Int32, _ style: inout SVGStyle, parent: SVGStyle) throws(Failure) {
        let ruled = try declarations(for: node)
        if usesVariables { style.variables = variableScope(of: node, ruled, in: parent.variables) }
        let scope = style.variables
        let inline = try applyAttributes(of: node, &style, parent: parent)
        defaultStyle = tree.nodes[Int(node)].element?.isHTML == true ? style : nil
        var layers: [Int32: SVGStyle] = [:]
        if let ruled { try apply(ruled.normal, &style, parent: parent, before: &layers) }
        let hasImportant = try inline.map { bytes throws(Failure) in
            try apply(bytes, of: node, isImportant: false, &style, parent: parent) { () throws(Failure) in
                var below = parent.inherited()
                below.variables = scope
                _ = try applyAttributes(of: node, &below, parent: parent)
                var layers: [Int32: SVGStyle] = [:]
                if let ruled { try apply(ruled.normal, &below, parent: parent, before: &layers) }
                return below
            }
        }
        if let ruled { try apply(ruled.important, &style, parent: parent, before: &layers) }
        if let inline, hasImportant == true {
            let below = style
            _ = try apply(inline, of: node, isImportant: true, &style, parent: parent) { () throws(Failure) in below }
        }
    }

    /// Applies the presentation attributes of an element.
    ///
    /// - Returns: The style attribute.
    private func applyAttributes(
        of node: Int32, _ style: inout SVGStyle, parent: SVGStyle
    ) throws(Failure) -> TextBytes? {
        let entry = tree.nodes[Int(node)]
        if entry.element?.isHTML == true {
            applyHTMLDefaults(of: node, &style, parent: parent)
            return tree.value(node, .style)
        }
        // Browsers' own sheet sets `white-space` for a text, so that nothing around it counts.
        if entry.element == .text { style.text.preservesSpace = false }
        var inline: TextBytes?
        for index in Int(entry.firstAttribute)..<Int(entry.firstAttribute + entry.attributeCount) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .style: inline = tree.bytes(attribute.value)
            case .xmlSpace:
                guard entry.element?.readsXMLSpace == true else { break }
                style.text.preservesSpace = tree.string(attribute.value) == "preserve"
            case .xmlLang: style.text.language = tree.string(attribute.value)
            case .transform, .d, .id, .points, .href, .xlinkHref: break
            case .dx, .dy, .rotate, .path: break
            case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry:
                // Other values are read where they are used.
                let bytes = tree.bytes(attribute.value)
                guard usesVariables, SVGVariableReference.isMentioned(in: bytes) else { break }
                try set(attribute.name, bytes, &style, parent, from: .geometryAttribute)
            case .marker, .font, .mixBlendMode, .isolation, .all, .background, .backgroundColor: break
            default: try set(attribute.name, tree.bytes(attribute.value), &style, parent, from: .attribute)
            }
        }
        return inline
    }

    /// Returns the style sheets' declarations for an element, if there are style sheets.
    private func declarations(for node: Int32) throws(Failure) -> SVGCascade.Result? {
        guard let cascade else { return nil }
        do throws(SVGStyleSheet.TooMuch) {
            return try cascade.declarations(for: node)
        } catch {
            throw .styleSheet(error)
        }
    }

    /// Applies declarations of the style sheets.
    ///
    /// - Parameter layers: The styles before each layer, where values revert to them. An important value reverts to the
    ///   style before the normal declarations of its layer.
    private func apply(
        _ items: [SVGCascade.Item], _ style: inout SVGStyle, parent: SVGStyle, before layers: inout [Int32: SVGStyle]
    ) throws(Failure) {
        guard let sheet = cascade?.sheet else { return }
        var layer: Int32 = -1
        var before: SVGStyle?
        for item in items {
            let declaration = sheet.declarations[Int(item.declaration)]
            if declaration.property == .customProperty { continue }
            if declaration.property == .omitted {
                let omitted = sheet.omitted[Int(declaration.custom)]
                if omitted.scope.contains(isHTML: isHTML(styledNode)) {
                    omissions.note(.property, omitted.name, at: styledNode, line: omitted.line)
                }
                continue
            }
            if sheet.revertsLayers, item.layer != layer {
                layer = item.layer
                before = layers[layer] ?? style
                layers[layer] = before
            }
            let failure = sheet.withValue(of: declaration) { bytes -> Failure? in
                do throws(Failure) {
                    try set(declaration.property, bytes, &style, parent, from: .sheet, before: before)
                    return nil
                } catch {
                    return error
                }
            }
            if let failure { throw failure }
        }
    }

    private func isHTML(_ node: Int32) -> Bool { tree.nodes[Int(node)].element?.isHTML == true }

    /// Applies a style attribute, parsed in place: in machine-made documents it is most of the bytes.
    ///
    /// - Parameters:
    ///   - isImportant: Whether to apply the important declarations or the others.
    ///   - below: Returns the style without the attribute, for values that revert to it.
    /// - Returns: Whether it contains important declarations.
    private func apply(
        _ bytes: TextBytes, of node: Int32, isImportant: Bool, _ style: inout SVGStyle, parent: SVGStyle,
        below: () throws(Failure) -> SVGStyle
    ) throws(Failure) -> Bool {
        var hasImportant = false
        var known: SVGStyle?
        let isHTML = isHTML(node)
        // HTML has no lengths without units.
        let source = isHTML ? SVGValueSource.sheet : .inline
        var declarations = SVGDeclarations(bytes)
        func note(_ property: SVGOmittedProperty, _ value: TextBytes) {
            guard property.scope.contains(isHTML: isHTML), property.isEffective(value) else { return }
            if !property.isOfLines || SVGOmittedProperty.mentionsLines(bytes) {
                omissions.note(.property, property.name, at: styledNode)
            }
        }
        func noteOther(_ syntax: CSSStatements.Declaration) {
            if rules.isPage { noteUnknown(String(decoding: syntax.name, as: UTF8.self), syntax.value) }
        }
        while let declaration = declarations.next(noteOmitted: note, noteUnknown: noteOther) {
            if declaration.property == .customProperty { continue }
            if declaration.isImportant { hasImportant = true }
            guard declaration.isImportant == isImportant else { continue }
            if Self.revertsLayer(declaration.syntax.value) {
                if known == nil { known = try below() }
            }
            try declaration.withValue { value throws(Failure) in
                try set(declaration.property, value, &style, parent, from: source, before: known)
            }
        }
        return hasImportant
    }

    // MARK: Custom properties

    /// Returns the scope of an element's custom properties.
    private func variableScope(
        of node: Int32, _ ruled: SVGCascade.Result?, in parent: SVGVariableTable.Scope
    ) -> SVGVariableTable.Scope {
        let inline = tree.value(node, .style)
        // Two hyphens begin a custom property, and few other values contain them.
        let mayDeclare = inline.map { inline in zip(inline, inline.dropFirst()).contains { $0 == (0x2D, 0x2D) } }
        guard ruled?.hasCustomProperties == true || mayDeclare == true else { return parent }
        var declared = DeclaredVariables()
        let ofSheets = ruled?.hasCustomProperties == true ? ruled : nil
        if let ofSheets { declare(ofSheets.normal, &declared) }
        let hasImportant = inline.map { declare($0, isImportant: false, &declared) } ?? false
        if let ofSheets { declare(ofSheets.important, &declared) }
        if let inline, hasImportant { _ = declare(inline, isImportant: true, &declared) }
        return variables.scope(declared.declarations, in: parent)
    }

    /// The custom properties that an element declares, weakest first.
    private struct DeclaredVariables {
        private var values: [SVGVariableTable.Name: [(layer: Int32, value: [UInt8]?)]] = [:]

        /// The layer of a style attribute.
        static let inlineLayer = Int32.max

        mutating func add(_ name: SVGVariableTable.Name, _ value: TextBytes, layer: Int32) {
            switch SVGWideKeyword(value) {
            case nil: values[name, default: []].append((layer, Array(value)))
            case .initial: values[name, default: []].append((layer, nil))
            case .inherit, .unset, .revert: values[name] = nil
            case .revertLayer: values[name]?.removeAll { $0.layer == layer }
            }
        }

        var declarations: [SVGVariableTable.Declaration] {
            values.compactMap { name, values in
                values.last.map { SVGVariableTable.Declaration(name: name, value: $0.value) }
            }
        }
    }

    private func declare(_ items: [SVGCascade.Item], _ declared: inout DeclaredVariables) {
        guard let sheet = cascade?.sheet else { return }
        for item in items {
            let declaration = sheet.declarations[Int(item.declaration)]
            guard declaration.property == .customProperty else { continue }
            let name = variables.name(sheet.customNames[Int(declaration.custom)])
            sheet.withValue(of: declaration) { value in
                tree.noteReading(value)
                declared.add(name, value, layer: item.layer)
            }
        }
    }

    /// - Returns: Whether there are important declarations.
    private func declare(_ bytes: TextBytes, isImportant: Bool, _ declared: inout DeclaredVariables) -> Bool {
        var hasImportant = false
        for declaration in SVGDeclarations(bytes) where declaration.property == .customProperty {
            if declaration.isImportant { hasImportant = true }
            guard declaration.isImportant == isImportant else { continue }
            let name = variables.name(CSSText.name(declaration.syntax.name))
            declaration.withValue { value in
                guard SVGVariableReference.areValid(in: value) else { return }
                declared.add(name, value, layer: DeclaredVariables.inlineLayer)
            }
        }
        return hasImportant
    }
}
