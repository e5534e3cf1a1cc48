import Foundation
import TileContent
import TileNibs

/// A reader that opens nibs and storyboards as documents with one page for each scene.
package enum NibReader {
    /// Opens the .xib, .storyboard, .nib or .storyboardc file at `path`. Its scenes are created on demand.
    package static func open(_ path: String, limits: ContentLimits) throws(ContentFailure) -> ContentDocument {
        let scenes: NibScenes
        do throws(NibFailure) {
            scenes = try NibScenes(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ContentFailure(error, path: path)
        }
        return NibPages(path, scenes, limits).document
    }
}

extension ContentFailure {
    init(_ failure: NibFailure, path: String) {
        let line = failure.line.map { "line \($0): " } ?? ""
        switch failure.reason {
        case .missing: self = .notFound(path: path)
        case .unreadable(let reason): self = .unreadable(path: path, reason: reason)
        case .malformed(let reason): self = .malformed(path: path, reason: line + reason)
        case .notANib(let reason), .version(let reason), .platform(let reason), .tooLarge(let reason),
            .noController(let reason), .cycle(let reason):
            self = .nib(path: path, reason: line + reason)
        }
    }
}
