import CommandSupport
import TileContent
import TileSupport

/// Nibs and storyboards, which are shown as views: `tilework-views` opens them, and `tilework` becomes it.
package enum ViewFiles {
    private static let registered = Lock<ContentReader.Opening?>(nil)

    /// Makes this process open such files by itself. Called by a program that links views, before it opens files.
    package static func register(_ opening: @escaping ContentReader.Opening) {
        registered.withLock { $0 = opening }
    }

    /// Whether this process opens such files by itself.
    static var areOpenedHere: Bool { registered.withLock { $0 != nil } }

    /// The function that opens such files. Without views it throws.
    static var opening: ContentReader.Opening {
        if let opening = registered.withLock({ $0 }) { return opening }
        return refuse
    }

    @Sendable private static func refuse(
        _ path: String, _ limits: ContentLimits
    ) throws(ContentFailure) -> ContentDocument {
        throw .nib(
            path: path,
            reason: "nibs and storyboards need the program tilework-views: build it with “make views” or install it "
                + "beside tilework, and start again")
    }

    /// Whether the ending of a file's name is that of a nib or a storyboard.
    static func areNamed(_ path: String) -> Bool {
        let kind = ContentKind(fileExtension: PathName(path).fileExtension)
        return kind == .nib || kind == .storyboard
    }
}

/// The pages of a document that can be described beyond their sizes.
package protocol SummarizedPages: ContentPages {
    /// Returns further facts about the document, and notes about its unsupported parts.
    func summary() throws(ContentFailure) -> (facts: [ContentDocument.Fact], notes: [String])
}
