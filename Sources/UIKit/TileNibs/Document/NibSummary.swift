public import Foundation
import TileControllers
import TileLayers

/// What a nib or a storyboard asks of a program: its scenes, classes, outlets and actions, and what of it is not
/// supported here.
public struct NibSummary: Sendable {
    /// A controller of a storyboard.
    public struct Scene: Sendable, Equatable {
        /// By which a program asks for it; nil for none.
        public let identifier: String?
        public let id: String
        public let title: String?
        /// The class, of UIKit or of the program.
        public let type: String
        public let isInitial: Bool
    }

    /// A class of the program's, as its elements use it.
    public struct Class: Sendable, Equatable {
        /// With its module, where the document names it.
        public let name: String
        /// Whether this program has it.
        public let isKnown: Bool
        public internal(set) var outlets: [String] = []
        public internal(set) var collections: [String] = []
        /// As selectors: "reload", "tapped:".
        public internal(set) var actions: [String] = []
        public internal(set) var attributes: [String] = []
    }

    public let file: String
    public let kind: NibDocument.Kind
    /// In the document's order.
    public let scenes: [Scene]
    /// By name.
    public let classes: [Class]
    /// Other storyboards that references lead to.
    public let storyboards: [String]
    /// Images and colors that it takes of asset catalogues and the bundle.
    public let resources: [String]
    /// Elements, properties and the like that mean nothing here, in the document's order; not what only the program can
    /// give: classes, images.
    public let unsupported: [NibNote]

    /// Reads a .xib, .storyboard, .nib or .storyboardc.
    ///
    /// - Throws: `NibFailure` when it can't be read.
    /// - Complexity: what loading all of its scenes costs.
    public init(contentsOf file: URL, bundle: Bundle = .main, limits: NibLimits = .standard) throws {
        if ["storyboard", "storyboardc"].contains(file.pathExtension) {
            let content = try StoryboardContent(file, in: bundle, limits: limits)
            let storyboard = UIStoryboard(
                .success(content), name: file.lastPathComponent, bundle: bundle, limits: limits)
            FrameLog.collecting({ _ in }) {
                for id in storyboard.controllerIDs { _ = (try? storyboard.make(id))?.view }
            }
            guard case .document(let document) = content else { preconditionFailure("a storyboard has a document") }
            self.init(document.document, notes: storyboard.notes, controllers: document.controllers)
        } else {
            guard case .document(let document) = try NibContent(file, in: bundle, limits: limits) else {
                preconditionFailure("a nib has a document")
            }
            let (_, notes) = try FrameLog.collecting({ _ in }) {
                try NibContent.document(document).instantiate(owner: nil, external: [:], bundle: bundle, limits: limits)
            }
            self.init(document, notes: notes.list, controllers: [])
        }
    }

    private init(_ document: NibDocument, notes: [NibNote], controllers: [NibElement]) {
        (file, kind) = (document.name, document.kind)
        scenes = controllers.compactMap { element in
            guard element.name != "viewControllerPlaceholder", let id = element.id else { return nil }
            return Scene(
                identifier: element["storyboardIdentifier"], id: id, title: element["title"],
                type: Self.type(of: element), isInitial: id == document.initialViewController)
        }
        var uses = Uses()
        document.root.visit { uses.note($0) }
        classes = uses.classes
        storyboards = controllers.compactMap { $0.name == "viewControllerPlaceholder" ? $0["storyboardName"] : nil }
        resources = document.resources.compactMap { $0["catalog"] == "system" ? nil : $0["name"] }
        unsupported = notes.filter { ![.unknownClass, .outlet, .action, .attribute, .resource].contains($0.kind) }
    }

    private static func type(of element: NibElement) -> String {
        if let name = element["customClass"] { return element["customModule"].map { "\($0).\(name)" } ?? name }
        return "UI" + element.name.prefix(1).uppercased() + element.name.dropFirst()
    }

    /// Gathers what elements ask of classes.
    private struct Uses {
        private var byName: [String: Class] = [:]
        /// Whose actions they are: the class of each id. A destination may come later than what leads to it.
        private var names: [String: String] = [:]
        private var actions: [(id: String, selector: String)] = []

        mutating func note(_ element: NibElement) {
            guard let plain = element["customClass"], plain != "UIResponder" else {
                for action in element.list("connections") { noteAction(action) }
                return
            }
            let name = element["customModule"].map { "\($0).\(plain)" } ?? plain
            if let id = element.id { names[id] = name }
            let isKnown = NibClasses.find(plain, module: element["customModule"]) != nil
            var use = byName[name] ?? Class(name: name, isKnown: isKnown)
            for connection in element.list("connections") {
                switch connection.name {
                case "outlet": Self.add(connection["property"], to: &use.outlets)
                case "outletCollection": Self.add(connection["property"], to: &use.collections)
                default: noteAction(connection)
                }
            }
            for attribute in element.list("userDefinedRuntimeAttributes") {
                Self.add(attribute["keyPath"], to: &use.attributes)
            }
            byName[name] = use
        }

        private mutating func noteAction(_ element: NibElement) {
            guard element.name == "action", let id = element["destination"], let name = element["selector"] else {
                return
            }
            actions.append((id, name))
        }

        private static func add(_ name: String?, to list: inout [String]) {
            if let name, !list.contains(name) { list.append(name) }
        }

        var classes: [Class] {
            var all = byName
            for (id, selector) in actions {
                guard let name = names[id] else { continue }
                if var use = all[name] {
                    Self.add(selector, to: &use.actions)
                    all[name] = use
                }
            }
            return all.values.sorted { $0.name < $1.name }
        }
    }
}
