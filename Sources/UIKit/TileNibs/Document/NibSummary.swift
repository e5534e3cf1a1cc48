public import Foundation
import TileControllers
import TileLayers

/// A summary of a nib or a storyboard: its scenes, classes, outlets and actions, and the parts that aren't supported.
public struct NibSummary: Sendable {
    /// A controller of a storyboard.
    public struct Scene: Sendable, Equatable {
        /// The identifier by which a program creates the controller, or `nil` if it has none.
        public let identifier: String?
        public let id: String
        public let title: String?
        /// The class of the controller, from UIKit or from the program.
        public let type: String
        public let isInitial: Bool
    }

    /// A class of the program, as the elements use it.
    public struct Class: Sendable, Equatable {
        /// The name of the class, with its module if the document names one.
        public let name: String
        /// A Boolean value that indicates whether this program contains the class.
        public let isKnown: Bool
        public internal(set) var outlets: [String] = []
        public internal(set) var collections: [String] = []
        /// The selectors of the actions, such as "reload" and "tapped:".
        public internal(set) var actions: [String] = []
        public internal(set) var attributes: [String] = []
    }

    public let file: String
    public let kind: NibDocument.Kind
    /// The scenes in the order of the document.
    public let scenes: [Scene]
    /// The classes sorted by name.
    public let classes: [Class]
    /// The other storyboards that references lead to.
    public let storyboards: [String]
    /// The images and colors from asset catalogs and the bundle.
    public let resources: [String]
    /// The elements, properties and other parts that aren't supported, in the order of the document. Parts that only
    /// the program can supply, such as classes and images, aren't included.
    public let unsupported: [NibNote]

    /// Reads a .xib, .storyboard, .nib or .storyboardc file.
    ///
    /// - Throws: `NibFailure` if the file can't be read.
    /// - Complexity: The cost of loading all scenes.
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

    /// The outlets, actions and attributes that elements expect of classes.
    private struct Uses {
        private var byName: [String: Class] = [:]
        /// The class for each identifier. The target of an action can follow the element that triggers it.
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
