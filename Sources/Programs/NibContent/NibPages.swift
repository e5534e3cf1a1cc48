import Foundation
import TileContent
import TileDrawing
import TileEngine
import TileGraphics
import TileNibs
import TileViews
import ViewContent

/// The scenes of a storyboard, or the top-level views of a nib, as pages. Each scene is created, laid out and drawn
/// once, when one of its tiles is requested, and only its picture is kept.
package final class NibPages: ContentPages {
    let path: String
    let scenes: NibScenes
    private let limits: ContentLimits

    init(_ path: String, _ scenes: NibScenes, _ limits: ContentLimits) {
        (self.path, self.scenes, self.limits) = (path, scenes, limits)
    }

    package var count: Int { scenes.scenes.count }

    package func size(of index: Int) throws(ContentFailure) -> CGSize { scenes.scenes[index].size }

    package func open(_ index: Int) throws(ContentFailure) -> ContentDocument { page(index, notes: [], pages: nil) }

    package func outline() throws(ContentFailure) -> [OutlineEntry] {
        scenes.scenes.enumerated().map { OutlineEntry(level: 0, title: $1.name, target: .page($0, top: nil)) }
    }

    /// The document, showing its first page.
    var document: ContentDocument { page(0, notes: classNotes, pages: self) }

    private func page(_ index: Int, notes: [String], pages: NibPages?) -> ContentDocument {
        let (path, scenes) = (path, scenes)
        let source = PageSource(
            contentSize: scenes.scenes[index].size, budget: limits.memory,
            failureMemory: Self.failureNanoseconds
        ) { () throws(ContentFailure) in
            guard let source = Self.draw(scenes, index) else {
                throw .nib(path: path, reason: "\(scenes.scenes[index].name) is of a kind that is not shown")
            }
            return source
        }
        return ContentDocument(
            path: path, kind: scenes.isStoryboard ? .storyboard : .nib, source: source, isScalable: true,
            facts: [.init(name: "read by", value: "Tilework, as views")], notes: notes, pages: pages)
    }

    private static func draw(_ scenes: NibScenes, _ index: Int) -> PictureSource? {
        let size = scenes.scenes[index].size
        let traits = ViewTraits(style: scenes.isDark ? .dark : .unspecified)
        return NibScenes.withoutProgram {
            // The size classes are those of the screen for which the objects are created.
            let screen = UIScreen(size: size, scale: 1)
            guard let shown = screen.asMain({ scenes.make(index) }) else { return nil }
            switch shown {
            case .view(let view): return ViewSource(view, traits: traits).still
            case .controller(let controller):
                // Only a picture of it is kept, so its code runs here and nowhere else.
                return ViewSource(controller, size: size, traits: traits, isolation: .caller).still
            }
        }
    }

    /// The number of nanoseconds before a scene that couldn't be shown is tried again.
    private static let failureNanoseconds: UInt64 = 1_000_000_000
    /// The largest number of names in the note. `tilework info` lists all.
    private static let mostNames = 5

    private var classNotes: [String] {
        let names = scenes.classes
        guard !names.isEmpty else { return [] }
        let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        return [
            "Classes of its program are shown as the views and controllers that they are made from: "
                + names.prefix(Self.mostNames).joined(separator: ", ") + more + "."
        ]
    }
}
