import Foundation
import TileLayers

/// The notes of one loading, up to a limit.
final class NibNotes {
    private(set) var list: [NibNote] = []
    /// The number of notes beyond the limit.
    private(set) var dropped = 0
    private let limit: Int
    private var prototypes: Set<String> = []
    let file: String

    init(file: String, limit: Int) { (self.file, self.limit) = (file, limit) }

    /// Records an identifier and returns whether nothing with it was loaded before.
    func isNew(_ id: String) -> Bool { prototypes.insert(id).inserted }

    func add(_ kind: NibNote.Kind, about element: NibElement?, _ text: String) {
        guard list.count < limit else {
            dropped += 1
            return
        }
        list.append(
            NibNote(
                kind: kind, file: file, line: element?.line ?? 0, object: element.map(Self.name) ?? "", text: text))
    }

    /// Returns an object's description from its document, such as "label tIt-Le-001 “Title”".
    private static func name(_ element: NibElement) -> String {
        let own = element["customClass"] ?? element.name
        let label = element["userLabel"] ?? element["text"] ?? element["title"]
        return ([own] + [element.id, label.map { "\u{201C}\($0.prefix(40))\u{201D}" }].compactMap { $0 })
            .joined(separator: " ")
    }

    /// Logs the problems that the author of the program should fix, such as missing outlets, actions and classes. UIKit
    /// ends the program for these.
    func log(from start: Int = 0) {
        for note in list.dropFirst(start) {
            switch note.kind {
            case .unknownClass, .outlet, .action, .attribute: FrameLog.write(note.description)
            case .element, .property, .resource, .reference, .segue, .constraint: break
            }
        }
    }
}
