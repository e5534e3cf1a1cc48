import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    func style(of node: Int32, parent: SVGStyle) throws(Failure) -> SVGStyle {
        var style = parent.inherited()
        do throws(SVGUnsupported) {
            try cascade(node, &style, parent)
        } catch {
            throw .unsupported(error)
        }
        return style
    }

    /// The same where what is not supported does not matter.
    func tolerantStyle(of node: Int32, parent: SVGStyle) -> SVGStyle {
        isTolerant = true
        defer { isTolerant = false }
        return (try? style(of: node, parent: parent)) ?? parent
    }

    private func set(
        _ property: SVGAttribute, _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle
    ) throws(SVGUnsupported) {
        do throws(SVGUnsupported) {
            try style.apply(property, bytes, parent: parent)
        } catch {
            if !isTolerant { throw error }
        }
    }

    private func cascade(_ node: Int32, _ style: inout SVGStyle, _ parent: SVGStyle) throws(SVGUnsupported) {
        let entry = tree.nodes[Int(node)]
        var inline: TextBytes?
        for index in Int(entry.firstAttribute)..<Int(entry.firstAttribute + entry.attributeCount) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .style: inline = tree.bytes(attribute.value)
            case .xmlSpace: style.text.preservesSpace = tree.string(attribute.value) == "preserve"
            case .xmlLang: style.text.language = tree.string(attribute.value)
            case .transform, .d, .id, .points: break
            case .marker, .font: break
            default: try set(attribute.name, tree.bytes(attribute.value), &style, parent)
            }
        }
        let ruled = sheet.isEmpty ? [] : sheet.declarations(for: node, in: tree)
        for declaration in ruled where !declaration.isImportant { try apply(declaration, &style, parent) }
        var important = ruled.filter(\.isImportant)
        if let inline { try cascade(inline, &style, parent, &important) }
        for declaration in important { try apply(declaration, &style, parent) }
    }

    private func apply(
        _ declaration: SVGStyleSheet.Declaration, _ style: inout SVGStyle, _ parent: SVGStyle
    ) throws(SVGUnsupported) {
        var failure: SVGUnsupported?
        declaration.value.withUnsafeBufferPointer { bytes in
            do throws(SVGUnsupported) {
                try set(declaration.property, bytes, &style, parent)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// A style attribute, read in place: most of a machine-made document is these.
    private func cascade(
        _ bytes: TextBytes, _ style: inout SVGStyle, _ parent: SVGStyle, _ important: inout [SVGStyleSheet.Declaration]
    ) throws(SVGUnsupported) {
        if SVGStyleSheet.hasComment(bytes) {
            let plain = Array(SVGStyleSheet.withoutComments(String(decoding: bytes, as: UTF8.self)).utf8)
            var failure: SVGUnsupported?
            plain.withUnsafeBufferPointer { plain in
                do throws(SVGUnsupported) {
                    try cascade(plain, &style, parent, &important)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return
        }
        var at = 0
        while at < bytes.count {
            while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == 0x3B { at += 1 }
            let start = at
            var colon = -1
            var isUnusual = false
            while at < bytes.count, bytes[at] != 0x3B {
                if colon < 0, bytes[at] == 0x3A { colon = at }
                if bytes[at] == 0x21 { isUnusual = true }
                at += 1
            }
            guard colon > start else { continue }
            if isUnusual {
                let text = String(decoding: TextBytes(rebasing: bytes[start..<at]), as: UTF8.self)
                for declaration in SVGStyleSheet.declarations(Substring(text)) {
                    if declaration.isImportant {
                        important.append(declaration)
                    } else {
                        try apply(declaration, &style, parent)
                    }
                }
                continue
            }
            var end = colon
            while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
            guard let property = SVGPropertyTable.property(TextBytes(rebasing: bytes[start..<end])) else { continue }
            try set(property, TextBytes(rebasing: bytes[(colon + 1)..<at]), &style, parent)
        }
    }
}
