import Foundation
import TileDrawing

/// The `<attributedString>` elements, which are fragments of text with attributes.
enum NibText {
    static func text(_ element: NibElement, _ reading: NibReading) -> NSAttributedString {
        var runs: [(content: String, attributes: [NSAttributedString.Key: Any])] = []
        for fragment in element.children where fragment.name == "fragment" {
            // The text can also be a separate element, in which case it can have several lines.
            let content = fragment["content"] ?? fragment.child(key: "content")?.text ?? ""
            runs.append((content, fragment.child("attributes").map { self.attributes($0, reading) } ?? [:]))
        }
        let text = NSMutableAttributedString(string: runs.map(\.content).joined())
        var (start, count) = (0, -1)
        for (content, own) in runs where !content.isEmpty {
            var attributes = complete(own)
            // On Linux, Foundation compares the attributes of adjacent runs and treats objects of unknown types as its
            // own, which can end the program. It doesn't compare them if the numbers of attributes differ.
            if attributes.count == count { attributes[NSAttributedString.Key("TileNibsRun")] = 1 }
            count = attributes.count
            let length = content.utf16.count
            text.setAttributes(attributes, range: NSRange(location: start, length: length))
            start += length
        }
        return text
    }

    /// Returns the attributes completed with the defaults of labels, so that labels add nothing.
    private static func complete(_ attributes: [NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any] {
        let standard: [NSAttributedString.Key: Any] = [
            .font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.label,
            .paragraphStyle: NSParagraphStyle.default,
        ]
        return attributes.merging(standard) { own, _ in own }
    }

    private static func attributes(_ element: NibElement, _ reading: NibReading) -> [NSAttributedString.Key: Any] {
        var attributes: [NSAttributedString.Key: Any] = [:]
        for child in element.children {
            switch (child.name, child.key) {
            case ("color", "NSColor"): attributes[.foregroundColor] = NibColor.color(child, reading)
            case ("color", "NSBackgroundColor"): attributes[.backgroundColor] = NibColor.color(child, reading)
            case ("color", "NSUnderlineColor"): attributes[.underlineColor] = NibColor.color(child, reading)
            case ("color", "NSStrikethroughColor"): attributes[.strikethroughColor] = NibColor.color(child, reading)
            case ("color", "NSStrokeColor"): attributes[.strokeColor] = NibColor.color(child, reading)
            case ("font", "NSFont"): attributes[.font] = font(child, reading)
            case ("paragraphStyle", _): attributes[.paragraphStyle] = paragraph(child)
            case ("integer", "NSUnderline"), ("integer", "NSStrikethrough"):
                let key: NSAttributedString.Key = child.key == "NSUnderline" ? .underlineStyle : .strikethroughStyle
                attributes[key] = child["value"].flatMap { Int($0) } ?? 0
            case ("real", "NSKern"), ("integer", "NSKern"), ("real", "NSBaselineOffset"),
                ("integer", "NSBaselineOffset"),
                ("real", "NSStrokeWidth"), ("integer", "NSStrokeWidth"):
                guard let number = child["value"].flatMap({ Double($0) }), abs(number) < 1e6 else { continue }
                attributes[
                    child.key == "NSKern" ? .kern : child.key == "NSStrokeWidth" ? .strokeWidth : .baselineOffset] =
                    number
            case ("nil", _), ("string", _), ("url", _): break
            default:
                reading.notes.add(
                    .property, about: child, "the attribute \(child.key ?? child.name) of text is unknown here")
            }
        }
        return attributes
    }

    private static func font(_ element: NibElement, _ reading: NibReading) -> UIFont? {
        // The meta font is the system font.
        let given = element["size"].flatMap { Double($0) } ?? 14
        let size = given.isFinite ? min(max(given, 1), 10_000) : 14
        if let meta = element["metaFont"] {
            return meta.lowercased().contains("bold")
                ? .boldSystemFont(ofSize: CGFloat(size)) : .systemFont(ofSize: CGFloat(size))
        }
        return NibFont.font(
            NibElement("fontDescription", ["name": element["name"] ?? "", "pointSize": "\(size)"], line: element.line),
            reading)
    }

    private static func paragraph(_ element: NibElement) -> NSParagraphStyle {
        let style = NSMutableParagraphStyle()
        func number(_ name: String) -> CGFloat? {
            element[name].flatMap { Double($0) }.flatMap { abs($0) < 1e6 ? CGFloat($0) : nil }
        }
        style.alignment = element["alignment"].flatMap { NibWords.alignments[$0] } ?? .natural
        style.lineBreakMode = element["lineBreakMode"].flatMap { NibWords.lineBreaks[$0] } ?? .byWordWrapping
        number("lineSpacing").map { style.lineSpacing = max(0, $0) }
        number("paragraphSpacing").map { style.paragraphSpacing = max(0, $0) }
        number("paragraphSpacingBefore").map { style.paragraphSpacingBefore = max(0, $0) }
        number("lineHeightMultiple").map { style.lineHeightMultiple = max(0, $0) }
        number("minimumLineHeight").map { style.minimumLineHeight = max(0, $0) }
        number("maximumLineHeight").map { style.maximumLineHeight = max(0, $0) }
        number("firstLineHeadIndent").map { style.firstLineHeadIndent = max(0, $0) }
        number("headIndent").map { style.headIndent = max(0, $0) }
        number("tailIndent").map { style.tailIndent = $0 }
        return style
    }
}
