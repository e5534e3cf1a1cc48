import Foundation
import TileControllers
import TileDrawing
import TileLayers
import TileViews

/// What of a document can be shown by itself, with no program around it: the controllers of a storyboard, the views and
/// controllers at the top of a nib.
///
/// No class is looked for by its name: the element's own stands in for one of a program's, as
/// `NibNote.Kind.unknownClass` says. Nothing is performed: no segue but those that embed, and no action has a target.
package struct NibScenes: Sendable {
    /// One of them.
    package struct Scene: Sendable, Equatable {
        /// For people: a title, or what the document calls it.
        package let name: String
        /// In points: what Interface Builder shows it as.
        package let size: CGSize
        /// Whether the storyboard begins with it.
        package let isInitial: Bool
        /// The object's, in the document.
        package let id: String
    }

    /// What was made of a scene.
    package enum Shown {
        case view(UIView)
        case controller(UIViewController)
    }

    /// At least one, in the document's order.
    package let scenes: [Scene]
    /// Whether the document is shown in dark.
    package let isDark: Bool
    package var isStoryboard: Bool { document.kind == .storyboard }
    /// Classes of a program's that the document names, by name.
    package let classes: [String]
    private let document: NibDocument
    private let folder: URL
    private let limits: NibLimits

    /// Reads a .xib, .storyboard, .nib or .storyboardc. Images and other storyboards that it names are looked for
    /// beside it, asset catalogues in the two folders above, too.
    ///
    /// - Throws: `NibFailure` when it can't be read, or there is nothing in it to show.
    /// - Complexity: O(bytes); no object is made.
    package init(contentsOf file: URL, limits: NibLimits = .standard) throws(NibFailure) {
        let document = try NibDocument(anyIn: file, limits: limits)
        self.document = document
        self.limits = limits
        folder = file.deletingLastPathComponent()
        AssetCatalogs.addFoldersAbove(folder)
        let device = NibDevice(document)
        isDark = device.isDark
        scenes = Self.elements(of: document).compactMap { element in
            element.id.map { id in
                Scene(
                    name: Self.name(of: element), size: device.size(of: element),
                    isInitial: id == document.initialViewController, id: id)
            }
        }
        classes = Self.classes(of: document)
        guard !scenes.isEmpty else {
            throw NibFailure(document.name, .notANib("there is no view and no controller in it"))
        }
    }

    private static func elements(of document: NibDocument) -> [NibElement] {
        if document.kind == .storyboard {
            return StoryboardDocument(document).controllers.filter { $0.name != "viewControllerPlaceholder" }
        }
        return document.objects.filter { element in
            element.name.hasSuffix("ontroller") || element.children.contains { $0.key == "frame" }
        }
    }

    private static func name(of element: NibElement) -> String {
        for name in ["title", "userLabel", "storyboardIdentifier", "customClass"] {
            if let text = element[name], !text.isEmpty { return text }
        }
        let title = element.child(key: "navigationItem")?["title"] ?? element.child(key: "tabBarItem")?["title"]
        if let title, !title.isEmpty { return title }
        return element.name
    }

    private static func classes(of document: NibDocument) -> [String] {
        var names: Set<String> = []
        document.root.visit { element in
            guard let name = element["customClass"], element.name != "placeholder", !NibKinds.isStandard(name) else {
                return
            }
            names.insert(element["customModule"].map { "\($0).\(name)" } ?? name)
        }
        return names.sorted()
    }

    /// Makes a scene's objects, on a screen of its size. What is not there in the document leaves a note, and nothing
    /// in the log.
    ///
    /// - Returns: nil where nothing can be made of it.
    /// - Complexity: what the scene holds.
    package func make(_ index: Int) -> Shown? {
        let scene = scenes[index]
        let bundle = Bundle(url: folder) ?? .main
        return FrameLog.collecting({ _ in }) {
            guard document.kind == .nib else {
                let storyboard = UIStoryboard(
                    .success(.document(StoryboardDocument(document))), name: document.name, bundle: bundle,
                    limits: limits)
                return (try? storyboard.make(scene.id)).map { .controller($0) }
            }
            // The others may be views in its place, and are not wanted.
            let elements = document.objects.filter { $0.name == "placeholder" || $0.id == scene.id }
            let objects = NibInstance.make(
                document, elements, owner: nil, external: [:], bundle: bundle, limits: limits,
                notes: NibNotes(file: document.name, limit: limits.notes))
            switch objects.first {
            case let view as UIView:
                view.translatesAutoresizingMaskIntoConstraints = true
                view.frame = CGRect(origin: .zero, size: scene.size)
                return .view(view)
            case let controller as UIViewController: return .controller(controller)
            default: return nil
            }
        }
    }

    /// Calls the closure with no class looked for by its name, and nothing written to the log: for what is made of
    /// strangers' documents, until it is shown.
    package static func withoutProgram<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FrameLog.collecting({ _ in }) { try NibClasses.withoutLookup(body) }
    }
}

extension NibDocument {
    /// Reads a file, or a folder of a compiled document, of any kind.
    init(anyIn file: URL, limits: NibLimits) throws(NibFailure) {
        switch file.pathExtension.lowercased() {
        case "storyboardc": try self.init(compiledFolder: file, limits: limits)
        default:
            guard case .document(let document) = try NibContent(file, in: .main, limits: limits) else {
                preconditionFailure("a nib has a document")
            }
            self = document
        }
    }
}
