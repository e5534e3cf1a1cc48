import Foundation
import TileControllers
import TileDrawing
import TileLayers
import TileViews

/// The parts of a document that can be shown without the program: the controllers of a storyboard, or the top-level
/// views and controllers of a nib.
///
/// No class is looked up by name. The class of the element replaces a class of the program, as
/// `NibNote.Kind.unknownClass` describes. Nothing is performed: only embed segues are followed, and actions have no
/// target.
package struct NibScenes: Sendable {
    /// A scene of the document.
    package struct Scene: Sendable, Equatable {
        /// The name to display: a title, or the name in the document.
        package let name: String
        /// The size at which Interface Builder shows the scene, in points.
        package let size: CGSize
        /// A Boolean value that indicates whether the scene is the initial one of the storyboard.
        package let isInitial: Bool
        /// The identifier of the object in the document.
        package let id: String
    }

    /// The object created from a scene.
    package enum Shown {
        case view(UIView)
        case controller(UIViewController)
    }

    /// The scenes in the order of the document, at least one.
    package let scenes: [Scene]
    /// A Boolean value that indicates whether the document is shown with the dark appearance.
    package let isDark: Bool
    package var isStoryboard: Bool { document.kind == .storyboard }
    /// The program's classes that the document names, sorted by name.
    package let classes: [String]
    private let document: NibDocument
    private let folder: URL
    private let limits: NibLimits

    /// Reads a .xib, .storyboard, .nib or .storyboardc file. Images and other storyboards are searched for in the same
    /// folder, and asset catalogs also in the two folders above.
    ///
    /// - Throws: `NibFailure` if the file can't be read or contains nothing to show.
    /// - Complexity: O(bytes). No objects are created.
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

    /// Creates the objects of a scene on a screen of its size. Missing parts add notes and aren't logged.
    ///
    /// - Returns: The view or controller, or `nil` if it can't be created.
    /// - Complexity: Proportional to the contents of the scene.
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
            // The other objects can be views that replace it and aren't needed.
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

    /// Calls the closure without looking up classes by name or writing to the log. Use it to create and show the
    /// contents of untrusted documents.
    package static func withoutProgram<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FrameLog.collecting({ _ in }) { try NibClasses.withoutLookup(body) }
    }
}

extension NibDocument {
    /// Reads a file of any kind, or the folder of a compiled document.
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
