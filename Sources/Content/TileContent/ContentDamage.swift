/// Damage to a file that is shown nevertheless, as far as it can be decoded.
public struct ContentDamage: Hashable, Sendable, CustomStringConvertible {
    /// The missing part of a file that ends early.
    public enum Loss: Hashable, Sendable {
        /// A fraction of the picture, above 0 and below 1.
        case picture(Double)
        /// The end of the picture. The format does not tell how much that is.
        case endOfPicture
        /// The last passes of a progressive picture, which refine the ones before.
        case detail
        /// The end of a document of pages.
        case endOfDocument
    }

    public var loss: Loss

    public init(_ loss: Loss) { self.loss = loss }

    /// The description as the beginning of a sentence.
    public var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

    /// A part from 0 to 1 as people say it: "about 41%", "less than 1%".
    static func share(_ part: Double) -> String {
        if part < 0.01 { return "less than 1%" }
        return part > 0.99 ? "more than 99%" : "about \(Int((part * 100).rounded()))%"
    }

    /// A sentence without its period: “the file ends early: about 41% of the picture is missing”.
    public var description: String {
        switch loss {
        case .picture(let part): "the file ends early: \(Self.share(part)) of the picture is missing"
        case .endOfPicture: "the file ends early: the end of the picture is missing"
        case .detail: "the file ends early: the picture lacks fine detail"
        case .endOfDocument: "the file ends early: its last pages may be missing"
        }
    }
}
