import Foundation

/// Attributed text as stored in an archive. Only the attributes that UIKit draws are kept.
///
/// Foundation on Linux can archive attributed strings too, but decodes every class that it finds in them.
package final class ArchivedText: NSObject, NSSecureCoding {
    package static var supportsSecureCoding: Bool { true }

    package let text: NSAttributedString

    package init(_ text: NSAttributedString) { self.text = text }

    package func encode(with coder: NSCoder) {
        coder.archive(text.string, forKey: "text")
        var runs: [Any] = []
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            runs.append(ArchivedTextRun(attributes, length: range.length))
        }
        coder.archive(list: runs, forKey: "runs")
    }

    package init?(coder: NSCoder) {
        guard let string = coder.archivedText("text") else { return nil }
        let text = NSMutableAttributedString(string: string)
        var start = 0
        for run in coder.archivedObjects("runs", of: ArchivedTextRun.self) {
            // The lengths in an archive are untrusted.
            let length = min(run.length, text.length - start)
            guard length > 0 else { continue }
            text.setAttributes(run.attributes, range: NSRange(location: start, length: length))
            start += length
        }
        self.text = NSAttributedString(attributedString: text)
    }
}

/// A stretch of attributed text.
final class ArchivedTextRun: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let attributes: [NSAttributedString.Key: Any]
    /// The length of the run, in UTF-16 units.
    let length: Int

    init(_ attributes: [NSAttributedString.Key: Any], length: Int) {
        (self.attributes, self.length) = (attributes, length)
    }

    private static let colors: [NSAttributedString.Key] = [
        .foregroundColor, .backgroundColor, .underlineColor, .strikethroughColor, .strokeColor,
    ]
    private static let numbers: [NSAttributedString.Key] = [.kern, .tracking, .strokeWidth, .baselineOffset]
    private static let lines: [NSAttributedString.Key] = [.underlineStyle, .strikethroughStyle]

    func encode(with coder: NSCoder) {
        coder.encode(length, forKey: "length")
        coder.archive(attributes[.font] as? UIFont, forKey: NSAttributedString.Key.font.rawValue)
        coder.archive(attributes[.shadow] as? NSShadow, forKey: NSAttributedString.Key.shadow.rawValue)
        coder.archive(
            attributes[.paragraphStyle] as? NSParagraphStyle, forKey: NSAttributedString.Key.paragraphStyle.rawValue)
        for key in Self.colors { coder.archive(attributes[key] as? UIColor, forKey: key.rawValue) }
        for key in Self.numbers {
            if let number = attributes[key].flatMap(attributeNumber) { coder.encode(number, forKey: key.rawValue) }
        }
        for key in Self.lines {
            let style = (attributes[key] as? NSUnderlineStyle)?.rawValue
            if let number = style ?? attributes[key].flatMap(attributeNumber).flatMap({ Int(exactly: $0) }) {
                coder.encode(number, forKey: key.rawValue)
            }
        }
    }

    init?(coder: NSCoder) {
        length = max(0, coder.archivedInteger("length") ?? 0)
        var attributes: [NSAttributedString.Key: Any] = [:]
        attributes[.font] = coder.archivedObject(NSAttributedString.Key.font.rawValue, of: UIFont.self)
        attributes[.shadow] = coder.archivedObject(NSAttributedString.Key.shadow.rawValue, of: NSShadow.self)
        attributes[.paragraphStyle] = coder.archivedObject(
            NSAttributedString.Key.paragraphStyle.rawValue, of: NSParagraphStyle.self)
        for key in Self.colors { attributes[key] = coder.archivedObject(key.rawValue, of: UIColor.self) }
        for key in Self.numbers { attributes[key] = coder.archivedNumber(key.rawValue) }
        for key in Self.lines { attributes[key] = coder.archivedInteger(key.rawValue) }
        self.attributes = attributes
    }
}
