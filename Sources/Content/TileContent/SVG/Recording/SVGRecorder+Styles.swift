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
        try cascade(node, &style, parent: parent)
        return style
    }

    /// Returns the style of an element, ignoring unsupported values.
    func tolerantStyle(of node: Int32, parent: SVGStyle) -> SVGStyle {
        isTolerant = true
        defer { isTolerant = false }
        return (try? style(of: node, parent: parent)) ?? parent
    }

    private func set(
        _ property: SVGAttribute, _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle
    ) throws(Failure) {
        tree.noteReading(bytes)
        do throws(SVGUnsupported) {
            try style.apply(property, bytes, parent: parent)
        } catch {
            if !isTolerant { throw .unsupported(error) }
        }
    }

    private func cascade(_ node: Int32, _ style: inout SVGStyle, parent: SVGStyle) throws(Failure) {
        let entry = tree.nodes[Int(node)]
        var inline: TextBytes?
        for index in Int(entry.firstAttribute)..<Int(entry.firstAttribute + entry.attributeCount) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .style: inline = tree.bytes(attribute.value)
            case .xmlSpace: style.text.preservesSpace = tree.string(attribute.value) == "preserve"
            case .xmlLang: style.text.language = tree.string(attribute.value)
            case .transform, .d, .id, .points, .href, .xlinkHref: break
            case .x, .y, .dx, .dy, .rotate, .path: break
            case .marker, .font, .mixBlendMode, .isolation, .background, .backgroundColor: break
            default: try set(attribute.name, tree.bytes(attribute.value), &style, parent)
            }
        }
        let ruled = try declarations(for: node)
        if let ruled { for number in ruled.normal { try apply(number, &style, parent: parent) } }
        let hasImportant = try inline.map { bytes throws(Failure) in
            try cascade(bytes, isImportant: false, &style, parent: parent)
        }
        if let ruled { for number in ruled.important { try apply(number, &style, parent: parent) } }
        if let inline, hasImportant == true { _ = try cascade(inline, isImportant: true, &style, parent: parent) }
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

    private func apply(_ number: Int32, _ style: inout SVGStyle, parent: SVGStyle) throws(Failure) {
        guard let sheet = cascade?.sheet else { return }
        let declaration = sheet.declarations[Int(number)]
        let failure = sheet.withValue(of: declaration) { bytes -> Failure? in
            do throws(Failure) {
                try set(declaration.property, bytes, &style, parent)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Applies a style attribute, parsed in place: in machine-made documents it is most of the bytes.
    ///
    /// - Parameter isImportant: Whether to apply the important declarations or the others.
    /// - Returns: Whether it contains important declarations.
    private func cascade(
        _ bytes: TextBytes, isImportant: Bool, _ style: inout SVGStyle, parent: SVGStyle
    ) throws(Failure) -> Bool {
        if SVGStyleComments.mayBe(in: bytes) {
            let plain = SVGStyleComments.removed(from: bytes)
            var result: Result<Bool, Failure> = .success(false)
            plain.withUnsafeBufferPointer { plain in
                do throws(Failure) {
                    result = .success(try apply(plain, isImportant: isImportant, &style, parent: parent))
                } catch {
                    result = .failure(error)
                }
            }
            return try result.get()
        }
        return try apply(bytes, isImportant: isImportant, &style, parent: parent)
    }

    private func apply(
        _ plain: TextBytes, isImportant: Bool, _ style: inout SVGStyle, parent: SVGStyle
    ) throws(Failure) -> Bool {
        var hasImportant = false
        for declaration in SVGDeclarations(plain) {
            if declaration.isImportant { hasImportant = true }
            if declaration.isImportant == isImportant {
                try set(declaration.property, declaration.value, &style, parent)
            }
        }
        return hasImportant
    }
}
