import Foundation

/// A minimal parser for single elements of S3 responses.
enum AnswerXML {
    /// Returns the text of the first element with a name, which must not have child elements.
    static func text(of name: String, in answer: [UInt8]) -> String? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.range(of: "<\(name)>"),
            let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound]).replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}
